"""`distill index`: writes the index pages of the wiki as Markdown."""

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project

if TYPE_CHECKING:
    from distill.site.on_disk import Refreshed

OUT_OF_DATE = 1
MOST_TOLD = 20


def index(
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit code 1 when an index page is out of date.")
    ] = False,
    wiki: Annotated[Path | None, typer.Option(help="Folder of the wiki.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write overview, months, seats, decisions, open items, tickets, constraints, cost and confidence as Markdown.

    For a forge, another builder of sites, or agents; the plug-in of MkDocs needs no such files. A file that a person
    made is never written over.
    """
    from distill import fresh
    from distill.site.on_disk import refreshed

    root = Path(project.find_root(str(Path.cwd())))
    settings = config.load(root, env=os.environ, options={"wiki": str(wiki.absolute()) if wiki else None})
    state = Path(project.usable_state(str(root), os.environ))
    folder = fresh.wiki_of(root, settings)
    if not folder.is_dir():
        raise typer.BadParameter(f"there is no folder {folder}", param_hint="--wiki")
    done = refreshed(folder, state, now_ns=time.time_ns(), check=check)
    typer.echo(json.dumps(_as_json(done), ensure_ascii=False, indent=1) if as_json else _as_text(done, check=check))
    raise typer.Exit(OUT_OF_DATE if check and not done.up_to_date else 0)


def _as_json(done: "Refreshed") -> dict[str, object]:
    return {
        "sessions": done.sessions,
        "up_to_date": done.up_to_date,
        "current": done.current,
        "written": done.written,
        "removed": done.removed,
        "left": done.left,
        "bad": [{"page": each.name, "why": each.problem} for each in done.bad],
    }


def _as_text(done: "Refreshed", *, check: bool) -> str:
    would = "out of date: " if check else ""
    lines = [f"{would}{'' if check else 'written: '}{path}" for path in done.written[:MOST_TOLD]]
    lines += [f"and {left} more"] if (left := len(done.written) - MOST_TOLD) > 0 else []
    lines += [f"{would}removed: {path}" for path in done.removed]
    lines += [f"left: {path} (a person's file)" for path in done.left]
    lines += [f"cannot be read: {each.problem}" for each in done.bad]
    counts = f"{len(done.written)} {'to write' if check else 'written'}, {done.current} current"
    return "\n".join([*lines, f"{done.sessions} sessions: {counts}"])
