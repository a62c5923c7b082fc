"""The ways in which a file can be read: as it stands, without escapes, without tags, out of JSON strings."""

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePath

from distill.pages.escape import ENTITY, ESCAPED, unescape, unescape_markup
from distill.rescan.reading import Edit, Reading, edited

Step = Callable[[str], Reading]
Form = tuple[Step, ...]
"""Steps that lead from the bare text of a file to one way in which it reads."""

_GAP = re.compile(r"\n[ \t\r>]*\n")
_TAG = re.compile(r"<!--|-->|</?(?P<name>[a-zA-Z][a-zA-Z0-9-]{0,30})(?:[\s/][^<>]{0,20000})?>")
_CELLS = frozenset({"td", "th"})
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "del",
        "em",
        "i",
        "ins",
        "mark",
        "s",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
        "time",
        "u",
        "wbr",
    }
)
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_STRING_ESCAPE = re.compile(r"(?:\\u[0-9a-fA-F]{4}){1,2}|\\[\"\\/bfnrt]")
_NAMED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def _changes(text: str, pattern: re.Pattern[str], undo: Callable[[str], str]) -> Iterator[Edit]:
    for match in pattern.finditer(text):
        plain = undo(match[0])
        if plain != match[0]:
            yield Edit(match.start(), match.end(), plain)


def _only(text: str, spans: Iterable[tuple[int, int]]) -> Reading:
    """Keep these stretches of a text, which are in order, each apart from the others."""
    edits, at = [], 0
    for start, end in spans:
        if start > at:
            edits.append(Edit(at, start, "\n"))
        at = max(at, end)
    return edited(text, [*edits, Edit(at, len(text), "")] if at < len(text) else edits)


def _blocks_of(text: str, changes: list[Edit]) -> Iterator[tuple[int, int]]:
    """Give the blocks between blank lines that hold a change: in all others the text reads as it stands."""
    gaps = [(m.start(), m.end()) for m in _GAP.finditer(text)] if changes else []
    begins, ends = [0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)]
    for change in changes:
        yield begins[bisect_right(begins, change.start) - 1], ends[min(bisect_left(ends, change.end), len(ends) - 1)]


def _undone(pattern: re.Pattern[str], undo: Callable[[str], str]) -> Form:
    """Read without escapes the blocks of a text that have any."""
    return (
        lambda text: _only(text, _blocks_of(text, list(_changes(text, pattern, undo)))),
        lambda text: edited(text, _changes(text, pattern, undo)),
    )


def _without_tags(text: str) -> Reading:
    """Read HTML as the Markdown it may have come from: what tags part stays apart."""
    return edited(text, (Edit(tag.start(), tag.end(), _parted(tag["name"])) for tag in _TAG.finditer(text)))


def _parted(name: str | None) -> str:
    if name is None or name.lower() in _INLINE:
        return ""
    if name.lower() in _CODE:
        return "`"
    return " | " if name.lower() in _CELLS else "\n"


def _attributes(text: str) -> Reading:
    """Keep the tags that say more than their name, each wording once: a site repeats most of them on every page."""
    seen: dict[str, tuple[int, int]] = {}
    for tag in _TAG.finditer(text):
        if "=" in tag[0]:
            seen.setdefault(tag[0], tag.span())
    return _only(text, seen.values())


def _without_entities(text: str) -> Reading:
    return edited(text, _changes(text, ENTITY, html.unescape))


def _without_string_escapes(text: str) -> Reading:
    return edited(text, _changes(text, _STRING_ESCAPE, _string))


def _string(escape: str) -> str:
    if escape[1] == "u":
        units = [int(unit, 16) for unit in escape.split("\\u")[1:]]
        raw = b"".join(unit.to_bytes(2, "big") for unit in units)
        return raw.decode("utf-16-be", "replace")
    return _NAMED.get(escape[1], escape[1])


BARE: Form = ()
"""The text as it stands."""
PLAIN: tuple[Form, ...] = (BARE,)
MARKDOWN: tuple[Form, ...] = (BARE, _undone(ESCAPED, unescape), _undone(ENTITY, unescape_markup))
"""Also as it is shown, with backslashes and entities undone outside of code; and as a front matter is meant."""
HTML: tuple[Form, ...] = ((_without_tags, _without_entities), (_attributes, _without_entities))
"""What a browser shows, scripts and comments with it; and the attributes."""
STRINGS: tuple[Form, ...] = ((_without_string_escapes,),)
"""Only so: a part of an escape may look like a part of a secret."""
JSON: tuple[Form, ...] = (*STRINGS, (_without_string_escapes, _without_tags, _without_entities))
"""The strings; and the HTML in them, which a search index holds."""
BY_ENDING = {
    **dict.fromkeys((".md", ".markdown", ".proposed"), MARKDOWN),
    **dict.fromkeys((".html", ".htm", ".svg", ".xml"), HTML),
    **dict.fromkeys((".json", ".webmanifest"), JSON),
    **dict.fromkeys((".log", ".1"), STRINGS),
}


def forms_of(name: str) -> tuple[Form, ...]:
    """Name the ways to read a file, by the ending of its name."""
    return BY_ENDING.get(PurePath(name).suffix.lower(), PLAIN)
