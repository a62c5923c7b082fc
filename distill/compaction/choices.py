"""The settings that hooks need, read without what the settings' own module costs. Light.

Lenient, as hooks are: a file or a value that cannot be used counts as not said; `distill doctor` names it.
"""

import os

from distill.compaction import rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FILES = ("distill.toml", "pyproject.toml")
WORDS = (b"continuity", b"seat", b"wiki", b"fresh_minutes")
"""A file that holds none of these has nothing for us, and is not parsed."""
MOST_BYTES = 1_000_000
FRESH_MINUTES = 15.0
OFF = "off"
TEXTS = ("seat", "wiki")
SWITCHES = ("gate", "deliver")


class Choices:
    """What was chosen, with the defaults of `distill.config`."""

    __slots__ = ("deliver", "fresh_minutes", "gate", "handoffs", "is_off", "rules", "seat", "tier", "wiki")

    def __init__(self) -> None:
        self.rules = rules.SETS["full"]
        self.is_off = False
        """All of it is switched off."""
        self.gate = False
        self.deliver = True
        self.handoffs = "~/.claude/handoffs"
        self.tier = 2
        self.seat = ""
        self.wiki = "wiki"
        self.fresh_minutes = FRESH_MINUTES

    def take(self, values: "Mapping[str, object]") -> None:
        """Take over what a file says, as far as it can be used."""
        for key in TEXTS:
            if isinstance(value := values.get(key), str) and value:
                setattr(self, key, value)
        minutes = values.get("fresh_minutes")
        if isinstance(minutes, (int, float)) and not isinstance(minutes, bool) and minutes > 0:
            self.fresh_minutes = float(minutes)
        self.take_table(values.get("continuity"))

    def take_table(self, table: object) -> None:
        """Take over the table `continuity`, or a text that stands for its rules; `off` switches all of it off."""
        if table == OFF:
            self.rules, self.deliver, self.gate, self.is_off = (), False, False, True
            return
        self.is_off = self.is_off and table is None
        said: Mapping[str, object] = table if isinstance(table, dict) else {"rules": table}
        chosen = rules.chosen(said.get("rules"))
        if chosen is not None:
            self.rules = chosen
        for key in SWITCHES:
            if isinstance(said.get(key), bool):
                setattr(self, key, said[key])
        handoffs = said.get("handoffs")
        if isinstance(handoffs, str) and handoffs:
            self.handoffs = handoffs
        tier = said.get("tier")
        if isinstance(tier, int) and not isinstance(tier, bool) and tier > 0:
            self.tier = tier


def load(root: str, env: "Mapping[str, str]") -> Choices:
    """Read the person's own file, then the project's, then the environment."""
    found = Choices()
    found.take(_values(_personal(env)))
    handoffs = found.handoffs
    found.take(_project(root))
    found.handoffs = handoffs  # a repository does not say where a person's words are
    if env.get("DISTILL_CONTINUITY"):
        found.take_table(env["DISTILL_CONTINUITY"])
    for key in TEXTS:
        found.take({key: env.get(f"DISTILL_{key.upper()}", "")})
    return found


def files(root: str, env: "Mapping[str, str]") -> "list[str]":
    """Name the files that were read, whether they are there or not."""
    own = _personal(env)
    return [*([own] if own else []), *(os.path.join(root, name) for name in FILES)]


def _personal(env: "Mapping[str, str]") -> str:
    base = env.get("XDG_CONFIG_HOME") or (f"{env['HOME']}/.config" if env.get("HOME") else "")
    return os.path.join(base, "distill", "distill.toml") if os.path.isabs(base) else ""


def _project(root: str) -> "Mapping[str, object]":
    own, shared = (os.path.join(root, name) for name in FILES)
    if os.path.isfile(own):
        return _values(own)
    tool = _values(shared).get("tool")
    table = tool.get("distill") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else {}


def _values(path: str) -> "Mapping[str, object]":
    try:
        data = _read(path) if path and os.path.isfile(path) else b""
        if not any(word in data for word in WORDS):
            return {}
        import tomllib

        return tomllib.loads(data.decode("utf-8-sig"))
    except (ImportError, ValueError, RecursionError, OSError):
        return {}


def _read(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read(MOST_BYTES)
