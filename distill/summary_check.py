"""After a compaction: what its summary kept of the constraints; into the journal, onto the page, and to the person."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill import config, files, fresh, journal, locks, spool
from distill.agents import events
from distill.agents.events import HookEvent
from distill.compaction import shape
from distill.config import Settings
from distill.constraints import box, compare, registry, store
from distill.constraints.compare import Fate
from distill.constraints.registry import Standing
from distill.model import UNKNOWN_SEAT
from distill.outcome import Failed, Outcome
from distill.pages import restored
from distill.pages.read import parse
from distill.sessions.segment import compaction_of
from distill.sessions.summary_text import words_of

WAIT_S = 3.0
"""How long the client may take to write its summary; 1 s after its hooks end as measured."""
LOCK_S = 5.0
PAUSE_S = 0.2
RECENT_S = 60.0
"""Age of an event beyond which nothing more is waited for."""
MOST_NAMED = 12
MOST_PAGE = 16_000_000
COMPARED = "compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What a summary did to the constraints that hold for a seat."""

    kept: tuple[str, ...] = ()
    weakened: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Count the constraints."""
        return len(self.kept) + len(self.weakened) + len(self.dropped)

    def sentence(self) -> str:
        """Say what was lost, by ids; empty where nothing was."""
        lost = [
            f"{what} {_named(ids)}" for what, ids in (("dropped", self.dropped), ("weakened", self.weakened)) if ids
        ]
        return f"{restored.SUMMARY_START} {' and '.join(lost)} of {self.total} constraints." if lost else ""


def check(event: HookEvent, outcome: Outcome, root: Path, state: Path, env: Mapping[str, str], *, at: float) -> None:
    """Compare the summary of an event's compaction with the registry. Raises DistillError and OSError."""
    settings = config.load(root, env=env)
    wiki = fresh.wiki_of(root, settings)
    standing = _standing(wiki, _seat(event, outcome, settings)) if settings.constraints else []
    summary = _summary(event, state, at) if standing else ""
    if not summary or not _is_new(summary, event, state):
        return
    found = compared(summary, standing)
    lane = spool.lane_of(event)
    journal.append(str(state), {**_fields(found), "session": event.session_id, "seat": events.safe_id(event.seat)})
    if sentence := found.sentence():
        box.put(str(state), box.NOTICES, lane, f"distill: {sentence} They stand in {wiki.name}/constraints.md.")
        _note(outcome, sentence, state)


def compared(summary: str, standing: Sequence[Standing]) -> Compared:
    """Sort constraints by what a summary did to them; both without what looks like a secret, as hooks keep it."""
    said = shape.masked_lines(words_of(summary))
    fates = compare.fates(said, [shape.masked(one.line.text) for one in standing])
    ids = {fate: tuple(one.mark for one, its in zip(standing, fates, strict=True) if its is fate) for fate in Fate}
    return Compared(kept=ids[Fate.KEPT], weakened=ids[Fate.WEAKENED], dropped=ids[Fate.DROPPED])


def _standing(wiki: Path, seat: str) -> list[Standing]:
    found = {one.mark: one for one in registry.standing(store.read(wiki)) if one.line.holds_for(seat)}
    return list(found.values())


def _seat(event: HookEvent, outcome: Outcome, settings: Settings) -> str:
    """Say whose constraints count, as the client, the settings or the map name the seat; empty: everybody's."""
    of_map = "" if isinstance(outcome, Failed) or outcome.seat == UNKNOWN_SEAT else outcome.seat
    return event.seat or settings.seat or of_map


def _summary(event: HookEvent, state: Path, at: float) -> str:
    """Find the summary: what the client sent, else what its transcript has; waits for either, briefly."""
    lane, until = spool.lane_of(event), min(time.time(), at + RECENT_S) + WAIT_S
    for _ in range(int(WAIT_S / PAUSE_S) + 1):
        if sent := box.take(str(state), box.SUMMARIES, lane):
            return sent
        found = compaction_of(event.transcript_path, datetime.fromtimestamp(at, UTC))
        if found.is_written or time.time() > until or not _is_there(event.transcript_path):
            return found.summary.text if found.summary else ""
        time.sleep(PAUSE_S)
    return ""


def _is_there(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _is_new(summary: str, event: HookEvent, state: Path) -> bool:
    """Tell whether a summary was not looked at yet: several events tell of one compaction."""
    seen = state / COMPARED / f"{spool.lane_of(event)}.txt"
    mark = hashlib.sha256(summary.encode("utf-8", "replace")).hexdigest()
    if seen.is_file() and files.read_bounded(seen, len(mark)).decode("ascii", "replace") == mark:
        return False
    files.replace(seen, mark, tmp=state / "tmp", mode=0o600)
    return True


def _fields(found: Compared) -> dict[str, object]:
    return {
        "outcome": COMPARED,
        "constraints": found.total,
        "kept": len(found.kept),
        "weakened": len(found.weakened),
        "dropped": len(found.dropped),
        "ids": ",".join((*found.dropped, *found.weakened)[:MOST_NAMED]),
    }


def _note(outcome: Outcome, sentence: str, state: Path) -> None:
    """Say it on the page too, where nobody changed it."""
    page = None if isinstance(outcome, Failed) else outcome.page
    if page is None or not page.is_file():
        return
    before = files.read_bounded(page, MOST_PAGE)
    lock = state / "locks" / f"map-{parse(before.decode('utf-8', 'replace')).meta.map_sha256[:16]}.lock"
    with locks.held(lock, seconds=LOCK_S) as ours:
        text = restored.noted(before.decode("utf-8", "replace"), sentence) if ours else ""
        if text:
            files.rewrite(page, text.encode("utf-8"), expected=before, tmp=state / "tmp")


def _named(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - MOST_NAMED} more" if len(ids) > MOST_NAMED else ""
    return f"{len(ids)} ({', '.join(ids[:MOST_NAMED])}{more})"
