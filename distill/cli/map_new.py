"""`distill map new`: a restore map to fill in."""

import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from distill import config, project
from distill.errors import MapError

SESSION_VARIABLE = "CLAUDE_CODE_SESSION_ID"
"""Claude Code tells the commands that it starts which session they belong to (measured with 2.1)."""
STDOUT = "-"


def new(
    *,
    seat: Annotated[str, typer.Option(help="The seat that writes it; else the setting `seat`.")] = "",
    session: Annotated[str, typer.Option(help="The session id; else what the client tells.")] = "",
    out: Annotated[str, typer.Option(help="File to make, or - for stdout; else one in .distill/maps/.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Begin a restore map: the template with seat, session, time, git state, last map and team filled in.

    No file is written over.
    """
    from distill.cli.token_counts import TokenCounts
    from distill.sessions import new_map

    root, here, now = Path(project.find_root(str(Path.cwd()))), Path.cwd(), datetime.now(UTC)
    settings = config.load(root, env=os.environ)
    session = session or os.environ.get(SESSION_VARIABLE, "")
    asked = new_map.Asked(
        seat=new_map.seat_of(seat, settings),
        session=session,
        root=root,
        folder=here,
        now=now,
        team=team_of(root, seat or settings.seat, session, now.timestamp()),
    )
    text = new_map.begun(asked, settings, os.environ, TokenCounts.of(settings, os.environ, exact=False).count)
    if out == STDOUT:
        sys.stdout.write(text)
        return
    path = write(text, out, root, new_map.name_of(asked.seat, now))
    if as_json:
        typer.echo(json.dumps({"map": str(path), "seat": asked.seat, "session": asked.session}, ensure_ascii=False))
    else:
        typer.echo(f"begun: {path}\nFill in its sections, then: distill map check --fix {_argument(path)}")


def write(text: str, out: str, root: Path, name: str) -> Path:
    """Make the file of a map, readable by its owner only. Raises MapError where it is there, or cannot be made."""
    from distill import files

    try:
        state = Path(project.make_state(str(root)) if not out else project.usable_state(str(root), os.environ))
        path = Path(out).absolute() if out else state / "maps" / name
        if not files.write_new(path, text, tmp=state / "tmp", mode=0o600):
            raise MapError(f"{path} is there already, and no map is written over. Name another file with --out.")
    except OSError as error:
        raise MapError(f"The map cannot be saved ({error.strerror}). Name another place with --out.") from error
    return path


def team_of(root: Path, seat: str, session: str, now: float) -> tuple[str, ...]:
    """Tell who lives in the team of a seat or a session, as far as the hooks have heard."""
    from distill.team import roster, warning

    if not (seat or session):
        return ()
    living = roster.read(project.state_dir(str(root)), seat or session).living(now)
    return tuple(line.removeprefix("- ") for line in warning.text_of(living).split("\n")[1:])


def _argument(path: Path) -> str:
    import shlex

    inside = path.is_relative_to(Path.cwd())
    return shlex.quote(str(path.relative_to(Path.cwd()) if inside else path))
