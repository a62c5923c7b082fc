"""How far the pages can be relied on, and what was taken out of them."""

from collections import Counter
from collections.abc import Iterator, Sequence

from distill.model import Confidence
from distill.pages.render import MEANING
from distill.site.accounts import Account
from distill.site.document import Block, Cell, Figures, Heading, Paragraph, Table
from distill.site.indexes.index import Index, index
from distill.site.indexes.months import by_month
from distill.site.indexes.parts import ROWS
from distill.site.indexes.rows import counted

PATH = "confidence.md"
MOST = 100
"""Rows of one table."""


def confidence(pages: Sequence[Account]) -> Index:
    """Make the page."""
    return index(PATH, "Redactions and confidence", lambda: _blocks(pages), pages)


def _blocks(pages: Sequence[Account]) -> Iterator[Block]:
    if not pages:
        yield Paragraph("No sessions yet.")
        return
    yield Heading("Confidence")
    counts = Counter(page.summary.confidence for page in pages)
    yield Figures(tuple((f"{counts[each]:,}", f"{each}: {MEANING[each]}") for each in Confidence))
    yield Paragraph("A person raises it: `distill review PAGE --as reviewed`.")
    yield Table(
        ("Month", *map(str, Confidence)), [_month(*each) for each in by_month(pages)[:MOST]], frozenset({1, 2, 3})
    )
    raised = [page for page in pages if page.summary.confidence is not Confidence.LOW]
    if raised:
        yield Heading("Read by a person")
        yield Table(("Session", "Confidence", "By"), [_raised(page) for page in raised[:ROWS]])
    yield from _redactions(pages)
    yield from _engines(pages)


def _month(month: str, pages: Sequence[Account]) -> tuple[str, ...]:
    counts = Counter(page.summary.confidence for page in pages)
    return month, *(str(counts[each] or "") for each in Confidence)


def _raised(page: Account) -> tuple[Cell, ...]:
    return page.titled, str(page.summary.confidence), page.facts.reviewed


def _redactions(pages: Sequence[Account]) -> Iterator[Block]:
    values: Counter[str] = Counter()
    touched: Counter[str] = Counter()
    for page in pages:
        for kind, count in page.facts.redactions:
            values[kind] += count
            touched[kind] += 1
    with_any = sum(bool(page.facts.redactions) for page in pages)
    yield Heading("Redactions")
    yield Figures(
        (
            counted(sum(values.values()), "secret value taken out of maps", "secret values taken out of maps"),
            counted(with_any, "session had one", "sessions had one"),
        )
    )
    rows = [(kind, f"{count:,}", f"{touched[kind]:,}") for kind, count in values.most_common(MOST)]
    yield Table(("Kind", "Values", "Sessions"), rows, frozenset({1, 2}))


def _engines(pages: Sequence[Account]) -> Iterator[Block]:
    made = Counter((page.summary.engine or "unknown", page.facts.fallback_reason) for page in pages)
    yield Heading("Engines")
    rows = [(engine, reason, f"{count:,}") for (engine, reason), count in made.most_common(MOST)]
    yield Table(("Engine", "Why not the one asked for", "Sessions"), rows, frozenset({2}))
