"""`distill constraints`: list, add and revoke standing constraints."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.cli.people import git_name, is_agent
from distill.model import Force

if TYPE_CHECKING:
    from distill.constraints.registry import Standing

FOUND_WRONG = 1
By = Annotated[str, typer.Option(help="Who says so; git's user.name unless it is said.", show_default=False)]

app = typer.Typer(no_args_is_help=True, help="List, add and revoke the constraints that hold in every session.")


@app.command("list")
def list_constraints(
    *,
    seat: Annotated[str, typer.Option(help="Only what holds for this seat.", show_default=False)] = "",
    revoked: Annotated[bool, typer.Option("--revoked", help="Those that were revoked, too.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """List the constraints, those that must hold first."""
    from distill.constraints import registry, store

    held = registry.standing(store.read(_wiki(_root())))
    found = [one for one in held if one.line.holds_for(seat) or (revoked and one.line.revoked)]
    found.sort(key=lambda one: (bool(one.line.revoked), one.line.force != Force.MUST))
    if as_json:
        from distill.cli.show_restore import json_of

        typer.echo(json_of([_as_json(one) for one in found]))
    elif found:
        typer.echo(_redacted("\n".join(map(_as_text, found))))
    else:
        typer.echo("There are none: they come from restore maps, or by `distill constraints add`.", err=True)


@app.command()
def add(
    text: Annotated[str, typer.Argument(help="The constraint, in its own words.", show_default=False)],
    *,
    must: Annotated[bool, typer.Option("--must/--should", help="Whether it must hold, or should.")] = True,
    seat: Annotated[str, typer.Option(help="The seat that it holds for.")] = "all",
    by: By = "",
) -> None:
    """Add a constraint. What looks like a secret in it is replaced."""
    from distill.constraints import registry
    from distill.constraints.entry import Entry
    from distill.errors import PageError
    from distill.redaction.redactor import redact

    root = _root()
    try:
        entry = Entry(
            text=redact(text).text,
            since=datetime.now(UTC).date(),
            force=Force.MUST if must else Force.SHOULD,
            seat=redact(seat).text,
            by=redact(by or git_name(root)).text,
        )
    except ValueError as error:
        raise PageError(str(error)) from None
    there: Standing | None = None

    def change(held: str) -> str:
        nonlocal there
        after = registry.merged(held, [entry]).text
        there = registry.known_as(registry.standing(after), entry.text, entry.seat)
        return after

    is_new = _change(root, change)
    replaced = is_new and entry.text != " ".join(text.split())
    typer.echo(_told(there, is_new=is_new) + (" What looked like a secret in it was replaced." if replaced else ""))


@app.command()
def revoke(
    named: Annotated[str, typer.Argument(metavar="ID", help="As `list` shows it.", show_default=False)],
    *,
    why: Annotated[str, typer.Option(help="Why it no longer holds.", show_default=False)],
    by: By = "",
) -> None:
    """Strike a constraint through, with who says so and why; it is told to no agent any more."""
    from distill.constraints import registry
    from distill.redaction.redactor import redact

    if is_agent(os.environ):
        raise typer.BadParameter("only a person ends a constraint; run this in a terminal of your own")
    root, on = _root(), datetime.now(UTC).date()
    name, reason = redact(by or git_name(root)).text, redact(why).text
    if not reason.strip():
        raise typer.BadParameter("say why", param_hint="--why")

    def change(text: str) -> str:
        return registry.revoked(text, named, on=on, by=" ".join(name.split()), why=" ".join(reason.split())) or text

    if not _change(root, change):
        typer.echo(f"No constraint with the id {named} stands; see `distill constraints list`.", err=True)
        raise typer.Exit(FOUND_WRONG)
    typer.echo(f"{named} is revoked.")


def _told(there: "Standing | None", *, is_new: bool) -> str:
    """Say under which id a constraint stands, and what can be done where nothing was added."""
    if there is None:
        return "There is no room for it: revoke what no longer holds (`distill constraints list`)."
    if is_new:
        return f"Added as {there.mark}."
    if there.line.revoked:
        told = f"{there.mark} has these words and was revoked; `distill constraints list --revoked` says why."
        return f"{told} To let it hold again, take the ~~ and what follows them out of its line in constraints.md."
    return f"{there.mark} has these words already, for {there.line.seat}; see `distill constraints list`."


def _root() -> Path:
    return Path(project.find_root(str(Path.cwd())))


def _wiki(root: Path) -> Path:
    from distill import fresh

    return fresh.wiki_of(root, config.load(root, env=os.environ))


def _change(root: Path, change: Callable[[str], str]) -> bool:
    from distill.constraints import store

    return store.update(_wiki(root), Path(project.usable_state(str(root), os.environ)), change)


def _redacted(text: str) -> str:
    """Redact what is shown: a person may have written a key down, and an agent reads this."""
    from distill.redaction.redactor import redact

    return redact(text).text


def _as_text(one: "Standing") -> str:
    seat = "" if one.line.seat == "all" else f"  ({one.line.seat})"
    ended = f"  {one.line.revoked.strip('~ ')}" if one.line.revoked else ""
    return f"{one.mark}  {one.line.force:<6}  {one.line.text}{seat}{ended}"


def _as_json(one: "Standing") -> dict[str, object]:
    return {
        "id": one.mark,
        "force": one.line.force,
        "text": one.line.text,
        "seat": one.line.seat,
        "source": one.line.source,
        "since": one.line.since,
        "revoked": one.line.revoked or None,
        "line": one.row,
    }
