"""`distill init`: starts a wiki in a project."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import project

if TYPE_CHECKING:
    from distill.starter.start import Started

NEXT = """
Then:  distill install --agent claude-code   # or codex: a page after each compaction
       distill run MAP.md                    # or a page now
       mkdocs serve                          # the wiki in the browser
"""


def init(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="The project's folder; none: the project you are in.")
    ] = None,
    *,
    name: Annotated[str | None, typer.Option(help="Name of the site; else the folder's.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Start a wiki in a project: mkdocs.yml, wiki/, distill.toml, lines for git. What is there is left as it is."""
    from distill.starter.start import start

    root = os.path.abspath(folder) if folder else project.find_root(str(Path.cwd()))  # noqa: PTH100 - links stay
    started = start(Path(root), name=name, env=os.environ)
    typer.echo(json.dumps(_as_json(started), ensure_ascii=False, indent=1) if as_json else _as_text(started))


def _as_json(started: "Started") -> dict[str, object]:
    return {
        "project": str(started.root),
        "wiki": str(started.wiki),
        "files": [{"file": str(step.file), "change": step.change} for step in started.steps],
        "mkdocs": str(started.mkdocs),
        "add_to_mkdocs": started.to_add,
        "sessions_go_to": str(started.sessions_go_to),
    }


def _as_text(started: "Started") -> str:
    lines = [f"{step.change}: {step.file}" for step in started.steps]
    if started.to_add:
        lines += ["", f"{started.mkdocs} is yours and was left as it is. For the wiki it lacks:", "", started.to_add]
    if started.is_elsewhere:
        lines += ["", f"Sessions in this worktree write into the wiki of {started.sessions_go_to}."]
    return "\n".join(lines) + "\n" + NEXT.rstrip("\n")
