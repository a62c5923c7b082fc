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
MOST_NOTICE = 400
CUT = "\n(cut: {left} more characters)"
CONTEXT = ("SessionStart", "UserPromptSubmit")
"""The events whose text Codex gives to the model."""


class Block:
    """What a handler gives instead of a text: the compaction shall not happen now, and why."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


def write(event: "HookEvent", text: "str | Block", notice: str = "", descriptor: int = 1) -> None:
    """Write a handler's text to the client; nothing where there is none, or where the client would not use it.

    `notice` is shown to the person, and not given to the agent.
    """
    data = form(event, text, notice)
    while data:
        data = data[os.write(descriptor, data) :]


def form(event: "HookEvent", text: "str | Block", notice: str = "") -> bytes:
    """Bring a text into the form that the client of the event reads."""
    if isinstance(text, Block):
        return _refusal(event, text.reason).encode("utf-8", "replace")
    text, codex = text.strip(), event.agent == "codex"
    text = plain(_within(text, *((MOST_CODEX_TEXT, size_in_bytes) if codex else (MOST_CHARACTERS, len))))
    if event.hook_event_name in CONTEXT and (notice or (text and codex)):
        whole = _json(event.hook_event_name, text, notice)
        over = 0 if codex else len(whole) - MOST_CHARACTERS  # line ends and quotes take two characters in JSON
        if over > 0:
            whole = _json(event.hook_event_name, _within(text, MOST_CHARACTERS - 2 * over - len(notice), len), notice)
        return whole.encode("utf-8", "replace")
    return b"" if codex else text.encode("utf-8", "replace")


def _json(name: str, text: str, notice: str) -> str:
    from distill.agents import light_json

    quoted = light_json.quoted
    told = f'{{"hookEventName": {quoted(name)}, "additionalContext": {quoted(text)}}}'
    parts = [f'"systemMessage": {quoted(notice[:MOST_NOTICE])}'] if notice else []
    parts += [f'"hookSpecificOutput": {told}'] if text else []
    return f"{{{', '.join(parts)}}}\n"


def _refusal(event: "HookEvent", reason: str) -> str:
    from distill.agents import light_json

    if event.agent == "codex":
        return f'{{"continue": false, "stopReason": {light_json.quoted(reason)}}}\n'
    return f'{{"decision": "block", "reason": {light_json.quoted(reason)}}}\n'


def plain(text: str) -> str:
    """Keep a text from being taken for JSON."""
    return "distill: " + text if text.startswith(("[", "{")) else text


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
