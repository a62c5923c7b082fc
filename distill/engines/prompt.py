"""What the model is shown: the rules, and the map as one fenced block of numbered lines that are data."""

import functools
import hashlib
import json
import re
from dataclasses import dataclass
from importlib import resources
from string import Template
from typing import Any

from distill.engines.shorten import LeftOut, Shown, shorten
from distill.model import Redacted

NAME = "distill"
TAG = "restore_map"
# About 100,000 tokens at four characters each, where the price of a prompt rises (models.toml).
MAX_CHARACTERS = 400_000
_SURROGATE = re.compile("[\ud800-\udfff]")
_TAG_LIKE = re.compile(rf"<(?=\s*/?\s*{TAG})", re.IGNORECASE)
# What a reader may take for the end of a line and the page's line numbers do not.
_OTHER_BREAKS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """The two texts of a request."""

    system: str
    user: str
    unread_lines: int = 0
    """How many lines of the map were left out because it is too long."""


def render(source: Redacted, *, structured: bool, budget: int = MAX_CHARACTERS) -> Prompt:
    """Render the prompt for one map; without `structured` the schema is asked for in words.

    A map of more than `budget` characters is shown with its headings and both ends of every section.
    """
    lines = lines_of(source.text)
    shown = shorten(lines, budget)
    unread = sum(part.last - part.first + 1 for part in shown if isinstance(part, LeftOut))
    user = _template("user.md").substitute(
        tag=_tag(source.text), map="\n".join(map(_numbered, shown)), note=_note(unread, len(lines))
    )
    return Prompt(system=_system(structured=structured), user=user, unread_lines=unread)


def lines_of(text: str) -> list[str]:
    """Split a map into the lines that its page cites: by line feeds, without an empty last one."""
    return text.removesuffix("\n").split("\n")


@functools.cache
def schema() -> dict[str, Any]:
    """Read the JSON schema of an answer."""
    parsed: dict[str, Any] = json.loads(_text("answer.schema.json"))
    return parsed


@functools.cache
def prompt_id() -> str:
    """Name the prompt and the first 8 hex digits of the SHA-256 over all its files, as in `distill@1a2b3c4d`."""
    digest = hashlib.sha256()
    for file in sorted(resources.files("distill").joinpath("templates", "prompts").iterdir(), key=lambda f: f.name):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{NAME}@{digest.hexdigest()[:8]}"


def _tag(text: str) -> str:
    """Name the fence after the text inside it: the same map gives the same request, and none can name its own fence."""
    nonce = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{TAG}-{nonce}"


def _numbered(part: Shown | LeftOut) -> str:
    match part:
        case Shown(number, text):
            return f"{number}| {_harmless(text)}"
        case LeftOut(first, last):
            return f"[lines {first} to {last} are left out]"


def _harmless(line: str) -> str:
    return _TAG_LIKE.sub("‹", _OTHER_BREAKS.sub(" ", _SURROGATE.sub("\ufffd", line)))  # noqa: RUF001 - looks like <


def _note(unread: int, total: int) -> str:
    return _template("trimmed.md").substitute(count=unread, total=total).strip() + " " if unread else ""


def _system(*, structured: bool) -> str:
    if structured:
        return _text("system.md")
    plain = _template("plain.md").substitute(schema=json.dumps(schema(), separators=(",", ":")))
    return f"{_text('system.md')}\n{plain}"


def _template(name: str) -> Template:
    return Template(_text(name))


@functools.cache
def _text(name: str) -> str:
    return resources.files("distill").joinpath("templates", "prompts", name).read_text("utf-8")
