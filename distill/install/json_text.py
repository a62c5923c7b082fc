"""JSON as text with places: what is read can be changed where it stands, and all else keeps its bytes."""

import codecs
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from distill.errors import ConfigError

BLANKS = re.compile(r"[ \t\r\n]*")
COMMENT = re.compile(r"//|/\*|#")


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A member of an object or an element of an array; places are offsets into the text."""

    key: str | None
    """None for an element."""
    value: Any
    start: int
    """Where the key begins, or the element."""
    at: int
    """Where the value begins."""
    end: int


def decoded(data: bytes, path: Path) -> str:
    """Read a settings file's bytes as the text of one JSON object; a blank file reads as an empty object.

    Raises ConfigError, naming line and column, for what the clients would not read either.
    """
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise _refusal(path, 1, 1, "a byte order mark; store the file as UTF-8 without one")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = data[: error.start].split(b"\n")
        raise _refusal(path, len(lines), len(lines[-1]) + 1, "a byte that is not UTF-8") from None
    if not text.strip(" \t\r\n"):
        return "{}\n"
    _check(text, path)
    return text


def children(text: str, at: int) -> list[Child]:
    """List what stands in the object or array that begins at `at`; the text has been read as JSON before."""
    found: list[Child] = []
    place = skip(text, at + 1)
    while text[place] not in "}]":
        start, key = place, None
        if text[at] == "{":
            key, place = DECODER.raw_decode(text, place)
            place = skip(text, skip(text, place) + 1)
        value, end = DECODER.raw_decode(text, place)
        found.append(Child(key=key, value=value, start=start, at=place, end=end))
        place = skip(text, end)
        if text[place] == ",":
            place = skip(text, place + 1)
    return found


def member(text: str, at: int, key: str) -> Child | None:
    """Find a member of the object at `at`; the last one of that name, which is the one that counts."""
    return next((child for child in reversed(children(text, at)) if child.key == key), None)


def skip(text: str, at: int) -> int:
    """Go over blanks."""
    blanks = BLANKS.match(text, at)
    return blanks.end() if blanks else at


def end_of(text: str, at: int) -> int:
    """Tell where the value that begins at `at` ends."""
    return DECODER.raw_decode(text, at)[1]


def _check(text: str, path: Path) -> None:
    try:
        value = DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _refusal(path, *_meaning(text, error)) from None
    except (ValueError, RecursionError):
        raise ConfigError(f"{path} is not JSON that every client can read; nothing was changed.") from None
    if not isinstance(value, dict):
        raise ConfigError(f"{path} holds no JSON object; nothing was changed. Mend the file or move it away.")


def _meaning(text: str, error: json.JSONDecodeError) -> tuple[int, int, str]:
    """Say in a person's words what the parser stumbled over, and where that stands."""
    before = text[: error.pos + 1].rstrip(" \t\r\n]}")
    if COMMENT.match(text, skip(text, error.pos)):
        return *_place(text, skip(text, error.pos)), "a comment, which JSON does not know"
    if before.endswith(","):
        return *_place(text, len(before) - 1), "a comma with nothing behind it"
    return *_place(text, error.pos), error.msg[:1].lower() + error.msg[1:].removesuffix(" at")


def _place(text: str, at: int) -> tuple[int, int]:
    before = text[:at]
    return before.count("\n") + 1, at - (before.rfind("\n") + 1) + 1


def _refusal(path: Path, line: int, column: int, what: str) -> ConfigError:
    return ConfigError(
        f"{path} does not parse: line {line}, column {column}: {what}. "
        "Nothing was changed. Mend it and try again; a client drops a whole file that it cannot parse."
    )
