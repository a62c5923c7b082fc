"""An index page as HTML, written straight from its values: lists of ten thousand pages need no Markdown parser."""

import re
from collections.abc import Callable
from html import escape

from distill.pages.escape import CODE_SPAN
from distill.site import svg
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
    Sparkline,
    Table,
)
from distill.site.html import Heading as Anchored
from distill.site.html import Rendered, slug

CODE = re.compile(CODE_SPAN)
Address = Callable[[str], str | None]
"""From the path of a page in the wiki to its address, seen from the page that is written; None: no such page."""


def to_html(document: Document, *, address: Address, titled: bool = True) -> Rendered:
    """Write a document; without its title where it becomes a part of another page."""
    writer = _Writer(address)
    blocks = [Heading(document.title, 1)] if titled else []
    writer.rendered.html = "\n".join(filter(None, map(writer.block, [*blocks, *document.blocks])))
    return writer.rendered


class _Writer:
    """Writes the blocks of one page."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._charts = 0
        self._anchors: set[str] = set()
        self.rendered = Rendered()

    def block(self, block: Block) -> str:  # noqa: PLR0911 - one for each kind of block
        match block:
            case Heading(text, level):
                return self._heading(text, level)
            case Paragraph(text):
                return f"<p>{self._cell(text)}</p>"
            case Items(items):
                return f"<ul>{''.join(f'<li>{self._cell(item)}</li>' for item in items)}</ul>" if items else ""
            case Table():
                return self._table(block) if block.rows else ""
            case Figures(figures):
                shown = "".join(
                    f"<li><strong>{escape(number)}</strong> {escape(name)}</li>" for number, name in figures
                )
                return f'<ul class="distill-figures">{shown}</ul>'
            case HeatMap(days, noun):
                return svg.heat_map(days, noun, self._chart()) if days else ""
            case Bars(title, rows):
                return f"<p>{escape(title)}</p>{svg.bars(title, rows, self._chart())}" if rows else ""

    def _chart(self) -> str:
        self._charts += 1
        return f"distill-chart-{self._charts}"

    def _heading(self, text: str, level: int) -> str:
        base = slug(text)
        taken = self._anchors
        anchor = next(a for n in range(len(taken) + 1) if (a := f"{base}_{n}" if n else base) not in taken)
        self._anchors.add(anchor)
        self.rendered.headings.append(Anchored(level, anchor, text.replace("`", "")))
        return f'<h{level} id="{anchor}">{_text(text)}</h{level}>'

    def _table(self, table: Table) -> str:
        right = [' class="distill-number"' if at in table.numbers else "" for at in range(len(table.head))]
        head = "".join(f"<th{style}>{escape(name)}</th>" for name, style in zip(table.head, right, strict=True))
        rows = "".join(
            f"<tr>{''.join(f'<td{style}>{self._cell(cell)}</td>' for cell, style in zip(row, right, strict=True))}</tr>"
            for row in table.rows
        )
        kind = "distill-table distill-filtered" if table.filtered else "distill-table"
        # Where it is too wide for a phone it scrolls: by keyboard only where something in it takes the focus.
        reached = "" if "<a " in rows else f' tabindex="0" role="group" aria-label="{escape(", ".join(table.head))}"'
        return f'<div class="{kind}"{reached}><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'

    def _cell(self, cell: Cell) -> str:
        if isinstance(cell, str):
            return _text(cell)
        return "".join(map(self._inline, cell)) if isinstance(cell, tuple) else self._inline(cell)

    def _inline(self, inline: Inline) -> str:
        if isinstance(inline, str):
            return _text(inline)
        return self._link(inline) if isinstance(inline, Link) else _spark(inline)

    def _link(self, link: Link) -> str:
        found = self._address(link.path)
        if found is None:
            self.rendered.dead_links.append(link.path)
            return _text(link.text)
        anchor = f"#{link.anchor}" if link.anchor else ""
        return f'<a href="{escape(found + anchor)}">{_text(link.text)}</a>'


def _spark(inline: Sparkline) -> str:
    return svg.sparkline(inline.values, inline.label)


def _text(text: str) -> str:
    """Escape text; code spans of one backtick become code."""
    if "`" not in text:
        return escape(text)
    parts, end = [], 0
    for match in CODE.finditer(text):
        parts.append(escape(text[end : match.start()]))
        single = match["ticks"] == "`"
        parts.append(f"<code>{escape(match['inside'])}</code>" if single else escape(match[0]))
        end = match.end()
    return "".join([*parts, escape(text[end:])])
