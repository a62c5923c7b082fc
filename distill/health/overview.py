"""What `distill status` tells: what is installed, what happened last, what waits, what today cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import spool
from distill.health import inventory, journal_lines
from distill.health.inventory import Inventory
from distill.health.journal_lines import Line
from distill.restore import marker
from distill.restore.pending import Pending, pending_of
from distill.site.catalogue import INDEXES


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What the journal says was spent; an answer that could not be used counts as far as the journal names it."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The state of one project."""

    root: Path
    wiki: Path
    pages: int
    waiting: int
    hooks: tuple[Inventory, ...]
    plugins: tuple[str, ...]
    last: tuple[Line, ...]
    today: Spent
    pending: tuple[Pending, ...] = ()
    """Restores that were not finished yet, the oldest first."""


def take(root: Path, state: Path, wiki: Path, env: Mapping[str, str], *, now: datetime, lines: int) -> Overview:
    """Look at a project; `lines`: how many of the journal's last lines to give."""
    hooks, journal = inventory.take(root, env), journal_lines.read(state)
    return Overview(
        root=root,
        wiki=wiki,
        pages=sum(path.name not in INDEXES for path in (wiki / "sessions").glob("*.md")),
        waiting=len(spool.waiting(str(state))),
        hooks=hooks,
        plugins=inventory.plugins(hooks, env),
        last=tuple(journal[-lines:]) if lines else (),
        today=spent(journal, now),
        pending=tuple(map(pending_of, marker.pending(str(state), now.timestamp()))),
    )


def spent(lines: list[Line], now: datetime) -> Spent:
    """Add up what the lines of one UTC day say was spent."""
    today = [line for line in lines if line["time"].startswith(f"{now:%Y-%m-%d}")]
    paid = [line for line in today if _number(line, "input_tokens") or _number(line, "cost_usd")]
    return Spent(
        calls=len(paid),
        input_tokens=int(sum(_number(line, "input_tokens") for line in paid)),
        output_tokens=int(sum(_number(line, "output_tokens") for line in paid)),
        cost_usd=round(sum(_number(line, "cost_usd") for line in paid), 6),
    )


def _number(line: Line, name: str) -> float:
    try:
        return float(line.get(name, "0"))
    except ValueError:
        return 0.0
