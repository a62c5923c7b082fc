"""What a hook says: written once, in the form that the client reads, and within what it takes whole.

Measured: both clients take plain text from SessionStart and UserPromptSubmit, and Codex takes a first `[` or `{` for
JSON and rejects what does not fit. Claude Code files away what is longer than 10,000 characters; Codex cuts what is
longer than about 2,500 tokens, which it reckons as bytes / 4. PreCompact's text reaches the summary in Claude Code
only, raw, so there it is never JSON.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from distill.agents.events import HookEvent

MOST_CHARACTERS = 9_500
MOST_CODEX_BYTES = 9_000
MOST_CODEX_TEXT = MOST_CODEX_BYTES - 200
"""What is left beside the JSON around it."""
CUT = "\n(cut: {left} more characters)"
CONTEXT = ("SessionStart", "UserPromptSubmit")
"""The events whose text Codex gives to the model."""


class Block:
    """What a handler gives instead of a text: the compaction shall not happen now, and why."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


def write(event: "HookEvent", text: "str | Block", descriptor: int = 1) -> None:
    """Write a handler's text to the client; nothing where there is none, or where the client would not use it."""
    data = form(event, text)
    while data:
        data = data[os.write(descriptor, data) :]


def form(event: "HookEvent", text: "str | Block") -> bytes:
    """Bring a text into the form that the client of the event reads."""
    if isinstance(text, Block):
        return _refusal(event, text.reason).encode("utf-8", "replace")
    text = text.strip()
    if not text:
        return b""
    if event.agent != "codex":
        return _plain(_within(text, MOST_CHARACTERS, len)).encode("utf-8", "replace")
    if event.hook_event_name not in CONTEXT:
        return b""
    return _context(event.hook_event_name, _within(text, MOST_CODEX_TEXT, size_in_bytes)).encode("utf-8", "replace")


def _context(name: str, text: str) -> str:
    from distill.agents import light_json

    inner = f'{{"hookEventName": {light_json.quoted(name)}, "additionalContext": {light_json.quoted(_plain(text))}}}'
    return f'{{"hookSpecificOutput": {inner}}}\n'


def _refusal(event: "HookEvent", reason: str) -> str:
    from distill.agents import light_json

    if event.agent == "codex":
        return f'{{"continue": false, "stopReason": {light_json.quoted(reason)}}}\n'
    return f'{{"decision": "block", "reason": {light_json.quoted(reason)}}}\n'


def _plain(text: str) -> str:
    """Keep a text from being taken for JSON."""
    return "distill: " + text if text[:1] in "[{" else text


def size_in_bytes(text: str) -> int:
    """Measure a text as Codex does."""
    return len(text.encode("utf-8", "replace"))


def _within(text: str, most: int, size: "Callable[[str], int]") -> str:
    """Cut a text to a size, at the end of a line, and say how much is missing."""
    if size(text) <= most:
        return text
    kept = text[:most]
    while size(kept) > most - len(CUT) - 12:
        kept = kept[: len(kept) * 15 // 16]
    kept = kept.rpartition("\n")[0] or kept
    return kept + CUT.format(left=len(text) - len(kept))
