"""Hook events of the clients in one form. Light: hooks import it on every event.

Fields as measured with Claude Code 2.1 and Codex; a missing or odd field reads as empty, since hooks fail open.
"""

from distill.agents import light_json

FIELDS = ("hook_event_name", "source", "trigger", "session_id", "cwd", "transcript_path", "agent_id")
NAMES = (*FIELDS, "agent", "seat")
MAX_FIELD = 4096
LONG_RUN = 16
HEX = frozenset("0123456789abcdefABCDEF")
MOST_CHANGES = 3
"""Changes between small letters, capitals and digits in a run; names have fewer, random text many."""
LONGEST_NAME = 31
"""No name is longer without a sign in it; where it is, its checksum does as well."""
ODD_SHARE = 6
"""A run of letters is random where one in so many of them stands as words do not set it."""


class HookEvent:
    """One event as a client sent it."""

    __slots__ = (*NAMES, "told")

    hook_event_name: str
    source: str
    trigger: str
    session_id: str
    cwd: str
    transcript_path: str
    agent_id: str
    agent: str
    """`codex` or `claude-code`, where the event tells."""
    seat: str
    told: "dict[str, object]"
    """All that the client sent; nothing of it is stored with the event."""

    def __init__(self, values: "dict[str, object]") -> None:
        """Take the known fields that are text."""
        for name in NAMES:
            value = values.get(name)
            setattr(self, name, value[:MAX_FIELD] if isinstance(value, str) else "")
        self.told = values

    def fields(self) -> "dict[str, str]":
        """Give the fields that say something."""
        return {name: value for name in NAMES if (value := getattr(self, name))}

    @property
    def label(self) -> str:
        """Name the event for the journal, as in `SessionStart:compact`."""
        return f"{self.hook_event_name}:{self.source or self.trigger}".rstrip(":")

    @property
    def is_compaction(self) -> bool:
        """Tell whether the event says that a compaction has just happened, of the session or of a subagent.

        Claude Code: SessionStart with source compact, which comes in every case. Codex: PostCompact, since there
        SessionStart waits for the next prompt and may never come; that one is taken too, for what PostCompact missed.
        """
        if self.hook_event_name == "PostCompact":
            return self.agent == "codex"
        return self.hook_event_name == "SessionStart" and self.source == "compact"


def parse(data: bytes) -> "HookEvent | None":
    """Read an event from what a client wrote to stdin; None when it is none."""
    values = light_json.parse_object(data)
    if values is None or not isinstance(values.get("hook_event_name"), str):
        return None
    event = HookEvent(values)
    event.agent = event.agent or _agent_of(values)
    return event


def _agent_of(values: "dict[str, object]") -> str:
    """Tell the client from the fields that only one of the two sends, else from the name of its transcript."""
    if "compact_summary" in values or "prompt_id" in values:
        return "claude-code"
    if "turn_id" in values or values.get("hook_event_name") == "PostCompact":
        return "codex"
    name = str(values.get("transcript_path") or "").replace("\\", "/").rpartition("/")[2]
    if name.startswith("rollout-") or (values.get("source") and "permission_mode" in values):
        return "codex"
    return "claude-code" if name and name == f"{values.get('session_id')}.jsonl" else ""


def masked(text: str) -> str:
    """Give a name as it is, or a checksum of it where it looks like a key that was put in a name's place."""
    runs = "".join(c if c.isascii() and c.isalnum() else " " for c in text).split()
    if not any(_looks_like_a_key(run) for run in runs):
        return text
    from binascii import crc32

    return f"id-{crc32(text.encode('utf-8', 'surrogatepass')):08x}"


def _looks_like_a_key(run: str) -> bool:
    """Tell a long run whose letters and digits alternate, or of capitals, from words and hexadecimal ids."""
    if len(run) < LONG_RUN or HEX.issuperset(run):
        return False
    kinds = "".join("0" if c.isdigit() else "A" if c.isupper() else "a" for c in run)
    changes = sum(one != other for one, other in zip(kinds, kinds[1:]))  # noqa: B905, RUF007 - light, and read by any Python 3
    if changes <= MOST_CHANGES or "0" in kinds:
        return changes > MOST_CHANGES or run.isupper()
    return len(run) > LONGEST_NAME or _odd_places(kinds) * ODD_SHARE >= len(run)


def _odd_places(kinds: str) -> int:
    """Count what hardly stands in joined words: a small letter alone, and capitals in a row."""
    small, capitals = kinds.replace("A", " ").split(), kinds.replace("a", " ").split()
    return sum(len(part) == 1 for part in small) + sum(len(part) > 1 for part in capitals)


def safe_id(text: str) -> str:
    """Reduce a session id or a seat to what may stand in a file name or a journal line."""
    kept = "".join(c for c in masked(text)[:80] if c.isascii() and (c.isalnum() or c in "-_.@"))
    return kept.strip(".")
