"""All units, in as many processes as pay off; what is a secret in one file is looked for in every file."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from distill import processes
from distill.model import RedactionPolicy
from distill.redaction.carried import Carried
from distill.rescan import names
from distill.rescan.examine import Examined, examine
from distill.rescan.targets import PERSONAL, Unit

ALONE = 40
"""Units up to which one process is faster than several."""
MOST_PROCESSES = 8
CHUNK = 16


@dataclass(frozen=True, slots=True)
class Named:
    """An examined file under the name that may be shown."""

    name: str
    in_name: bool
    """Whether the file's own name holds something."""
    examined: Examined


def rescan(
    units: Iterable[Unit],
    root: Path,
    *,
    policy: RedactionPolicy | None = None,
    tmp: Path | None = None,
    tick: Callable[[int], None] = lambda _: None,
) -> list[Named]:
    """Examine all units, with `tmp` mend what can be mended; `tick` is told how many units are done.

    Raises RedactionError when the names of the files cannot be redacted, and so not be shown.
    """
    listed = list(units)
    nothing = Carried.of(())
    results = list(_all(listed, partial(examine, carried=nothing, policy=policy), tick))
    values = {pair for each in results for pair in each.secrets if pair[1] not in PERSONAL}
    carried = Carried.of(sorted(values))
    if any(each.findings for each in results):
        results = list(_all(listed, partial(examine, carried=carried, tmp=tmp, policy=policy), tick))
    return _named(results, root, carried, policy)


def _all(
    units: list[Unit], work: Callable[[Unit], tuple[Examined, ...]], tick: Callable[[int], None]
) -> Iterator[Examined]:
    count = min(MOST_PROCESSES, os.cpu_count() or 1)
    if len(units) <= ALONE or count == 1:
        for done in map(work, units):
            tick(1)
            yield from done
        return
    with processes.pool(count) as pool:
        for done in pool.map(work, units, chunksize=CHUNK):
            tick(1)
            yield from done


def _named(results: list[Examined], root: Path, carried: Carried, policy: RedactionPolicy | None) -> list[Named]:
    """Give each file the name it is shown by: from the project's root, without what must not be shown."""
    given = [_from(root, each.target.path) for each in results]
    return [
        Named(name, name != old, each)
        for name, old, each in zip(names.shown(given, carried, policy), given, results, strict=True)
    ]


def _from(root: Path, path: Path) -> str:
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
