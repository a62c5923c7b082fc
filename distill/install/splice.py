"""Changes to JSON text that leave every other byte as it is, in the layout that the text has already."""

import json
import re
from dataclasses import dataclass

from distill.install.json_text import children, end_of

FIRST_MEMBER = re.compile(r'[ \t\r\n]*\{[ \t]*(\r?\n)[ \t\r\n]*?([ \t]*)"')
EMPTY = re.compile(r"[ \t\r\n]*\{[ \t\r\n]*\}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a text is set: its end of line, nothing when all stands in one line; and one step of indentation."""

    newline: str = "\n"
    step: str = "  "


def layout_of(text: str) -> Layout:
    """Tell the layout from the first member; that of an empty object is our own."""
    first = FIRST_MEMBER.match(text)
    if first:
        return Layout(newline=first[1], step=first[2])
    return Layout(newline="\r\n" if "\r\n" in text else "\n") if EMPTY.match(text) else Layout(newline="", step="")


def append(text: str, at: int, value: object, *, key: str | None = None) -> str:
    """Put a member or an element behind the others in the object or array that begins at `at`."""
    layout, inside = layout_of(text), children(text, at)
    if not inside:
        return _fill(text, at, value, key, layout)
    gap = text[at + 1 : inside[0].start]
    if "\n" in gap:
        line = ("\r\n" if "\r\n" in gap else "\n") + gap.rpartition("\n")[2]
        lead, piece = line, _written(value, key, layout, line)
    else:
        lead, piece = " ", _written(value, key, Layout(newline="", step=""), "")
    last = inside[-1].end
    return f"{text[:last]},{lead}{piece}{text[last:]}"


def remove(text: str, at: int, index: int) -> str:
    """Take one child out of the object or array that begins at `at`, and the comma that it came with."""
    inside = children(text, at)
    if len(inside) == 1:
        return text[: at + 1] + text[end_of(text, at) - 1 :]
    if index == 0:
        return text[: inside[0].start] + text[inside[1].start :]
    return text[: inside[index - 1].end] + text[inside[index].end :]


def replace(text: str, at: int, value: object) -> str:
    """Put another value in the place of the one that begins at `at`."""
    layout = layout_of(text)
    return text[:at] + _written(value, None, layout, layout.newline + _indentation(text, at)) + text[end_of(text, at) :]


def _fill(text: str, at: int, value: object, key: str | None, layout: Layout) -> str:
    outer = layout.newline + _indentation(text, at) if layout.newline else ""
    inner = outer + layout.step
    closing = end_of(text, at) - 1
    return f"{text[: at + 1]}{inner}{_written(value, key, layout, inner)}{outer}{text[closing:]}"


def _written(value: object, key: str | None, layout: Layout, line: str) -> str:
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    if not layout.newline:
        return name + json.dumps(value, ensure_ascii=False)
    return name + json.dumps(value, ensure_ascii=False, indent=layout.step).replace("\n", line)


def _indentation(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]
