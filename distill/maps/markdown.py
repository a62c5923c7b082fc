"""Any Markdown to blocks, in time linear in its size and without ever raising."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from distill.maps.blocks import Block, Code, Heading, Paragraph, Quote, Rule
from distill.maps.front_matter import front_matter
from distill.maps.paragraphs import split_item, split_paragraph
from distill.maps.pieces import Piece, pieces, plain_blocks
from distill.maps.source_lines import prepared
from distill.model import Lines

# markdown-it drops what is nested deeper; its recursion stays far from Python's own limit.
_MAX_NESTING = 100
_MAX_SETEXT_CHARACTERS = 80
_NOT_A_TITLE = re.compile(r"[.;,!]$|^[\w-]{1,40}: |^\|")


def blocks(text: str) -> tuple[Block, ...]:
    """Parse normalised text into blocks with 1-based lines; front matter and HTML comments are left out."""
    lines = text.split("\n")
    skipped = front_matter(text).line_count
    lines[:skipped] = [""] * skipped
    ready = prepared(lines)
    return tuple(_blocks(lines, ready, list(pieces(ready))))


def _blocks(lines: Sequence[str], ready: Sequence[str], parts: Sequence[Piece]) -> Iterator[Block]:
    for part in parts:
        if part.plain:
            yield from plain_blocks(ready, part)
            continue
        tokens = _tokens(ready[part.start : part.end])
        if part.end < len(lines) and _is_open(tokens):
            # The marks were not what they seemed: what follows belongs into the fence.
            yield from _blocks(lines, ready, [Piece(part.start, len(lines))])
            return
        if tokens is None:
            yield from _plain_lines(lines, part.start, part.end)
        else:
            yield from _Walk(lines, part.start).blocks(tokens)


def _tokens(ready: Sequence[str]) -> list[Token] | None:
    try:
        return _parser().parse("\n".join(ready) + "\n")
    except (RecursionError, IndexError, ValueError):  # nothing known does that; text of a map must never end a run
        return None


def _is_open(tokens: Sequence[Token] | None) -> bool:
    """Say whether a piece ends within a fence: then the fence has one line that is no text, else two."""
    last = next((token for token in reversed(tokens or ()) if token.map), None)
    if last is None or last.map is None or last.type != "fence":
        return False
    return last.map[1] - last.map[0] < last.content.count("\n") + 2


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    # Tables are split out of paragraphs (an order of magnitude faster); HTML is text here, and references hide text.
    parser = MarkdownIt("commonmark", {"maxNesting": _MAX_NESTING}).disable(["html_block", "reference"])
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _plain_lines(lines: Sequence[str], start: int, end: int) -> Iterator[Block]:
    for number in range(start, end):
        if lines[number].strip():
            yield Paragraph(text=lines[number].strip(), lines=Lines(number + 1, number + 1))


class _Walk:
    """One pass over the tokens; keeps which list items and quotes are open."""

    def __init__(self, source: Sequence[str], start: int) -> None:
        self._source = source
        self._start = start
        self._depth = -1
        self._quotes = 0
        self._ordered: list[bool] = []
        self._ordinal: int | None = None
        self._item_is_new = False

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        for index, token in enumerate(tokens):
            match token.type:
                case "fence" | "code_block":
                    yield self._code(token)
                case "hr" if token.map and not self._quotes and self._depth < 0:
                    yield Rule(lines=Lines(self._start + token.map[0] + 1, self._start + token.map[0] + 1))
                case "inline":
                    yield from self._inline(token, tokens[index - 1])
                case _:
                    self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._depth += 1
                self._ordered.append(token.type == "ordered_list_open")
            case "bullet_list_close" | "ordered_list_close":
                self._depth -= 1
                self._ordered.pop()
            case "list_item_open":
                self._ordinal = _number(token.info) if self._ordered[-1] else None
                self._item_is_new = True
            case "list_item_close":
                self._item_is_new = False
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case _:
                pass

    def _inline(self, token: Token, opener: Token) -> Iterator[Block]:
        if not token.content.strip() or token.map is None:
            return
        first = self._start + token.map[0] + 1
        rows = token.content.split("\n")
        lines = Lines(first, first + len(rows) - 1)
        if self._quotes:
            yield Quote(text=token.content, lines=lines)
        elif self._depth >= 0:
            yield from self._in_list(rows, first)
        elif opener.type == "heading_open" and _is_title(opener, rows):
            last = self._start + token.map[1] if opener.markup in {"=", "-"} else first
            yield Heading(level=int(opener.tag[1:]), text=token.content, lines=Lines(first, max(first, last)))
        else:
            yield from split_paragraph(rows, first)

    def _in_list(self, rows: Sequence[str], first: int) -> Iterator[Block]:
        lazy = [index > 0 and not self._source[first - 1 + index][:1].isspace() for index in range(len(rows))]
        if self._item_is_new:
            self._item_is_new = False
            yield from split_item(rows, first, lazy, self._depth, self._ordinal)
        else:
            yield from split_paragraph(rows, first, self._depth + 1)

    def _code(self, token: Token) -> Code:
        first, end = (self._start + line for line in token.map or [0, 0])
        rows = token.content.removesuffix("\n").split("\n")
        first += 2 if token.type == "fence" else 1
        lines = Lines(min(first, max(end, 1)), max(1, min(first + len(rows) - 1, end)))
        return Code(text="\n".join(rows), lines=lines, info=token.info.strip(), depth=self._depth + 1)


def _number(digits: str) -> int | None:
    return int(digits) if digits.isdecimal() else None


def _is_title(opener: Token, rows: Sequence[str]) -> bool:
    """Say whether a heading is meant as one: a rule under running text is meant as a rule."""
    if opener.markup.startswith("#"):
        return True
    return len(rows) == 1 and len(rows[0]) <= _MAX_SETEXT_CHARACTERS and not _NOT_A_TITLE.search(rows[0].strip())
