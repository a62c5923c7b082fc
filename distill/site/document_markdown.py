"""An index page as Markdown that reads well where it lies: for a forge, for any builder of sites, for agents."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import lru_cache
from urllib.parse import quote

from distill.pages.escape import escape
from distill.site import text_charts
from distill.site.document import (
    Bars,
    Block,
    Cell,
    Document,
    Figures,
    Heading,
    HeatMap,
    Inline,
    Items,
    Link,
    Paragraph,
    Table,
)

MARKER = "<!-- distill:index: made from the pages, and made again; remove this line to keep the file as yours -->"
"""The first line of what `distill index` writes; a file without it is a person's."""
LIVE = re.compile(
    r"""[!"$&*<=>@\[\\\]^`{|}~]            # markup, links, tags, entities, templates
    |   (?<![^\W_])_|_(?![^\W_])          # emphasis; snake_case stays
    |   (?<!\d):(?=\w)|:(?=/|[a-z])       # addresses and emoji; times stay
    |   (?<=www)\.                        # addresses""",
    re.VERBOSE | re.IGNORECASE,
)
"""What some builder may take for more than text within the text of a link, or within a cell."""
MOST_MONTHS = 24
REMEMBERED = 20_000
"""Texts that come again and again: days, seats, titles."""


def to_markdown(document: Document) -> str:
    """Write a document."""
    writer = _Writer(document.path)
    blocks = filter(None, map(writer.block, document.blocks))
    return "\n\n".join([MARKER, f"# {escape(document.title)}", *blocks]) + "\n"


class _Writer:
    """Writes the blocks of one page."""

    def __init__(self, path: str) -> None:
        folder, _, _ = path.rpartition("/")
        self._folder = f"{folder}/" if folder else ""
        self._up = "../" * self._folder.count("/")

    def block(self, block: Block) -> str:  # noqa: PLR0911 - one for each kind of block
        match block:
            case Heading(text, level):
                return f"{'#' * level} {escape(text)}"
            case Paragraph(text):
                return self._cell(text)
            case Items(items):
                return "\n".join(f"- {self._cell(item)}" for item in items)
            case Table():
                return "\n".join(self._table(block)) if block.rows else ""
            case Figures(figures):
                return " · ".join(f"**{number}** {name}" for number, name in figures)
            case HeatMap(days, noun):
                return _heat_map(days, noun)
            case Bars():
                return "\n".join(_bars(block))

    def _table(self, table: Table) -> Iterator[str]:
        yield f"| {' | '.join(table.head)} |"
        yield f"|{'|'.join('--:' if at in table.numbers else '---' for at in range(len(table.head)))}|"
        for row in table.rows:
            yield f"| {' | '.join(map(self._in_table, row))} |"

    def _in_table(self, cell: Cell) -> str:
        return _barless(cell) if isinstance(cell, str) else self._cell(cell)

    def _cell(self, cell: Cell) -> str:
        """Write what stands in one line; before a link, `!` would make it an image."""
        if not isinstance(cell, tuple):
            return self._inline(cell)
        written = list(map(self._inline, cell))
        return "".join(f"{one[:-1]}&#33;" if one.endswith("!") else one for one in written[:-1]) + "".join(written[-1:])

    def _inline(self, inline: Inline) -> str:
        if isinstance(inline, str):
            return _barless(inline)
        if isinstance(inline, Link):
            return f"[{_inert(inline.text)}]({self._way(inline)})"
        return text_charts.sparkline(inline.values)

    def _way(self, link: Link) -> str:
        path = _quoted(link.path)
        way = path.removeprefix(self._folder) if path.startswith(self._folder) else self._up + path
        return f"{way}#{link.anchor}" if link.anchor else way


@lru_cache(maxsize=REMEMBERED)
def _quoted(path: str) -> str:
    # `[x](name@x.md)` is a link in every builder, `<name@x.md>` a mail address.
    return quote(path, safe="@/")


@lru_cache(maxsize=REMEMBERED)
def _barless(text: str) -> str:
    """Escape text for a cell: a bar ends it even within a code span, and builders escape it there in different ways."""
    if "|" not in text:
        return escape(text)
    return _inert(text) if "`" in text else escape(text).replace("|", "&#124;")


@lru_cache(maxsize=REMEMBERED)
def _inert(text: str) -> str:
    """Escape text so strictly that it can be the text of a link, and nothing in it is code; ids stay as they are."""
    return LIVE.sub(lambda match: f"&#{ord(match[0])};", text)


def _heat_map(days: Mapping[date, int], noun: str) -> str:
    months = text_charts.by_month(days)
    rows = [
        f"| {month} | {sum(counts)} | {text_charts.sparkline(counts)} |"
        for month, counts in list(months.items())[:MOST_MONTHS]
    ]
    return "\n".join([f"| Month | {noun.capitalize()} | Day by day |", "|---|--:|---|", *rows]) if rows else ""


def _bars(bars: Bars) -> Iterator[str]:
    most = max((amount for _, amount, _ in bars.rows), default=0)
    yield f"| {bars.title} | | |"
    yield "|---|--:|---|"
    for name, amount, written in bars.rows:
        yield f"| {_barless(name)} | {written} | {text_charts.bar(amount, most)} |"
