"""A map read in pieces gives what it gives as a whole."""

import pytest
import scoring
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.maps import markdown
from distill.maps.decode import decode, normalise
from distill.maps.pieces import Piece, pieces
from distill.maps.source_lines import prepared

LINES = (
    *("# Done", "## Next ##", "### ", "#tag", "- item", "- **bold** — x", "* star", "+ plus"),
    *("- [ ] box", "-   wide", "-", "- - nested", "- # heading", "- 1. one", "- ---", "- ```"),
    *("```", "~~~", "    ```", "  - child", "   wrapped", "", "", "text"),
    *("more text", "Label:", "**Label**", "1. one", "2) two", "> quote", "---", "==="),
    *("| a | b |", "|---|---|", "| 1 | 2 |", "<!-- comment", "-->", "\tindented", "    code", "- `code` x"),
    *("[link](x) y", "`x` y", "***", "* * *", "** x"),
)
TEXTS = st.lists(st.sampled_from(LINES), max_size=60).map("\n".join)


def whole(text: str) -> tuple[markdown.Block, ...]:
    lines = text.split("\n")
    return tuple(markdown._blocks(lines, prepared(lines), [Piece(0, len(lines))]))


def in_pieces(text: str, least: int) -> tuple[markdown.Block, ...]:
    lines = text.split("\n")
    ready = prepared(lines)
    return tuple(markdown._blocks(lines, ready, list(pieces(ready, least, 1))))


@settings(deadline=None, max_examples=600)
@given(TEXTS, st.sampled_from([1, 20, 100]))
def test_pieces_give_what_the_whole_gives(text: str, least: int) -> None:
    assert in_pieces(text, least) == whole(text)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.one_of(st.sampled_from(LINES), st.text(max_size=12)), max_size=30).map("\n".join).map(normalise))
def test_any_text_in_pieces_gives_what_the_whole_gives(text: str) -> None:
    assert in_pieces(text, 1) == whole(text)


@pytest.mark.parametrize("name", scoring.names())
def test_fixtures_in_pieces_give_what_the_whole_gives(name: str) -> None:
    text = decode(scoring.load(name)[0].encode()).text
    assert in_pieces(text, 500) == whole(text)


@settings(deadline=None)
@given(TEXTS, st.sampled_from([1, 50]))
def test_pieces_hold_every_line_once(text: str, least: int) -> None:
    lines = text.split("\n")
    parts = list(pieces(lines, least, 2))
    assert [number for part in parts for number in range(part.start, part.end)] == list(range(len(lines)))
