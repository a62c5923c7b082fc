"""`distill handoff`: what the next agent, or this one after a compaction, has to know."""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.agents.events import safe_id
from distill.cli.map_capture import newest_transcript, session_of
from distill.cli.map_new import SESSION_VARIABLE, STDOUT
from distill.errors import MapError

if TYPE_CHECKING:
    from distill.config import Settings
    from distill.handoff.make import Asked


def handoff(
    *,
    transcript: Annotated[
        Path | None, typer.Option(help="The session's transcript; else the newest session of this folder.")
    ] = None,
    session: Annotated[str, typer.Option(help="The session id; else what the client tells.")] = "",
    out: Annotated[str, typer.Option(help="File to make, or - for stdout; else one in the folder of handoffs.")] = "",
    message: Annotated[bool, typer.Option("--message", help="Save it, and print it without secrets.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write the handoff of a session: nine parts, and its last prompts and answers word for word.

    Claude Code and Codex. It is word for word, so it is not redacted, and readable by its owner only.
    """
    from distill.handoff import make

    root, here = Path(project.find_root(str(Path.cwd()))), Path.cwd()
    settings = config.load(root, env=os.environ)
    found = transcript or newest_transcript(root, session or os.environ.get(SESSION_VARIABLE, ""))
    asked = make.Asked(
        transcript=found, session=safe_id(session) or session_of(found), root=root, folder=here, now=datetime.now(UTC)
    )
    if out == STDOUT:
        sys.stdout.write(_text(asked, settings))
        return
    path = _written(Path(out), asked, settings) if out else _saved(asked, settings)
    if as_json:
        told = {"handoff": str(path), "transcript": str(found), "session": asked.session}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        typer.echo(make.message_of(path, settings) if message else str(path))


def _text(asked: "Asked", settings: "Settings") -> str:
    from distill.handoff import document, make

    handed = make.made(asked, settings, os.environ)
    if isinstance(handed, make.NothingToTell):
        raise _nothing(asked)
    return document.render(handed)


def _saved(asked: "Asked", settings: "Settings") -> Path:
    from distill.handoff import make

    path = make.prepare_handoff(asked, settings, os.environ)
    if isinstance(path, make.NothingToTell):
        raise _nothing(asked)
    return path


def _written(path: Path, asked: "Asked", settings: "Settings") -> Path:
    from distill import files

    if not files.write_new(path, _text(asked, settings), tmp=path.parent, mode=0o600):
        raise MapError(f"{path} is there already; nothing was written. Name another file with --out.")
    return path


def _nothing(asked: "Asked") -> MapError:
    return MapError(
        f"{asked.transcript} cannot be read, or nobody said anything in it. Name another with --transcript."
    )
