"""The API key: where it may come from, and what is not one."""

import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from distill.config import Settings
from distill.engines.interface import Unavailable
from distill.model import Reason

VARIABLE = "ANTHROPIC_API_KEY"
# Tokens of a personal subscription begin so; they are no keys of the API, though the service may take them.
_SUBSCRIPTION = "sk-ant-" + "oat"
_QUOTES = "\"'`"
_MOST_BYTES = 4096


@dataclass(frozen=True, slots=True)
class Key:
    """A key that looks like one; its text never shows."""

    value: str = field(repr=False)

    def __str__(self) -> str:
        return "Key()"


def find_key(env: Mapping[str, str], settings: Settings) -> Key | Unavailable:
    """Find the key in ANTHROPIC_API_KEY, else in the file that the setting `key_file` names; nowhere else."""
    value = env.get(VARIABLE, "").strip()
    if value:
        return _checked(value, VARIABLE)
    if settings.key_file.strip():
        return _from_file(Path(settings.key_file.strip()))
    return Unavailable(reason=Reason.NO_KEY, detail=f"No API key: set {VARIABLE}, or name a file in `key_file`.")


def _from_file(path: Path) -> Key | Unavailable:
    # The path is not shown: a key may have been put where its file belongs.
    try:
        path = path.expanduser()
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            return _bad("What `key_file` names is not a file.")
        if mode & 0o077:
            return _bad(f"The file that `key_file` names has mode {stat.S_IMODE(mode):04o}; make it 0600 (chmod 600).")
        with path.open("rb") as file:
            value = file.read(_MOST_BYTES).decode("utf-8", "replace").strip()
    except (OSError, ValueError, RuntimeError) as error:
        return _bad(f"The file that `key_file` names cannot be read ({type(error).__name__}).")
    if not value:
        return Unavailable(reason=Reason.NO_KEY, detail="The file that `key_file` names is empty.")
    return _checked(value, "The file that `key_file` names")


def _checked(value: str, where: str) -> Key | Unavailable:
    if any(mark in value for mark in _QUOTES):
        return _bad(f"{where} holds quote marks; put the bare key there.")
    if not value.isascii():
        return _bad(f"{where} holds a character outside ASCII, such as a typographic dash; copy the key again.")
    if not value.isprintable() or " " in value:
        return _bad(f"{where} holds a blank or a control character inside; put the bare key there.")
    if value.startswith(_SUBSCRIPTION):
        return _bad(f"{where} holds a subscription token, not an API key; only API keys are used.")
    return Key(value)


def _bad(detail: str) -> Unavailable:
    return Unavailable(reason=Reason.BAD_KEY, detail=detail)
