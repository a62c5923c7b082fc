"""YAML front matter read without trust: bounded, without aliases, and without any guess at types."""

import re
from dataclasses import dataclass
from functools import lru_cache

import yaml

from distill.errors import PageError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_CHARACTERS = 64_000
MOST_EVENTS = 10_000
DEEPEST = 8
TEXT_TAG = "tag:yaml.org,2002:str"
"""Nobody asks a value for its type."""
MOST_PLAIN = 200
REMEMBERED, LONGEST_REMEMBERED = 1 << 9, 200
QUOTED = r"'(?:[^']|'')*'"
BARE = r"[\w./](?:[\w ./@+-]*[\w./@+-])?"
"""Text that is itself within a list too."""
LINE = re.compile(
    rf"(?P<key>[A-Za-z_][A-Za-z0-9_]*):(?: (?:(?P<one>{QUOTED}|{BARE}(?::\w[\w./@+-]*)*)"
    rf"|\[(?P<items>(?:(?:{QUOTED}|{BARE})(?:, (?!\])|(?=\])))*)\]"
    rf"|\{{(?P<pairs>(?:{BARE}: {BARE}(?:, (?!\}})|(?=\}})))*)\}}))?"
)
ITEM, PAIR = re.compile(rf"{QUOTED}|{BARE}"), re.compile(rf"({BARE}): ({BARE})")


@dataclass(frozen=True, slots=True)
class Entry:
    """One key of the front matter."""

    node: yaml.Node
    source: str
    """Its YAML lines as they stand, without the line end."""


def entries(source: str) -> dict[str, Entry]:
    """Read a block of `key: value` lines in its order.

    Raises PageError for what is no such block, gives a key twice, or is made to exhaust its reader.
    """
    source = source.strip("\n")
    if (plain := plain_entries(source)) is not None:
        return plain
    _check(source)
    try:
        root = yaml.compose(source, Loader=LOADER)
    except (yaml.YAMLError, ValueError) as error:  # pragma: no cover - `_check` has met it before
        raise PageError(_broken(error)) from error
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise PageError("The front matter is not a block of `key: value` lines.")
    return _named(root, source)


def plain_entries(source: str) -> dict[str, Entry] | None:
    """Read lines that mean to YAML what they seem to mean, some ten times as fast; None for all others."""
    if len(source) > MOST_CHARACTERS:
        return None
    found: dict[str, Entry] = {}
    for line in source.split("\n"):
        known = _remembered(line) if len(line) <= LONGEST_REMEMBERED else _plain_entry(line)
        if known is None or known[0] in found or len(found) >= MOST_PLAIN:
            return None
        found[known[0]] = known[1]
    return found


def _plain_entry(line: str) -> tuple[str, Entry] | None:
    match = LINE.fullmatch(line) if line.isprintable() else None
    return None if match is None else (match["key"], Entry(_node(match), line))


_remembered = lru_cache(REMEMBERED)(_plain_entry)
"""Most lines of a page are the same on very many others."""


def _node(match: re.Match[str]) -> yaml.Node:
    if match["items"] is not None:
        return yaml.SequenceNode(TEXT_TAG, [_scalar(item) for item in ITEM.findall(match["items"])])
    if match["pairs"] is not None:
        pairs = [(_scalar(key), _scalar(value)) for key, value in PAIR.findall(match["pairs"])]
        return yaml.MappingNode(TEXT_TAG, pairs)
    return _scalar(match["one"] or "")


def _scalar(text: str) -> yaml.ScalarNode:
    return yaml.ScalarNode(TEXT_TAG, text[1:-1].replace("''", "'") if text.startswith("'") else text)


def _named(root: yaml.MappingNode, source: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    starts = [key.start_mark.index for key, _ in root.value] + [len(source)]
    for number, (key, value) in enumerate(root.value):
        if not isinstance(key, yaml.ScalarNode):
            raise PageError("The front matter has a key that is not text.")
        if key.value in found:
            raise PageError(f"The front matter gives {key.value[:80]!r} twice; keep one of them.")
        found[key.value] = Entry(value, source[starts[number] : starts[number + 1]].rstrip())
    return found


def _check(source: str) -> None:
    """Walk the events, which costs time in line with the text, before anything is built from them."""
    if len(source) > MOST_CHARACTERS:
        raise PageError(f"The front matter is longer than {MOST_CHARACTERS:,} characters.")
    depth = 0
    try:
        for number, event in enumerate(yaml.parse(source, Loader=LOADER)):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
                raise PageError("The front matter uses YAML anchors or aliases; write the values out.")
            if number > MOST_EVENTS or depth > DEEPEST:
                raise PageError("The front matter is too large or too deeply nested.")
    except (yaml.YAMLError, ValueError) as error:
        raise PageError(_broken(error)) from error


def _broken(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f" in line {mark.line + 1} of it" if mark else ""
    return f"The front matter is not YAML{where}; quote values that hold `: `, `#` or begin with a sign."
