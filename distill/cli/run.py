"""`distill run`: maps to pages, now."""

import json
import os
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from distill import config, journal, project
from distill.errors import ConfigError

if TYPE_CHECKING:
    from distill.config import Settings
    from distill.outcome import Outcome

BAR_FROM = 5
"""Number of maps from which progress is shown, on a terminal."""


def run(
    maps: Annotated[
        list[Path] | None, typer.Argument(metavar="[MAP]...", help="Maps to distil; none: the seat's newest fresh map.")
    ] = None,
    *,
    seat: Annotated[str | None, typer.Option(help="The seat the map belongs to.")] = None,
    engine: Annotated[
        str | None, typer.Option(help="auto, extractive or anthropic.", autocompletion=lambda: list(config.ENGINES))
    ] = None,
    wiki: Annotated[Path | None, typer.Option(help="Folder of the wiki.")] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would be sent to the model, and its cost at most.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Make the page of each map: redact, distil, redact again, write.

    Without MAP the seat's newest fresh map is taken by the rule that the hook uses.
    """
    from distill.cli import show

    root = Path(project.find_root(str(Path.cwd())))
    try:
        settings = config.load(root, env=os.environ, options=_options(seat, engine, wiki))
    except ConfigError as error:
        if as_json:
            typer.echo(json.dumps({"results": [], "error": str(error)}, ensure_ascii=False, indent=1))
        raise
    if dry_run:
        _show_requests(maps or [], settings, as_json=as_json)
    state = Path(project.usable_state(str(root), os.environ))
    barred = not as_json and len(maps or []) >= BAR_FROM and sys.stderr.isatty()
    results: list[tuple[Path | None, Outcome]] = []
    for source, outcome in _outcomes(maps or [], root, state, settings, given_seat=seat, barred=barred):
        results.append((source, outcome))
        if not (as_json or barred):
            _say(outcome)
    for _, outcome in results if barred else ():  # a bar and text on one terminal would run into each other
        _say(outcome)
    if as_json:
        typer.echo(json.dumps({"results": [show.as_json(o, s) for s, o in results]}, ensure_ascii=False, indent=1))
    raise typer.Exit(max((show.exit_code(outcome) for _, outcome in results), default=0))


def _show_requests(maps: list[Path], settings: "Settings", *, as_json: bool) -> NoReturn:
    """Print what would be sent for each map, redacted, and end; nothing is sent or written, and no key is needed."""
    from distill.cli import show_request

    if not maps:
        raise typer.BadParameter("name the maps with --dry-run", param_hint="MAP")
    shown = [show_request.of_map(path, settings, os.environ) for path in maps]
    texts = (
        [json.dumps({"requests": shown}, ensure_ascii=False, indent=1)] if as_json else map(show_request.text, shown)
    )
    for text in texts:
        typer.echo(text)
    raise typer.Exit(max(4 * ("error" in each) for each in shown))


def _say(outcome: "Outcome") -> None:
    from distill.cli import show

    typer.echo(show.as_text(outcome), err=show.exit_code(outcome) != 0)


def _options(seat: str | None, engine: str | None, wiki: Path | None) -> dict[str, object]:
    return {"seat": seat, "engine": engine, "wiki": None if wiki is None else str(wiki.absolute())}


def _outcomes(
    maps: list[Path], root: Path, state: Path, settings: "Settings", *, given_seat: str | None, barred: bool
) -> "Iterator[tuple[Path | None, Outcome]]":
    from distill.outcome import fields

    for source in _with_bar(maps, shown=barred) if maps else [None]:
        started = time.monotonic()
        outcome = (
            _newest(root, state, settings) if source is None else _named(source, root, state, settings, given_seat)
        )
        ms = int(1000 * (time.monotonic() - started))
        journal.append(str(state), {**fields(outcome), "ms": ms, "event": "run"})
        yield source, outcome


def _newest(root: Path, state: Path, settings: "Settings") -> "Outcome":
    from distill import fresh
    from distill.maps.locate import Asked
    from distill.model import UNKNOWN_SEAT, Seat

    seat = Seat(settings.seat or UNKNOWN_SEAT)
    asked = Asked(seat=seat, folders=fresh.folders(root, str(Path.cwd())), now=datetime.now(UTC))
    return fresh.page_of_newest(asked, root, state, settings, os.environ)


def _named(source: Path, root: Path, state: Path, settings: "Settings", seat: str | None) -> "Outcome":
    from distill import fresh, pipeline
    from distill.model import Seat
    from distill.outcome import Failed

    raw = pipeline.read_map(source, settings)
    if isinstance(raw, Failed):
        return raw
    place = pipeline.Place(wiki=fresh.wiki_of(root, settings), state=state)
    return pipeline.run(raw, settings, place, env=os.environ, seat=Seat(seat) if seat else None)


def _with_bar(maps: list[Path], *, shown: bool) -> Iterator[Path]:
    if not shown:
        yield from maps
        return
    with typer.progressbar(maps, label="Distilling", file=sys.stderr) as progress:
        yield from progress
