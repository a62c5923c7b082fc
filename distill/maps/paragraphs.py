"""A paragraph as people write it to blocks: tables, label lines, numbered lines and typographic bullets inside it."""

import re
from collections.abc import Iterator, Sequence

from distill.maps.blocks import Block, ListItem, Paragraph, TableRow, Task
from distill.model import Lines

_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_END = re.compile(r"(?<!\\)\|")
_CODE_SPAN = re.compile(r"(`+)(?!`)(?:.*?[^`])\1(?!`)")
_NUMBERED = re.compile(r"(?:(\d{1,3})[.)、．]|[(（](\d{1,3})[)）])[ \t]*(?=\S)")  # noqa: RUF001
_CIRCLED = re.compile(r"[\u2460-\u2473][ \t]*")
_BULLET = re.compile(r"[•‣◦▪▫■□●○◆◇・※→➤►▶☐☑☒✅✔✓❌✗✘⏳⌛🔄🚧🔴🟡🟢🔵⬜🟩🟥🟨⚠⏸][\ufe0f]?[ \t]*(?=\S)")
_TASK = re.compile(r"\[( |x|X|✓|✔|✅|_|-|->|~|/|>|!|\*|…|\.\.\.)\](?=\s|$)[ \t]*")
_KEYED = re.compile(r"(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)|[^\W\d_a-z](?:[^\n:：.。!?|`]|\d:\d){0,38}[:：](?:\s|\*|$)")  # noqa: RUF001
_LABEL = re.compile(r"(?:\*\*|__).{1,90}?(?:\*\*|__)[:：]?$|[^\n|]{1,90}[:：](?:\*\*|__)?$")  # noqa: RUF001
_LEAST_WRAPPED = 60
"""Characters from which on a line without an end was wrapped rather than ended."""
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KEYED_SHORT = re.compile(r"(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)")
_TASKS = {" ": Task.OPEN, "_": Task.OPEN, "-": Task.CANCELLED} | dict.fromkeys("xX✓✔✅", Task.DONE)


def split_paragraph(rows: Sequence[str], first: int, depth: int = 0) -> Iterator[Block]:
    """Split the lines of a paragraph that begins on line `first`; `depth` is more than 0 inside a list item."""
    index = 0
    while index < len(rows):
        if _begins_table(rows, index):
            count = _table_rows(rows, index)
            yield from _table(rows[index : index + count], first + index, depth)
        else:
            count = _run(rows, index)
            yield _block(rows[index : index + count], first + index, depth)
        index += count


def split_item(
    rows: Sequence[str], first: int, lazy: Sequence[bool], depth: int, ordinal: int | None
) -> Iterator[Block]:
    """Split the first paragraph of a list item: the item, and what was written right under it without a blank line."""
    own = 1
    while own < len(rows) and not _begins_table(rows, own) and not (lazy[own] and _stands_alone(rows[own])):
        own += 1
    yield list_item(rows[:own], Lines(first, first + own - 1), depth, ordinal)
    if own < len(rows):
        yield from split_paragraph(rows[own:], first + own, 0 if lazy[own] else depth + 1)


def list_item(rows: Sequence[str], lines: Lines, depth: int, ordinal: int | None) -> ListItem:
    """Make a list item of its lines, with the box taken off the text."""
    text = "\n".join(row.strip() for row in rows)
    box = _TASK.match(text)
    task = _TASKS.get(box[1], Task.ACTIVE) if box else None
    return ListItem(text=text[box.end() :] if box else text, lines=lines, depth=depth, ordinal=ordinal, task=task)


def cells_of(row: str) -> tuple[str, ...]:
    r"""Split a table row into its cells; pipes in code spans and `\|` do not count."""
    row = row.strip()
    if "`" in row:
        row = _CODE_SPAN.sub(lambda span: span[0].replace("|", "\\|").replace("\\\\|", "\\|"), row)
    cells = _CELL_END.split(row)
    if not cells[0].strip():
        cells = cells[1:]
    if cells and not cells[-1].strip():
        cells = cells[:-1]
    return tuple(cell.strip().replace("\\|", "|") for cell in cells)


def _run(rows: Sequence[str], index: int) -> int:
    """Count the lines that belong to the block that begins at `index`."""
    alone = _LABEL.match(rows[index].strip())
    end = index + 1
    while (
        not alone
        and end < len(rows)
        and (not _stands_alone(rows[end]) or _goes_on(rows[end - 1], rows[end]))
        and not _begins_table(rows, end)
    ):
        if rows[end - 1].endswith(("  ", "\\")) and _KEYED.match(rows[end].strip()):
            break
        end += 1
    return end - index


def _block(rows: Sequence[str], first: int, depth: int) -> Block:
    lines = Lines(first, first + len(rows) - 1)
    head = rows[0].strip()
    if numbered := _NUMBERED.match(head):
        ordinal = int(numbered[1] or numbered[2])
        return list_item([head[numbered.end() :], *rows[1:]], lines, depth, ordinal)
    if circled := _CIRCLED.match(head):
        return list_item([head[circled.end() :], *rows[1:]], lines, depth, ord(head[0]) - 0x2460 + 1)
    if _BULLET.match(head):
        return list_item(rows, lines, depth, None)
    return Paragraph(text="\n".join(row.strip() for row in rows), lines=lines, depth=depth)


def _stands_alone(row: str) -> bool:
    row = row.strip()
    return bool(
        _NUMBERED.match(row) or _BULLET.match(row) or _CIRCLED.match(row) or _KEYED.match(row) or _LABEL.match(row)
    )


def _goes_on(before: str, row: str) -> bool:
    """Say whether a line, in bold or with a colon at its end, goes on with the wrapped sentence of the one before."""
    before = before.rstrip(" \t")
    wrapped = (
        len(before) + len(_WIDE.findall(before)) >= _LEAST_WRAPPED
        and before[-1:].isalpha()
        and not _KEYED_SHORT.match(before)
    )
    row = row.strip()
    bold = row.startswith(("**", "__"))
    return wrapped and (not _LABEL.match(row) if bold else row[:1].isalpha() and not _KEYED.match(row))


def _begins_table(rows: Sequence[str], index: int) -> bool:
    return index + 1 < len(rows) and "|" in rows[index] and "-" in rows[index + 1] and _is_delimiter(rows[index + 1])


def _is_delimiter(row: str) -> bool:
    row = row.strip()
    return "|" in row and len(row) < 2000 and bool(_DELIMITER.match(row))  # noqa: PLR2004 - no table is that wide


def _table_rows(rows: Sequence[str], index: int) -> int:
    end = index + 2
    while end < len(rows) and "|" in rows[end]:
        end += 1
    return end - index


def _table(rows: Sequence[str], first: int, depth: int) -> Iterator[TableRow]:
    header = cells_of(rows[0])
    if len(rows) == 2 and any(header):  # noqa: PLR2004 - a header and its rule: what is written there is all there is
        yield TableRow(cells=header, header=(), lines=Lines(first, first), depth=depth)
    for offset, row in enumerate(rows[2:], 2):
        cells = cells_of(row)
        if any(cells):
            yield TableRow(cells=cells, header=header, lines=Lines(first + offset, first + offset), depth=depth)
