"""`distill demo`: see the whole thing happen."""

import json
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

WIDTH = 72


def demo(
    *,
    folder: Annotated[Path, typer.Option("--dir", help="Where to make the scratch project.")] = Path("distill-demo"),
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play a compaction in a scratch project: map, real hook, page, site. No key, no network."""
    from distill.demo import show

    shown = show(folder)
    if as_json:
        times = {"dispatched": shown.dispatched_s, "written": shown.written_s, "built": shown.built_s}
        paths = {"project": str(shown.project), "page": str(shown.page), "site": str(shown.site)}
        typer.echo(json.dumps({**paths, "seconds": {k: round(v, 3) for k, v in times.items()}}, indent=1))
        return
    _part("What the hook tells the agent after the compaction", shown.said)
    _part(f"The page that came into the wiki: {shown.page.name}", shown.page.read_text("utf-8"))
    typer.echo("─" * WIDTH)
    typer.echo(f"dispatched  +{shown.dispatched_s:6.3f} s   the hook has returned; the session goes on")
    typer.echo(f"written     +{shown.written_s:6.3f} s   {shown.page}")
    typer.echo(f"built       +{shown.built_s:6.3f} s   {shown.site}")
    serve = shlex.join([sys.executable, "-m", "mkdocs", "serve", "-f", str(shown.project / "mkdocs.yml")])
    typer.echo(f"\nBrowse it:  {serve}")


def _part(title: str, text: str) -> None:
    typer.echo(f"── {title} {'─' * max(2, WIDTH - 4 - len(title))}\n\n{text.strip()}\n")
