"""What the pages cost: tokens and money by month, by model and by seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from distill.site.accounts import Account
from distill.site.document import Bars, Block, Figures, Heading, Paragraph, Table
from distill.site.indexes.index import Index, index
from distill.site.indexes.months import by_month
from distill.site.indexes.rows import counted
from distill.site.indexes.standing import by_seat

PATH = "cost.md"
HEAD = ("Sessions", "By a model", "Input tokens", "Output tokens", "USD")
BARS = 12
MOST = 100
"""Rows of one table."""
NO_MODEL = "without a model"


@dataclass(frozen=True, slots=True)
class Spent:
    """What some pages cost."""

    pages: int
    by_model: int
    input_tokens: int
    output_tokens: int
    usd: float

    def cells(self) -> tuple[str, ...]:
        """Write it down."""
        counts = (self.pages, self.by_model, self.input_tokens, self.output_tokens)
        return *(f"{count:,}" for count in counts), f"{self.usd:.4f}"


def cost(pages: Sequence[Account]) -> Index:
    """Make the page."""
    return index(PATH, "Cost", lambda: _blocks(pages), pages)


def spent(pages: Sequence[Account]) -> Spent:
    """Add up what pages cost, as they say themselves."""
    facts = [page.facts for page in pages]
    return Spent(
        len(facts),
        sum(bool(each.model) for each in facts),
        sum(each.input_tokens for each in facts),
        sum(each.output_tokens for each in facts),
        sum(each.cost_usd or 0.0 for each in facts),
    )


def _blocks(pages: Sequence[Account]) -> Iterator[Block]:
    if not pages:
        yield Paragraph("No sessions yet.")
        return
    whole = spent(pages)
    yield Figures(
        (
            (f"{whole.usd:.2f}", "USD"),
            counted(whole.input_tokens + whole.output_tokens, "token", "tokens"),
            counted(whole.by_model, "page made by a model", "pages made by a model"),
        )
    )
    months = by_month(pages)
    if whole.usd > 0:
        newest = [(month, spent(of_month).usd) for month, of_month in months[:BARS]]
        yield Bars("USD by month", tuple((month, usd, f"{usd:.2f}") for month, usd in newest))
    yield from _table("Month", months)
    yield from _table("Model", _grouped(pages, lambda page: page.facts.model or NO_MODEL))
    yield from _table("Seat", list(by_seat(pages).items()))


def _table(name: str, groups: Sequence[tuple[str, Sequence[Account]]]) -> Iterator[Block]:
    yield Heading(f"By {name.lower()}")
    rows = [(group, *spent(pages).cells()) for group, pages in groups[:MOST]]
    yield Table((name, *HEAD), rows, frozenset(range(1, 6)))


def _grouped(pages: Sequence[Account], of: Callable[[Account], str]) -> list[tuple[str, list[Account]]]:
    found: dict[str, list[Account]] = {}
    for page in pages:
        found.setdefault(of(page), []).append(page)
    return sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
