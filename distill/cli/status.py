"""`distill status`: what is installed, what happened last, what waits."""

import json
import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project

if TYPE_CHECKING:
    from distill.health.inventory import Inventory
    from distill.health.journal_lines import Line
    from distill.health.overview import Overview, Spent
    from distill.restore.pending import Pending


def status(
    *,
    lines: Annotated[int, typer.Option(min=0, help="How many of the journal's last lines to show.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Tell what is installed, what the journal said last, what waits and what today cost; changes nothing."""
    from distill import fresh
    from distill.health import checkup, overview

    root = Path(project.find_root(str(Path.cwd())))
    wiki = fresh.wiki_of(root, config.load(root, env=os.environ))
    state = checkup.state_of(root, os.environ)
    found = overview.take(root, state, wiki, os.environ, now=datetime.now(UTC), lines=lines)
    typer.echo(json.dumps(_as_json(found), ensure_ascii=False, indent=1) if as_json else _as_text(found))


def _as_json(found: "Overview") -> dict[str, object]:
    return {
        "project": str(found.root),
        "wiki": str(found.wiki),
        "pages": found.pages,
        "waiting": found.waiting,
        "pending": [{"seat": each.seat, "since": each.stamp, "map": each.map or None} for each in found.pending],
        "hooks": [_hook(each) for each in found.hooks if each.entries or each.trouble],
        "plugins": list(found.plugins),
        "today": asdict(found.today),
        "last": [dict(line) for line in found.last],
    }


def _hook(each: "Inventory") -> dict[str, object]:
    return {
        "agent": each.client.name,
        "scope": str(each.scope),
        "file": str(each.file),
        "events": [entry.event for entry in each.entries],
        "trouble": each.trouble or None,
    }


def _as_text(found: "Overview") -> str:
    hooks = [_where(each) for each in found.hooks if each.entries or each.trouble]
    hooks += [f"{name}, as a plugin" for name in found.plugins]
    return "\n".join(
        [
            f"project  {found.root}",
            *(f"hook     {line}" for line in hooks or ["none: distill install --agent claude-code"]),
            f"pages    {found.pages} in {found.wiki / 'sessions'}",
            f"waiting  {found.waiting} event{'' if found.waiting == 1 else 's'} in the spool",
            *(f"restore  {_pending(each)}" for each in found.pending),
            f"today    {_spent(found.today)}",
            *(f"journal  {_line(line)}" for line in found.last),
        ]
    )


def _spent(today: "Spent") -> str:
    calls = f"{today.calls} call{'' if today.calls == 1 else 's'}"
    return f"{calls}, {today.input_tokens} tokens in, {today.output_tokens} out, {today.cost_usd:.4f} USD"


def _pending(each: "Pending") -> str:
    return f"of {each.seat} is pending since {each.created_at:%Y-%m-%d %H:%MZ}: distill restore status"


def _where(each: "Inventory") -> str:
    events = ", ".join(entry.event for entry in each.entries)
    return f"{each.client.title}, {each.scope}: {each.trouble or f'{events} in {each.file}'}"


def _line(line: "Line") -> str:
    return f"{line['time']}  " + " ".join(f"{key}={value}" for key, value in line.items() if key != "time")
