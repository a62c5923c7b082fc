"""`distill restore`: what a seat that was compacted has read again, and the end of the restore."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.errors import MapError

if TYPE_CHECKING:
    from distill.config import Settings
    from distill.restore.acceptance import Acceptance
    from distill.restore.examine import Examined
    from distill.restore.finish import Place
    from distill.restore.pending import Pending

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Prove what was read after a compaction.")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Tier = Annotated[int | None, typer.Option(min=1, help="Tier line to read to; else as the map says, else 2.")]
Map = Annotated[Path | None, typer.Option("--map", help="The restore map, when it is not the marker's.")]
Transcript = Annotated[Path | None, typer.Option(help="The session's transcript, when it is not the marker's.")]
SeatName = Annotated[str | None, typer.Option("--seat", help="Whose restore; else DISTILL_SEAT, or the only one.")]


@app.command("status")
def status(
    *,
    seat: SeatName = None,
    tier: Tier = None,
    map_path: Map = None,
    transcript: Transcript = None,
    as_json: Json = False,
) -> None:
    """Show each row of the reading list: read whole, in part, not at all, or changed; changes nothing."""
    from distill.cli import show_restore

    pending = _pending(seat)
    if pending is None and (map_path is None or transcript is None):
        others = _others()
        typer.echo(show_restore.nothing_json(others) if as_json else show_restore.nothing_text(others))
        return
    examined = _examined(pending, map_path, transcript, tier)
    typer.echo(show_restore.as_json(examined, pending) if as_json else show_restore.as_text(examined, pending))


@app.command("audit")
def audit(
    *,
    map_path: Annotated[Path, typer.Option("--map", help="The restore map.", show_default=False)],
    transcript: Annotated[Path, typer.Option(help="The session's transcript.", show_default=False)],
    tier: Tier = None,
    as_json: Json = False,
) -> None:
    """Hold any map against any transcript, without a marker. Ends with 1 while a row is not proven."""
    from distill.cli import show_restore

    examined = _examined(None, map_path, transcript, tier)
    typer.echo(show_restore.as_json(examined, None) if as_json else show_restore.as_text(examined, None))
    raise typer.Exit(int(bool(examined.unsettled)))


@app.command("done")
def done(
    *,
    accept: Annotated[
        list[str] | None,
        typer.Option(metavar="ROW", help="A row that is not proven: its number, L and line, or entry."),
    ] = None,
    why: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="Why that is enough, one for each ROW.")] = None,
    seat: SeatName = None,
    tier: Tier = None,
    map_path: Map = None,
    transcript: Transcript = None,
    as_json: Json = False,
) -> None:
    """End the restore: write the RESTORED note and clear the marker.

    Ends with 1, and changes nothing, while a row is neither proven nor accepted.
    """
    from distill.cli import show_restore
    from distill.restore.finish import Finished, finish

    pending, given = _pending(seat), _acceptances(accept or [], why or [])
    if pending is None and (map_path is None or transcript is None):
        others = _others()
        typer.echo(show_restore.nothing_json(others) if as_json else show_restore.nothing_text(others))
        raise typer.Exit(1)
    place = _place()
    try:
        examined = _examined(pending, map_path, transcript, tier)
    except MapError:
        _give_up(pending, given, place, as_json=as_json)
        raise
    ended = finish(examined, given, pending, place, datetime.now(UTC))
    typer.echo(show_restore.ended_json(ended) if as_json else show_restore.ended_text(ended))
    raise typer.Exit(0 if isinstance(ended, Finished) else 1)


def _pending(seat: str | None) -> "Pending | None":
    """Find the marker of who asks: of the seat as said, else of the settings' seat, else of the session."""
    from distill.agents import events
    from distill.cli import show_restore
    from distill.restore.pending import Several, choose

    root, settings = _project()
    asking = (seat,) if seat else (events.masked(os.environ.get("DISTILL_SEAT", "")), settings.seat, _session())
    found = choose(_state(root), asking, datetime.now(UTC).timestamp())
    if isinstance(found, Several):
        typer.echo(show_restore.several_text(found.seats), err=True)
        raise typer.Exit(2)
    return found


def _others() -> tuple[str, ...]:
    """Name who owes a restore here."""
    from distill.restore import marker

    alive = marker.pending(str(_state(_project()[0])), datetime.now(UTC).timestamp())
    return tuple(str(one["sessionName"]) for one in alive)


def _examined(
    pending: "Pending | None", map_path: Path | None, transcript: Path | None, tier: int | None
) -> "Examined":
    from distill.restore.examine import Question, examine
    from distill.restore.pending import transcript_of

    path = map_path or (Path(pending.map) if pending and pending.map else None)
    if path is None:
        raise MapError(
            "The session left no restore map. Name one with --map; or go on from the summary and end the restore: "
            '`distill restore done --accept map --why "there was none"`.'
        )
    told = transcript or (transcript_of(pending, _session()) if pending else "")
    cwd = pending.cwd if pending and pending.cwd else str(Path.cwd())
    root, settings = _project()
    default = settings.continuity.tier
    return examine(Question(map=path, transcript=str(told), cwd=cwd, root=root, tier=tier, default_tier=default))


def _acceptances(rows: list[str], reasons: list[str]) -> "list[Acceptance]":
    from distill.restore.acceptance import Acceptance

    if len(rows) != len(reasons) or not all(reason.strip() for reason in reasons):
        raise typer.BadParameter("each --accept needs a --why, in the same order", param_hint="--why")
    return [Acceptance(row, " ".join(reason.split())) for row, reason in zip(rows, reasons, strict=True)]


def _give_up(pending: "Pending | None", given: "list[Acceptance]", place: "Place", *, as_json: bool) -> None:
    """End a restore whose map is gone, where the agent accepts that; else return."""
    from distill.restore.acceptance import ITSELF
    from distill.restore.finish import give_up

    reason = next((one.why for one in given if one.row == ITSELF), "")
    if pending is None or not reason:
        return
    give_up(pending, reason, place)
    typer.echo(json.dumps({"outcome": "given-up"}) if as_json else "The restore is given up: there is no map to go by.")
    raise typer.Exit(0)


def _place() -> "Place":
    from distill import fresh
    from distill.restore.finish import Place

    root, settings = _project()
    state = Path(project.usable_state(str(root), os.environ))
    return Place(wiki=fresh.wiki_of(root, settings), state=state, policy=settings.redaction)


def _project() -> "tuple[Path, Settings]":
    root = Path(project.find_root(str(Path.cwd())))
    return root, config.load(root, env=os.environ)


def _state(root: Path) -> Path:
    from distill.health import checkup

    return checkup.state_of(root, os.environ)


def _session() -> str:
    """Name the session that this command runs in, where its client says it."""
    return os.environ.get("CLAUDE_CODE_SESSION_ID", "")
