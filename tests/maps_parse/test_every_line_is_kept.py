"""No word of a map is lost by parsing, and each stands in a block that names its line."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from distill.maps.blocks import Block, Rule, TableRow
from distill.maps.markdown import blocks

SHAPES = (
    *("# {}", "### {} ##", "- {}", "  - {}", "    - {}", "* **{}** x", "1. {}", "   2. {}", "- [ ] {}", "- [x] {}"),
    *("{}", "{} two", "   {}", "> {}", "> > {}", "| {} | b |", "**{}**", "Label {}:", "~~{}~~ ✅", "• {}", "`{}` y"),
    *("<details>{}", "{} \\", "{}  ", "[{}](a/b.md)", "#tag {}", "##{}", "- {}:", "+ {}"),
)
MARKS = ("", "", "", "---", "===", "|---|---|", "```", "~~~", "    ```")


@settings(deadline=None, max_examples=400)
@given(st.lists(st.one_of(st.sampled_from(SHAPES), st.sampled_from(MARKS)), max_size=50))
def test_every_word_stands_in_a_block_with_its_line(shapes: list[str]) -> None:
    lines = [shape.format(f"word{number}x") for number, shape in enumerate(shapes, 1)]
    told = [(block, _words(block)) for block in blocks("\n".join(lines))]
    for number, line in enumerate(lines, 1):
        word = f"word{number}x"
        if word in line:
            holding = [block for block, words in told if word in words]
            assert holding, line
            assert any(isinstance(one, TableRow) or one.lines.first <= number <= one.lines.last for one in holding)


def _words(block: Block) -> set[str]:
    match block:
        case TableRow():
            return set(re.findall(r"\w+", " ".join([*block.cells, *block.header])))
        case Rule():
            return set()
        case _:
            return set(re.findall(r"\w+", f"{block.text} {getattr(block, 'info', '')}"))
