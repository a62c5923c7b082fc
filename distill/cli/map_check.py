"""`distill map check`: whether a restore map is whole and its figures are right."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.errors import MapError

if TYPE_CHECKING:
    from distill.cli.token_counts import TokenCounts
    from distill.config import Settings
    from distill.maps.check import Checked
    from distill.maps.problem import Problem
    from distill.maps.raw_text import RawText


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The map, or a brain dump.")],
    *,
    fix: Annotated[
        bool, typer.Option("--fix", help="Write counts and totals into the reading list; change nothing else.")
    ] = False,
    tier: Annotated[int | None, typer.Option(min=1, help="Look at the list down to this tier line only.")] = None,
    exact: Annotated[
        bool, typer.Option("--exact", help="Count through the API (needs a key; redacted text is sent).")
    ] = False,
    earlier: Annotated[
        Path | None, typer.Option(help="What a brain dump follows on: its lines must not come again.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a map: its parts, its end, and every path, figure and total of its reading list; exit 1 where it is wrong.

    Paths are looked for below the checkout, the current folder, the project and the map's own folder.
    """
    from distill.cli.token_counts import TokenCounts

    root = Path(project.find_root(str(Path.cwd())))
    settings = config.load(root, env=os.environ)
    counts = TokenCounts.of(settings, os.environ, exact=exact)
    checked = _checked(file, root, settings, counts, tier=tier, earlier=earlier)
    written = fix and _fix(file, root, settings, checked)
    if written:
        checked = _checked(file, root, settings, counts, tier=tier, earlier=earlier)
    _tell(file, checked, counts, written=bool(written), as_json=as_json)
    raise typer.Exit(0 if checked.is_right else 1)


def _checked(
    file: Path,
    root: Path,
    settings: "Settings",
    counts: "TokenCounts",
    *,
    tier: int | None,
    earlier: Path | None,
) -> "Checked":
    from distill.maps import brain_dump, check

    raw = _read(file, settings)
    if brain_dump.is_dump(raw.text):
        known = _read(earlier, settings).text if earlier else ""
        problems = tuple(sorted(brain_dump.check_dump(raw.text, known), key=lambda problem: problem.line))
        return check.Checked(problems=problems, edits=(), totals=(), rows=0)
    return check.check(
        check.Question(
            path=file,
            raw=raw,
            folders=_folders(root, file),
            count=counts.count,
            modified=datetime.fromtimestamp(file.stat().st_mtime, UTC),
            tier=tier,
        )
    )


def _read(file: Path, settings: "Settings") -> "RawText":
    """Read a map as it is. Raises MapError."""
    from distill import files
    from distill.maps.decode import looks_binary
    from distill.maps.raw_text import raw_text

    try:
        data = files.read_bounded(file, settings.max_map_bytes)
    except OSError as error:
        raise MapError(f"The map {file} cannot be read: {error.strerror}.") from error
    if len(data) > settings.max_map_bytes:
        raise MapError(f"The map {file} has more than {settings.max_map_bytes} bytes (setting `max_map_bytes`).")
    raw = None if looks_binary(data) else raw_text(data)
    if raw is None:
        raise MapError(f"The map {file} is no text in UTF-8, nor in UTF-16 with a byte-order mark.")
    return raw


def _folders(root: Path, file: Path) -> tuple[Path, ...]:
    """Name where relative paths may lie: the checkout, the current folder, the project, the map's folder."""
    here = Path.cwd()
    checkout = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), root)
    return tuple(dict.fromkeys((checkout, here, root, file.absolute().parent)))


def _fix(file: Path, root: Path, settings: "Settings", checked: "Checked") -> bool:
    """Write the figures; tell whether there was anything to write. Raises MapError, also when the map changed."""
    from distill import files

    if not checked.edits:
        return False
    raw = _read(file, settings)
    state = Path(project.usable_state(str(root), os.environ))
    if not files.rewrite(file, raw.edited(checked.edits).data(), expected=raw.data(), tmp=state / "tmp"):
        raise MapError(f"The map {file} was changed by somebody else just now. Nothing was written; try again.")
    return True


def _tell(file: Path, checked: "Checked", counts: "TokenCounts", *, written: bool, as_json: bool) -> None:
    if as_json:
        told = {
            "file": str(file),
            "ok": checked.is_right,
            "fixed": written,
            "rows": checked.rows,
            "totals": list(checked.totals),
            "counted_by": counts.method,
            "note": counts.note or None,
            "problems": [_as_object(problem) for problem in checked.problems],
        }
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return
    for problem in checked.problems:
        note = "" if problem.is_wrong else "note: "
        typer.echo(f"{file}:{problem.line}: {note}{_shown(problem.message)}")
    typer.echo(_summary(checked, counts, written=written))


def _as_object(problem: "Problem") -> dict[str, object]:
    return {
        "line": problem.line,
        "kind": problem.kind,
        "message": _shown(problem.message),
        "wrong": problem.is_wrong,
    }


def _shown(message: str) -> str:
    """Redact what is shown: an entry may hold a key, and an agent reads this."""
    from distill.redaction.redactor import redact

    return redact(message).text


def _summary(checked: "Checked", counts: "TokenCounts", *, written: bool) -> str:
    from distill.maps.problem import MENDED

    wrong = [problem for problem in checked.problems if problem.is_wrong]
    mended = sum(problem.kind in MENDED for problem in wrong)
    totals = ", ".join(f"~{total}" for total in checked.totals)
    listed = f"{checked.rows} rows, {totals or '~0'} tokens ({counts.method})" if checked.rows else "no reading list"
    fixed = "figures written; " if written else ""
    note = f"\nnote: {counts.note}" if counts.note else ""
    if not wrong:
        return f"{fixed}ok: {listed}{note}"
    hint = f", {mended} of them mended by --fix" if mended else ""
    return f"{fixed}{len(wrong)} problem{'s' if len(wrong) != 1 else ''}{hint}; {listed}{note}"
