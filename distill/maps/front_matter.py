"""Front matter at the head of a map, read leniently and never as YAML."""

import re
from dataclasses import dataclass, field

_KEY = re.compile(r"([^\W\d][\w.-]{0,63}):(?:[ \t]+(.*))?$")
_OTHER = re.compile(r"[ \t]|#|-[ \t]|$")
_MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The plain `key: value` pairs of a head, and how many lines it takes; 0 where there is none."""

    values: dict[str, str] = field(default_factory=dict)
    line_count: int = 0


def front_matter(text: str) -> FrontMatter:
    """Read the front matter of normalised text.

    A text that merely begins with a rule has none: front matter opens on the first line, its next line is a key in one
    word, and all lines up to the closing mark look like a mapping.
    """
    if not text.startswith("---"):
        return FrontMatter()
    lines = text.split("\n", _MAX_LINES + 1)[: _MAX_LINES + 1]
    if lines[0].rstrip() != "---" or len(lines) < 3 or not _KEY.match(lines[1]):  # noqa: PLR2004 - mark, key, mark
        return FrontMatter()
    values: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() in {"---", "..."}:
            return FrontMatter(values, number)
        if match := _KEY.match(line):
            values.setdefault(match[1].lower(), _unquoted(match[2] or ""))
        elif not _OTHER.match(line):
            return FrontMatter()
    return FrontMatter()


def _unquoted(value: str) -> str:
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value
