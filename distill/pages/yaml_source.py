"""YAML front matter read without trust: bounded, without aliases, and without any guess at types."""

from dataclasses import dataclass

import yaml

from distill.errors import PageError

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
MOST_CHARACTERS = 64_000
MOST_EVENTS = 10_000
DEEPEST = 8


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
