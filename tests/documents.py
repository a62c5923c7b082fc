"""What the documents say that can be tried: links, and commands to type."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
DOCUMENTS = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
SHELLS = {"sh", "bash", "console", "yaml"}
NO_ARGUMENT = re.compile(r"[\[\]…|]|\.\.\.")
"""Stands in a synopsis, and in nothing that is typed."""


def links(text: str) -> list[str]:
    """Collect where a document leads, without what stands in code."""
    return LINK.findall(CODE.sub("", FENCE.sub("", text)))


def anchors(text: str) -> set[str]:
    """Name the headings of a document as a forge does."""
    return {
        re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-")
        for title in HEADING.findall(FENCE.sub("", text))
    }


def commands(text: str, program: str = "distill") -> Iterator[list[str]]:
    """Give each command of a program that a document tells to type, in pieces, without the program itself."""
    lines = [line for kind, block in FENCE.findall(text) if kind in SHELLS for line in block.splitlines()]
    spans = [span for span in CODE.findall(FENCE.sub("", text)) if span.startswith(f"{program} ")]
    for line in (*lines, *spans):
        for part in re.split(r"\|\|?|&&|;", line.partition(" #")[0]):
            found = re.search(rf"(?:^|\s|/){program} (.*)", part.strip().removeprefix("- run: "))
            if found and not NO_ARGUMENT.search(found[1]):
                yield _pieces(found[1])


def _pieces(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError:  # a quotation that ends on another line
        words = text.split()
    return [word for word in words if not re.match(r"\d?[<>]", word)]
