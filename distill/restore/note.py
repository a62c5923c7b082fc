"""The RESTORED note: what was recovered, what was not and why that is enough, and what comes next."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from distill.model import OpenItem
from distill.restore.acceptance import Settled, name_of
from distill.restore.audit import Audited, Verdict
from distill.restore.examine import Examined

MOST_ITEMS = 8
"""Open items that are told as next steps."""
MOST_RANGES = 12
MOST_TOLD = 5
"""Accepted rows that a page tells of, each with so many characters of its reason; the note has them all."""
MOST_WHY = 160


def note_of(examined: Examined, settled: Settled, items: Iterable[OpenItem], *, session: str, now: datetime) -> str:
    """Write the note; not redacted yet."""
    return "\n".join(_lines(examined, settled, tuple(items), session, now)) + "\n"


def sentence_of(examined: Examined, settled: Settled, note: str, now: datetime) -> str:
    """Say on a page what a restore came to, in one sentence; `note`: the file that says more."""
    told = [f" {verdict_of(row)} {row.row.entry}: {why[:MOST_WHY].rstrip('.')}." for row, why in settled.accepted]
    more = f" And {len(told) - MOST_TOLD} more." if len(told) > MOST_TOLD else ""
    accepted = "".join(told[:MOST_TOLD]) + more
    return (
        f"Restored after the compaction, {now:%Y-%m-%d %H:%MZ}: {len(settled.proven)} of {len(examined.rows)} rows of "
        f"the reading list proven read ({note}).{' Accepted:' if accepted else ''}{accepted}"
    )


def verdict_of(audited: Audited) -> str:
    """Give a verdict, with the lines that are missing."""
    missing = ranges_of(audited)
    return (
        f"{audited.verdict} ({missing} missing)" if missing and audited.verdict is Verdict.PARTIAL else audited.verdict
    )


def ranges_of(audited: Audited) -> str:
    """Give the lines that are missing; of very many the first ones."""
    shown = [str(lines) for lines in audited.missing[:MOST_RANGES]]
    more = len(audited.missing) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _lines(
    examined: Examined, settled: Settled, items: tuple[OpenItem, ...], session: str, now: datetime
) -> Iterator[str]:
    yield f"# RESTORED — {examined.about.seat}"
    yield ""
    yield f"Written: {now:%Y-%m-%dT%H:%M:%SZ}"
    if session or examined.about.session_id:
        yield f"Session: {session or examined.about.session_id}"
    yield f"Map: {examined.map.name} (written {examined.about.written:%Y-%m-%dT%H:%M:%SZ})"
    yield f"Read to: tier {examined.tier}" + (f" ({examined.tier_label})" if examined.tier_label else "")
    yield from ("", "## Recovered", "")
    yield from [_row(row) for row in settled.proven] or ["- Nothing of the list."]
    yield from ("", "## Not recovered", "")
    yield from [f"{_row(row)} Accepted: {why}" for row, why in settled.accepted] or ["- Nothing was left out."]
    yield from ("", "## Next step", "")
    yield from [f"- {item.text} (map, L{item.lines.first})" for item in items[:MOST_ITEMS]] or ["- The map names none."]


def _row(audited: Audited) -> str:
    note = f" ({audited.note})" if audited.note else ""
    return f"- {name_of(audited)}. `{audited.row.entry}`: {verdict_of(audited)}{note}."
