"""How far the pages can be relied on, and what was taken out of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from distill.model import Confidence
from distill.pages.render import MEANING
from distill.site.document import Block, Figures, Heading, Paragraph, Table
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.parts import ROWS
from distill.site.indexes.rows import counted
from distill.site.indexes.totals import Totals
from distill.site.indexes.wiki import Wiki

PATH = "confidence.md"
MOST = 100
"""Rows of one table."""


def confidence(wiki: Wiki) -> Index:
    """Make the page."""
    return of_all(PATH, "Redactions and confidence", lambda: _blocks(wiki), wiki.mark)


def _blocks(wiki: Wiki) -> Iterator[Block]:
    if not wiki.pages:
        yield Paragraph("No sessions yet.")
        return
    by_month = [(month.name, dict(month.totals.levels)) for month in wiki.months]
    yield Heading("Confidence")
    counts = {each: sum(levels.get(each, 0) for _, levels in by_month) for each in Confidence}
    yield Figures(tuple((f"{counts[each]:,}", f"{each}: {MEANING[each]}") for each in Confidence))
    yield Paragraph("A person raises it: `distill review PAGE --as reviewed`.")
    yield Table(("Month", *map(str, Confidence)), [_month(*each) for each in by_month[:MOST]], frozenset({1, 2, 3}))
    raised = [(wiki.named[name], by) for month in wiki.months for name, by in month.totals.raised]
    if raised:
        yield Heading("Read by a person")
        rows = [(page.titled, str(page.summary.confidence), by) for page, by in raised[:ROWS]]
        yield Table(("Session", "Confidence", "By"), rows)
        if (left := len(raised) - ROWS) > 0:
            yield Paragraph(f"{left:,} more: search for `confidence:reviewed` or `confidence:verified`.")
    yield from _redactions([month.totals for month in wiki.months])
    yield from _engines([month.totals for month in wiki.months])


def _month(month: str, levels: Mapping[str, int]) -> tuple[str, ...]:
    return month, *(str(levels.get(each) or "") for each in Confidence)


def _redactions(months: Sequence[Totals]) -> Iterator[Block]:
    values: Counter[str] = Counter()
    touched: Counter[str] = Counter()
    for kind, count, pages in (row for totals in months for row in totals.redactions):
        values[kind] += count
        touched[kind] += pages
    yield Heading("Redactions")
    yield Figures(
        (
            counted(sum(values.values()), "secret value taken out of maps", "secret values taken out of maps"),
            counted(sum(totals.redacted for totals in months), "session had one", "sessions had one"),
        )
    )
    rows = [(kind, f"{count:,}", f"{touched[kind]:,}") for kind, count in values.most_common(MOST)]
    yield Table(("Kind", "Values", "Sessions"), rows, frozenset({1, 2}))


def _engines(months: Sequence[Totals]) -> Iterator[Block]:
    made: Counter[tuple[str, str]] = Counter()
    for engine, reason, count in (row for totals in months for row in totals.engines):
        made[engine or "unknown", reason] += count
    yield Heading("Engines")
    rows = [(engine, reason, f"{count:,}") for (engine, reason), count in made.most_common(MOST)]
    yield Table(("Engine", "Why not the one asked for", "Sessions"), rows, frozenset({2}))
