"""Markdown of any make to blocks with their lines."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.maps.blocks import Block, Code, Heading, ListItem, Paragraph, Quote, Rule, TableRow, Task
from distill.maps.decode import decode, normalise
from distill.maps.front_matter import front_matter
from distill.maps.markdown import blocks
from distill.model import Lines

HERE = Path(__file__).parent
FIXTURES = HERE.parent / "fixtures" / "maps"
BUGS = HERE.parent / "bugs"
PIECES = (
    *(
        "# Done\n",
        "##Tight\n",
        "- [ ] a\n",
        "  - b\n",
        "1. ",
        "1) x\n",
        "> ",
        "```\n",
        "~~~\n",
        "| a | b |\n|---|---|\n",
        "|x|y|\n",
    ),
    *(
        "<!--",
        "-->",
        "<details>",
        "</details>\n",
        "---\n",
        "===\n",
        "k: v\n",
        "\t",
        "    ",
        "\n",
        "\n\n",
        "Label:\n",
        "**B**\n",
    ),
    *("• x\n", "✅ y\n", "`", "``", "word ", "<summary>s</summary>", "\\", "[a]: b\n"),
)


def only(text: str) -> Block:
    (block,) = blocks(text)
    return block


@pytest.mark.parametrize(
    ("text", "level", "title", "lines"),
    [
        ("## Done ##", 2, "Done", Lines(1, 1)),
        ("Done\n====", 1, "Done", Lines(1, 2)),
        ("\nDone\n----\n", 2, "Done", Lines(2, 3)),
        ("##Rules here", 2, "Rules here", Lines(1, 1)),
        ("###### Next steps ######", 6, "Next steps", Lines(1, 1)),
    ],
)
def test_headings_of_all_spellings(text: str, level: int, title: str, lines: Lines) -> None:
    block = only(text)
    assert isinstance(block, Heading)
    assert (block.level, block.text) == (level, title)
    assert block.lines.first == lines.first
    assert block.lines.last in {lines.last, lines.first}


@pytest.mark.parametrize("text", ["#61 merged", "#tag", "A sentence that ends here.\n---", "key: value\n---"])
def test_what_only_looks_like_a_heading(text: str) -> None:
    assert not any(isinstance(block, Heading) for block in blocks(text))


def test_headings_inside_items_and_quotes_are_text() -> None:
    found = blocks("- item:\n  ## Accomplished\n  - child\n\n> # Quoted\n")
    assert not any(isinstance(block, Heading) for block in found)
    assert isinstance(found[-1], Quote)


def test_a_list_with_children_tasks_numbers_and_wraps() -> None:
    found = blocks("1. [x] one\n   wrapped\n   - [ ] child\n2) other\n* [->] now\n- [-] dropped\n")
    items = [block for block in found if isinstance(block, ListItem)]
    assert [(item.text, item.depth, item.ordinal, item.task) for item in items] == [
        ("one\nwrapped", 0, 1, Task.DONE),
        ("child", 1, None, Task.OPEN),
        ("other", 0, 2, None),
        ("now", 0, None, Task.ACTIVE),
        ("dropped", 0, None, Task.CANCELLED),
    ]
    assert items[0].lines == Lines(1, 2)
    assert items[1].lines == Lines(3, 3)


def test_a_label_right_under_a_list_is_not_part_of_the_item() -> None:
    found = blocks("- item\nWhat remains:\n3. later\n4. last\n")
    assert [type(block).__name__ for block in found] == ["ListItem", "Paragraph", "ListItem", "ListItem"]


@pytest.mark.parametrize("bullet", ["•", "✅", "☐", "→", "①", "(2)", "3、"])
def test_typographic_bullets_are_items(bullet: str) -> None:
    found = blocks(f"Intro\n{bullet} first\n{bullet} second\n")
    assert [type(block).__name__ for block in found] == ["Paragraph", "ListItem", "ListItem"]


def test_tables_give_rows_with_their_header() -> None:
    found = blocks("Before\n| a | b |\n|:--|--:|\n| 1 | `x|y` and \\| z |\n| | |\n2 | 3\n\nAfter")
    rows = [block for block in found if isinstance(block, TableRow)]
    assert [row.cells for row in rows] == [("1", "`x|y` and | z"), ("2", "3")]
    assert rows[0].header == ("a", "b")
    assert [row.lines for row in rows] == [Lines(4, 4), Lines(6, 6)]


def test_a_table_inside_an_item_is_found() -> None:
    found = blocks("- commits:\n  | Commit | What |\n  |---|---|\n  | `abc1234` | fix |\n")
    assert isinstance(found[1], TableRow)
    assert found[1].depth == 1


def test_code_is_never_structure() -> None:
    found = blocks("```python\n# Accomplished\n- [x] no\n```\n\n~~~\n# Open\n~~~\n\n    # indented\n")
    assert all(isinstance(block, Code) for block in found)
    first = found[0]
    assert isinstance(first, Code)
    assert (first.info, first.lines) == ("python", Lines(2, 3))


def test_details_are_read_and_comments_are_not() -> None:
    text = "<!-- hidden\n- [x] no -->\n<details><summary>click</summary>\n- [ ] BUG-4\n</details>\n\nrest <!-- x -->"
    found = blocks(text)
    assert [block.text for block in found if isinstance(block, ListItem | Paragraph)][:2] == ["**click**", "BUG-4"]


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert any(isinstance(block, Heading) for block in blocks("<!-- oops\n\n# Done\n- x\n"))


def test_key_lines_are_paragraphs_of_their_own() -> None:
    found = blocks("Status: green\nBranch: main\n**Next:** do it\nand more\n")
    assert [block.lines for block in found] == [Lines(1, 1), Lines(2, 2), Lines(3, 4)]


@pytest.mark.parametrize(
    ("text", "values", "count"),
    [
        ("---\nseat: a@b\ntags:\n  - x\n---\n# T", {"seat": "a@b", "tags": ""}, 5),
        ('---\ntitle: "Handoff: mixed"\n...\nx', {"title": "Handoff: mixed"}, 3),
        ("---\n\nSome text: here\n\n---\n# T", {}, 0),
        ("---\nSome text: here\n---\n# T", {}, 0),
        ("---\nkey: v\nprose that is no mapping\n---\n", {}, 0),
        ("---\nkey: never closed\n", {}, 0),
        ("# T\n\n---\nkey: v\n---\n", {}, 0),
        ("", {}, 0),
    ],
)
def test_front_matter_is_at_the_head_or_nowhere(text: str, values: dict[str, str], count: int) -> None:
    """FM06."""
    found = front_matter(text)
    assert (found.values, found.line_count) == (values, count)


def test_a_body_that_begins_with_a_rule_is_kept() -> None:
    """FM06."""
    text = decode((BUGS / "FM06" / "map.md").read_bytes()).text
    said = [block.text for block in blocks(text) if not isinstance(block, TableRow | Rule)]
    assert "Some text: here" in said
    assert any("last words" in one for one in said)


def test_a_byte_order_mark_does_not_hide_the_head() -> None:
    """FM04."""
    page = decode((BUGS / "FM04" / "page_bom.md").read_bytes()).text
    assert front_matter(page).values["title"] == "Bom page"
    first = blocks(decode((BUGS / "FM04" / "map_bom.md").read_bytes()).text)[0]
    assert isinstance(first, Heading)


def test_line_ends_make_no_difference() -> None:
    """FM05."""
    found = [blocks(decode(path.read_bytes()).text) for path in sorted((BUGS / "FM05").glob("map_*.md"))]
    assert len(found) == 3
    assert found[0] == found[1] == found[2]
    assert sum(isinstance(block, TableRow) for block in found[0]) > 3


def test_lines_are_those_of_the_source() -> None:
    for path in FIXTURES.glob("*.md"):
        text = decode(path.read_bytes()).text
        lines = text.split("\n")
        for block in blocks(text):
            if isinstance(block, TableRow):
                assert all(
                    cell.replace("|", "") in lines[block.lines.first - 1].replace("\\|", "").replace("|", "")
                    for cell in block.cells
                )
            elif not isinstance(block, Code | Rule):
                assert block.text.split("\n")[0].strip("*").split("  ")[0] in "\n".join(
                    lines[block.lines.first - 1 : block.lines.last]
                )


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=10)), max_size=40).map("".join))
def test_any_text_gives_blocks_with_lines_in_range(text: str) -> None:
    text = normalise(text)
    count = len(text.split("\n"))
    for block in blocks(text):
        assert 1 <= block.lines.first <= block.lines.last <= count


@pytest.mark.parametrize(
    "text",
    [
        "> " * 50_000,
        "\n".join(" " * depth + "- x" for depth in range(2000)),
        "- x\n" + "y\n" * 50_000,
        "|a" * 50_000 + "\n" + "|-" * 50_000 + "\n",
        "<!-- " * 50_000,
        "1. " * 20_000,
        "```\n" * 30_000,
    ],
    ids=["quotes", "nesting", "lazy", "columns", "comments", "ordered", "fences"],
)
def test_hostile_markdown_takes_no_long_time(text: str) -> None:
    start = time.process_time()
    blocks(text)
    assert time.process_time() - start < 5


@pytest.mark.slow
def test_five_megabytes_are_parsed_in_four_seconds() -> None:
    text = decode((FIXTURES / "orchestrator.md").read_bytes()).text
    big = text * (5_000_000 // len(text))
    start = time.process_time()
    blocks(big)
    assert time.process_time() - start < 8, "twice the promised time, for a slow machine"
