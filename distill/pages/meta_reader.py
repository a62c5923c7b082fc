"""From the entries of a front matter to typed values: lenient in form, strict in meaning."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

import yaml

from distill.errors import PageError
from distill.model import Confidence, Seat, SourceKind
from distill.pages.escape import unescape_markup
from distill.pages.page import SCHEMA, PageMeta
from distill.pages.yaml_source import Entry

Value = TypeVar("Value")
Kind = TypeVar("Kind", bound=StrEnum)
WHOLE_NUMBER = re.compile(r"[0-9]{1,15}")
NUMBER = re.compile(r"[0-9]{1,15}(?:\.[0-9]{0,20})?(?:[eE][+-]?[0-9]{1,2})?")
NOTHING = frozenset({"", "~", "null"})
KNOWN = (
    "title", "date", "seat", "session_id", "source", "map", "map_sha256", "engine", "fallback_from",
    "fallback_reason", "model", "prompt", "confidence", "reviewed_by", "reviewed_at", "reviewed_seal", "tags",
    "input_tokens", "output_tokens", "cost_usd", "redactions", "seal", "schema",
)  # fmt: skip
"""The keys of a page, in the order they are written in."""


def page_meta(entries: Mapping[str, Entry]) -> PageMeta:
    """Type the entries of a page. Raises PageError naming the key that is missing or cannot be read."""
    for key in ("title", "date", "seat"):
        if key not in entries:
            raise PageError(f"The front matter lacks {key!r}.")

    def get(key: str, convert: Callable[[yaml.Node], Value], default: Value) -> Value:
        return _converted(key, entries[key], convert) if key in entries else default

    return PageMeta(
        title=get("title", _text, ""),
        date=get("date", _date, datetime.min.replace(tzinfo=UTC)),
        seat=Seat(get("seat", _text, "")),
        session_id=get("session_id", _text, ""),
        source=get("source", _kind(SourceKind), SourceKind.RESTORE_MAP),
        map=get("map", _text, ""),
        map_sha256=get("map_sha256", _text, ""),
        engine=get("engine", _text, ""),
        fallback_from=get("fallback_from", _text, ""),
        fallback_reason=get("fallback_reason", _text, ""),
        model=get("model", _text, ""),
        prompt=get("prompt", _text, ""),
        confidence=get("confidence", _kind(Confidence), Confidence.LOW),
        reviewed_by=get("reviewed_by", _text, ""),
        reviewed_at=get("reviewed_at", _text, ""),
        reviewed_seal=get("reviewed_seal", _text, ""),
        tags=get("tags", _texts, ()),
        input_tokens=get("input_tokens", _whole, 0),
        output_tokens=get("output_tokens", _whole, 0),
        cost_usd=get("cost_usd", _cost, None),
        redactions=get("redactions", _counts, {}),
        seal=get("seal", _text, ""),
        schema=get("schema", _whole, SCHEMA),
        extra=tuple((key, entry.source) for key, entry in entries.items() if key not in KNOWN),
    )


def _converted(key: str, entry: Entry, convert: Callable[[yaml.Node], Value]) -> Value:
    try:
        return convert(entry.node)
    except ValueError as error:
        raise PageError(f"The front matter's {key!r} {error}.") from error


def _raw(node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise ValueError("must be one value, not a list or a mapping")  # noqa: TRY004 - the key is added above
    return str(node.value)


def _text(node: yaml.Node) -> str:
    return unescape_markup(_raw(node))


def _texts(node: yaml.Node) -> tuple[str, ...]:
    if isinstance(node, yaml.SequenceNode):
        return tuple(_text(item) for item in node.value)
    return (_text(node),)


def _date(node: yaml.Node) -> datetime:
    try:
        read = datetime.fromisoformat(_raw(node).strip())
        return (read.replace(tzinfo=UTC) if read.tzinfo is None else read).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise ValueError("must be a date such as 2026-10-18T18:21:07Z") from error


def _kind(kinds: type[Kind]) -> Callable[[yaml.Node], Kind]:
    def convert(node: yaml.Node) -> Kind:
        try:
            return kinds(_raw(node).strip())
        except ValueError as error:
            raise ValueError(f"must be one of {', '.join(kinds)}") from error

    return convert


def _whole(node: yaml.Node) -> int:
    text = _raw(node).strip()
    if not WHOLE_NUMBER.fullmatch(text):
        raise ValueError("must be a whole number of at most 15 digits")
    return int(text)


def _cost(node: yaml.Node) -> float | None:
    text = _raw(node).strip()
    if text in NOTHING:
        return None
    if not NUMBER.fullmatch(text):
        raise ValueError("must be a number such as 0.0072")
    return float(text)


def _counts(node: yaml.Node) -> dict[str, int]:
    if isinstance(node, yaml.ScalarNode) and node.value.strip() in NOTHING:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise ValueError("must be a mapping of kinds to counts")  # noqa: TRY004 - the key is added above
    return {_text(kind): _whole(count) for kind, count in node.value}
