"""The table `[redaction]` of the settings: own rules, the allow-list and switches, checked before anything is redacted.

Rules of a project only add to what goes, so they count as the person's do. An allow-list takes away: that of a
project, which anybody who can write to the repository writes, spares only what was guessed from a name or from its
looks; vendors' tokens, private keys and passwords of addresses stay redacted whatever a project says.
"""

import difflib
import os
import re
from collections.abc import Iterable
from typing import Any

from distill import own_patterns
from distill.errors import ConfigError
from distill.model import OwnRule, RedactionPolicy

KEYS = ("rules", "allow", "ip_addresses", "deep")
_KIND = re.compile(r"[a-z][a-z0-9]{0,20}(?:-[a-z0-9]{1,20}){0,3}")
_MOST = 200
_PROBES = 8


def policy(table: object, where: str, *, trusted: bool) -> RedactionPolicy:
    """Read the table; raises ConfigError that names the place and the entry, never what a value holds."""
    if not isinstance(table, dict):
        raise ConfigError(f"Setting 'redaction' in {where} must be a table with {', '.join(KEYS)}.")
    for key in table:
        if key not in KEYS:
            near = difflib.get_close_matches(str(key), KEYS, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else f" Known: {', '.join(KEYS)}."
            raise ConfigError(f"Unknown setting 'redaction.{key}' in {where}.{hint}")
    allow = tuple(_allowed(entry, f"redaction.allow[{at}] in {where}") for at, entry in _entries(table, "allow", where))
    return RedactionPolicy(
        rules=tuple(_rule(entry, f"redaction.rules[{at}] in {where}") for at, entry in _entries(table, "rules", where)),
        allow=allow if trusted else (),
        allow_guesses=() if trusted else allow,
        ip_addresses=_switch(table, "ip_addresses", where),
        deep=_switch(table, "deep", where),
    )


def joined(policies: Iterable[RedactionPolicy]) -> RedactionPolicy:
    """Put the tables of several files together; switches that are on anywhere are on."""
    told = tuple(policies)
    return RedactionPolicy(
        rules=tuple(rule for p in told for rule in p.rules),
        allow=tuple(entry for p in told for entry in p.allow),
        allow_guesses=tuple(entry for p in told for entry in p.allow_guesses),
        ip_addresses=any(p.ip_addresses for p in told),
        deep=any(p.deep for p in told),
    )


def _entries(table: dict[str, Any], key: str, where: str) -> list[tuple[int, object]]:
    entries = table.get(key, [])
    if not isinstance(entries, list) or len(entries) > _MOST:
        raise ConfigError(f"Setting 'redaction.{key}' in {where} must be a list of {_MOST} entries at most.")
    return list(enumerate(entries, 1))


def _rule(entry: object, where: str) -> OwnRule:
    kind, pattern = (entry.get("kind", "own"), entry.get("pattern")) if isinstance(entry, dict) else ("own", entry)
    if not isinstance(pattern, str) or not isinstance(kind, str):
        raise ConfigError(f"Setting {where} must be a pattern, or a table with kind and pattern.")
    if not _KIND.fullmatch(kind):
        raise ConfigError(f"Setting {where}: a kind is a few words of small letters, joined by hyphens.")
    _require(pattern, where)
    return OwnRule(kind, pattern)


def _allowed(entry: object, where: str) -> str:
    if not isinstance(entry, str):
        raise ConfigError(f"Setting {where} must be a pattern.")
    found = _require(entry, where)
    if any(found.fullmatch(_probe()) for _ in range(_PROBES)):
        raise ConfigError(f"Setting {where} would let any secret pass: it matches values made at random. Narrow it.")
    return entry


def _require(pattern: str, where: str) -> Any:  # noqa: ANN401 - a pattern of either library
    try:
        return own_patterns.compiled(pattern)
    except ValueError as error:
        raise ConfigError(f"Setting {where} {error}. Nothing is redacted or sent until it is mended.") from None


def _probe() -> str:
    return f"b7Qk{os.urandom(8).hex()}R4xT"


def _switch(table: dict[str, Any], key: str, where: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise ConfigError(f"Setting 'redaction.{key}' in {where} must be true or false.")
    return value
