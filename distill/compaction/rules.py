"""The continuity rules: ten lines of a template, all of them or a set. Light: hooks read them."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TEMPLATES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "templates", "compaction")
HOW_MANY = 10
SETS = {"full": tuple(range(1, HOW_MANY + 1)), "minimum": (1, 2, 3, 7), "none": ()}


def chosen(value: object) -> "tuple[int, ...] | None":
    """Read a choice: the name of a set, or numbers as a list or with commas; None for what is none."""
    if isinstance(value, str):
        if value in SETS:
            return SETS[value]
        value = [_ordinal(part) for part in value.replace(" ", "").split(",")]
    if not isinstance(value, (list, tuple)) or not all(_is_rule(one) for one in value):
        return None
    return tuple(sorted(set(value)))


def texts(numbers: "Iterable[int]") -> "list[str]":
    """Give the chosen rules, each with its number. Raises OSError."""
    wanted = set(numbers)
    return [line for line in template("rules.md") if _number(line) in wanted]


def protocol(*, has_map: bool) -> "list[str]":
    """Give the steps of a restore: with a map to read, or by the summary alone. Raises OSError."""
    return template("protocol.md" if has_map else "protocol-without-map.md")


def template(name: str) -> "list[str]":
    """Give the lines of a template of ours that hold something. Raises OSError."""
    with open(os.path.join(TEMPLATES, name), encoding="utf-8") as stream:
        return [line.rstrip() for line in stream if line.strip()]


def _is_rule(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= HOW_MANY


def _number(line: str) -> int:
    return _ordinal(line.partition(".")[0])


def _ordinal(text: str) -> int:
    """Read a number of one or two digits; 0 for all else, such as a superscript, which is a digit and no number."""
    return int(text) if text.isdecimal() and len(text) < 3 else 0  # noqa: PLR2004 - there are ten
