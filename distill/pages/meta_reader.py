"""From the entries of a front matter to typed values: lenient in form, strict in meaning."""

import math
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
    "fallback_reason", "model", "prompt", "confidence", "tags", "input_tokens", "output_tokens",
    "cost_usd", "redactions", "schema",
)  # fmt: skip
"""The keys of a page, in the order they are written in."""


def page_meta(entries: Mapping[str, Entry]) -> PageMeta:
    """Type the entries of a page. Raises PageError naming the key that is missing or cannot be read."""
    text = _Reader(entries, _scalar)
    whole = _Reader(entries, _whole)
    return PageMeta(
        title=text("title"),
        date=_Reader(entries, _date)("date"),
        seat=Seat(text("seat")),
        session_id=text("session_id", ""),
        source=_Reader(entries, _kind(SourceKind))("source", SourceKind.RESTORE_MAP),
        map=text("map", ""),
        map_sha256=text("map_sha256", ""),
        engine=text("engine", ""),
        fallback_from=text("fallback_from", ""),
        fallback_reason=text("fallback_reason", ""),
        model=text("model", ""),
        prompt=text("prompt", ""),
        confidence=_Reader(entries, _kind(Confidence))("confidence", Confidence.LOW),
        tags=_Reader(entries, _texts)("tags", ()),
        input_tokens=whole("input_tokens", 0),
        output_tokens=whole("output_tokens", 0),
        cost_usd=_Reader(entries, _cost)("cost_usd", None),
        redactions=_Reader(entries, _counts)("redactions", {}),
        schema=whole("schema", SCHEMA),
        extra=tuple((key, entry.source) for key, entry in entries.items() if key not in KNOWN),
    )


class _Reader[Value]:
    pass
