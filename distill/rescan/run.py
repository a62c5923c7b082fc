"""All units, in as many processes as pay off; what is a secret in one file is looked for in every file."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from distill import processes
from distill.model import RedactionPolicy
from distill.redaction.carried import Carried
from distill.rescan import mend, mending, names
from distill.rescan.examine import Examined, examine
from distill.rescan.targets import PERSONAL, Unit

ALONE = 40
"""Units up to which one process is faster than several."""
MOST_PROCESSES = 8
CHUNK = 16
CUT_OFF = "a mending of it was cut off; `distill rescan --fix` finishes it"


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
    state: Path | None = None,
    fix: Callable[[], None] | None = None,
    tick: Callable[[int], None] = lambda _: None,
) -> list[Named]:
    """Examine all units; with `fix`, called before the first file is mended and after the last, mend what can be.

    `state` is the folder of the state, which mending needs; `tick` is told how many units are done.
    Raises RedactionError when the names of the files cannot be redacted, and so not be shown, and OSError.
    """
    listed = list(units)
    if fix and state and mending.is_cut_off(state):
        with mending.alone(state):
            mending.finish(state, listed)
    nothing = Carried.of(())
    results = list(_all(listed, partial(examine, carried=nothing, policy=policy), tick))
    values = {pair for each in results for pair in each.secrets if pair[1] not in PERSONAL}
    carried = Carried.of(sorted(values))
    if any(each.findings for each in results):
        look = partial(examine, carried=carried, policy=policy)
        if fix and state:
            with mending.alone(state):
                results = _mended(listed, look, state, fix, tick)
        else:
            results = list(_all(listed, look, tick))
    owed = dict.fromkeys(mending.waiting(state, listed), CUT_OFF) if state and not fix else {}
    return _named([_with_trouble(each, owed) for each in results], root, carried, policy)


def _mended(
    units: list[Unit],
    look: Callable[..., tuple[Examined, ...]],
    state: Path,
    fix: Callable[[], None],
    tick: Callable[[int], None],
) -> list[Examined]:
    """Prepare all that is to be mended, then put it in its place; what was changed meanwhile is looked at anew."""
    folder = mending.begin(state)
    results = list(_all(units, partial(look, put=partial(mending.prepare, folder=folder)), tick))
    mending.seal(folder)
    fix()
    troubles = mending.finish(state, units)
    anew = partial(look, put=partial(mend.write, tmp=state / "tmp"))
    again = (unit for unit in units if any(troubles.get(target.path) == mending.CHANGED for target in unit))
    new = {each.target.path: each for unit in again for each in anew(unit)}
    fix()
    return [new.get(each.target.path) or _with_trouble(each, troubles) for each in results]


def _with_trouble(each: Examined, troubles: dict[Path, str]) -> Examined:
    why = each.trouble or troubles.get(each.target.path, "")
    return replace(each, fixed=each.fixed and not why, trouble=why)


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
        Named(name, name != names.in_a_line(old), each)
        for name, old, each in zip(names.shown(given, carried, policy), given, results, strict=True)
    ]


def _from(root: Path, path: Path) -> str:
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()
