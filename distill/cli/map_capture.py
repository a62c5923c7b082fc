"""`distill map capture`: a restore map of a session whose agent wrote none."""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.cli.map_new import SESSION_VARIABLE, STDOUT, team_of, write
from distill.errors import MapError

if TYPE_CHECKING:
    from distill.config import Settings
    from distill.sessions.new_map import Asked


def capture(
    *,
    transcript: Annotated[
        Path | None, typer.Option(help="The session's transcript; else the newest session of this folder.")
    ] = None,
    seat: Annotated[str, typer.Option(help="The seat it belongs to; else the setting `seat`.")] = "",
    session: Annotated[str, typer.Option(help="The session id; else what the client tells.")] = "",
    out: Annotated[str, typer.Option(help="File to make, or - for stdout; else one in .distill/maps/.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Put a map together from a session's transcript and git: prompts, answers, plan, commits, files, commands.

    Claude Code and Codex; nothing is sent anywhere. Like every map it is not redacted, and readable by its owner only.
    """
    from distill.sessions import new_map

    root, here, now = Path(project.find_root(str(Path.cwd()))), Path.cwd(), datetime.now(UTC)
    settings = config.load(root, env=os.environ)
    found = transcript or newest_transcript(root, session or os.environ.get(SESSION_VARIABLE, ""))
    session = session or session_of(found)
    asked = new_map.Asked(
        seat=new_map.seat_of(seat, settings),
        session=session,
        root=root,
        folder=here,
        now=now,
        team=team_of(root, seat or settings.seat, session, now.timestamp()),
    )
    text = _fixed(_text(found, asked, settings), root, settings)
    if out == STDOUT:
        sys.stdout.write(text)
        return
    path = write(text, out, root, new_map.name_of(asked.seat, now))
    if as_json:
        told = {"map": str(path), "transcript": str(found), "seat": asked.seat, "session": asked.session}
        typer.echo(json.dumps(told, ensure_ascii=False))
    else:
        typer.echo(f"captured: {path}\nfrom {found}")


def newest_transcript(root: Path, session: str) -> Path:
    """Find the transcript of a session, or the newest one of this folder. Raises MapError."""
    from distill.agents.transcripts import newest_session

    found = newest_session.find(dict.fromkeys((Path.cwd(), root)), session, os.environ)
    if found is None:
        raise MapError("No session of Claude Code or Codex is known here. Name its transcript with --transcript.")
    return found


def session_of(transcript: Path) -> str:
    """Read the session's id from the name of its transcript: `<id>.jsonl`, `rollout-<time>-<id>.jsonl`."""
    from distill.agents.events import safe_id

    stem = transcript.stem
    return safe_id(stem[-36:] if stem.startswith("rollout-") else stem)


def _text(transcript: Path, asked: "Asked", settings: "Settings") -> str:
    from distill.capture import gather
    from distill.cli.token_counts import TokenCounts

    counts = TokenCounts.of(settings, os.environ, exact=False)
    text = gather.captured(transcript, asked, settings, os.environ, counts.count)
    if isinstance(text, gather.NothingToTell):
        raise MapError(f"{transcript} cannot be read, or tells nothing of a session. Name another with --transcript.")
    return text


def _fixed(text: str, root: Path, settings: "Settings") -> str:
    """Write the figures as `distill map check --fix` would."""
    from distill.cli.token_counts import TokenCounts
    from distill.maps.check import Question, check
    from distill.maps.raw_text import RawText

    raw = RawText(text, "utf-8")
    counts = TokenCounts.of(settings, os.environ, exact=False)
    folders = tuple(dict.fromkeys((Path.cwd(), root)))
    return raw.edited(check(Question(path=root / "-", raw=raw, folders=folders, count=counts.count)).edits).text
