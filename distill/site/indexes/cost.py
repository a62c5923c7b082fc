"""What the pages cost: tokens and money by month, by model and by seat."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from distill.site.document import Bars, Block, Figures, Heading, Paragraph, Table
from distill.site.indexes.index import Index, of_all
from distill.site.indexes.rows import counted
from distill.site.indexes.totals import MICRO, Spent, added
from distill.site.indexes.wiki import Month, Wiki

PATH = "cost.md"
HEAD = ("Sessions", "By a model", "Input tokens", "Output tokens", "USD")
BARS = 12
MOST = 100
"""Rows of one table."""
NO_MODEL = "without a model"


def cost(wiki: Wiki) -> Index:
    """Make the page."""
    return of_all(PATH, "Cost", lambda: _blocks(wiki.months), wiki.mark)


def _blocks(months: Sequence[Month]) -> Iterator[Block]:
    if not months:
        yield Paragraph("No sessions yet.")
        return
    rows = [(month.name, *row) for month in months for row in month.totals.spent]
    by_month = _summed((month, spent) for month, _, _, spent in rows)
    whole = reduce(added, by_month.values())
    yield Figures(
        (
            (f"{whole[4] / MICRO:.2f}", "USD"),
            counted(whole[2] + whole[3], "token", "tokens"),
            counted(whole[1], "page made by a model", "pages made by a model"),
        )
    )
    if whole[4] > 0:
        newest = [(month, spent[4] / MICRO) for month, spent in list(by_month.items())[:BARS]]
        yield Bars("USD by month", tuple((month, usd, f"{usd:.2f}") for month, usd in newest))
    by_model = _summed((model or NO_MODEL, spent) for _, model, _, spent in rows)
    yield from _table("Month", list(by_month.items()))
    yield from _table("Model", sorted(by_model.items(), key=lambda pair: (-pair[1][0], pair[0])))
    yield from _table("Seat", list(_summed((seat, spent) for _, _, seat, spent in rows).items()))


def _summed(rows: Iterable[tuple[str, Spent]]) -> dict[str, Spent]:
    found: dict[str, Spent] = {}
    for name, spent in rows:
        found[name] = added(found[name], spent) if name in found else spent
    return found


def _table(name: str, groups: Sequence[tuple[str, Spent]]) -> Iterator[Block]:
    yield Heading(f"By {name.lower()}")
    rows = [(group, *_cells(spent)) for group, spent in groups[:MOST]]
    yield Table((name, *HEAD), rows, frozenset(range(1, 6)))
    if (left := len(groups) - MOST) > 0:
        yield Paragraph(f"{left} more {'is' if left == 1 else 'are'} counted above and not listed.")


def _cells(spent: Spent) -> tuple[str, ...]:
    return *(f"{count:,}" for count in spent[:4]), f"{spent[4] / MICRO:.4f}"
