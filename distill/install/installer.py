"""Install and uninstall our entries in one settings file."""

import contextlib
import json
import os
from binascii import crc32
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import distill
from distill import project
from distill.agents import command_line
from distill.agents.client import Client, Scope, home
from distill.errors import ConfigError
from distill.install import entries, exact_write
from distill.install.backup import Backup, Record, digest
from distill.install.json_text import decoded


class Change(StrEnum):
    """What was done to the file."""

    INSTALLED = "installed"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    RESTORED = "restored"
    """It is what it was before us, to the byte."""
    REMOVED = "removed"
    """Only our entries are gone: others changed the file after us."""
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One settings file of one client, and where its backup lies."""

    client: Client
    scope: Scope
    file: Path
    backup: Backup


def place_of(client: Client, scope: Scope, root: Path, env: Mapping[str, str]) -> Place:
    """Name the settings file of a client and a scope, with its backup; nothing is made yet."""
    file = client.settings_file(scope, root, env).absolute()
    folder = Path(project.state_dir(str(root))) if scope is Scope.PROJECT else _own_state(env)
    mark = f"{crc32(os.fsencode(file)):08x}"
    return Place(
        client=client, scope=scope, file=file, backup=Backup(folder / "backups", f"{client.name}-{scope}-{mark}")
    )


def command(python: str, *, windows: bool) -> str:
    """Build the command that a client shall start: this interpreter, bare, with the shim of this package.

    It ends well even where the package or the interpreter is gone: an entry may outlive both.
    """
    shim = Path(distill.__file__).absolute().parent / "hooks" / "shim.py"
    own = os.path.abspath(python)  # noqa: PTH100 - a virtual environment's interpreter is a link, which must not be followed
    return command_line.quoted([own, "-I", "-S", str(shim)], windows=windows) + command_line.ENDING_WELL


def installed(place: Place) -> list[entries.Entry]:
    """List our entries in a settings file. Raises ConfigError when it cannot be read."""
    data = exact_write.read(place.file)
    return [] if data is None else entries.find(decoded(data, place.file))


def install(place: Place, wanted: str) -> Change:
    """Put our entries into the file, or bring them up to date; a second time changes nothing. Raises ConfigError."""
    data = exact_write.read(place.file)
    text = "{}\n" if data is None else decoded(data, place.file)
    new = _encoded(entries.add(text, place.client.subscriptions, wanted, place.file))
    if data is not None and new == data:
        return Change.UNCHANGED
    known, here = place.backup.load(), bool(entries.find(text))
    folders = exact_write.make_folders(exact_write.folder_of(place.file))
    if not here:
        known = _begun(place, data, folders)
    exact_write.write(place.file, new, expected=data)
    place.backup.store(_after(known, place, data, new))
    return Change.UPDATED if here else Change.INSTALLED


def uninstall(place: Place) -> Change:
    """Take our entries out; the first bytes come back when nobody else changed the file. Raises ConfigError."""
    data, known = exact_write.read(place.file), place.backup.load()
    if data is None:
        place.backup.forget(original_too=False)
        return Change.ABSENT
    if known and known.written == digest(data) and _restored(place, known, data):
        return Change.RESTORED
    text = decoded(data, place.file)
    if not entries.find(text):
        place.backup.forget(original_too=False)
        return Change.ABSENT
    new = _encoded(entries.remove(text, _old_value(place)))
    exact_write.write(place.file, new, expected=data)
    original = place.backup.first_bytes() if known and known.existed else None
    place.backup.forget(original_too=original == new)
    return Change.REMOVED


def _begun(place: Place, data: bytes | None, folders: list[Path]) -> Record:
    """Keep what was there before us."""
    if place.scope is Scope.PROJECT:
        make_state(place)
    if data is not None:
        place.backup.keep(data)
    made = tuple(str(folder) for folder in folders)
    return Record(file=str(place.file), existed=data is not None, folders=made, written="")


def _after(known: Record | None, place: Place, data: bytes | None, new: bytes) -> Record:
    """Record what we wrote; what others changed meanwhile must not be lost by bringing the first bytes back."""
    if known is None or (known.written and known.written != digest(data or b"")):
        return Record(file=str(place.file), existed=True, folders=(), written="")
    return Record(file=known.file, existed=known.existed, folders=known.folders, written=digest(new))


def _restored(place: Place, known: Record, data: bytes) -> bool:
    """Bring back what was there before us; tell whether that was known."""
    original = place.backup.first_bytes() if known.existed else None
    if known.existed and original is None:
        return False
    if original is None:
        exact_write.delete(place.file, expected=data)
    else:
        exact_write.write(place.file, original, expected=data)
    place.backup.forget(original_too=True)
    with contextlib.suppress(OSError):  # somebody else has put something there
        for folder in reversed(known.folders):
            Path(folder).rmdir()
    return True


def _old_value(place: Place) -> dict[str, Any]:
    """Give what the file said before us, as far as that is known."""
    original = place.backup.first_bytes()
    if original is None:
        return {}
    try:
        value: dict[str, Any] = json.loads(decoded(original, place.file))
    except ConfigError:
        return {}
    return value


def make_state(place: Place) -> None:
    """Make the state folder of a project, in which the backup lies. Raises ConfigError."""
    root = place.backup.folder.parent.parent
    try:
        project.make_state(str(root))
    except OSError as error:
        raise ConfigError(
            f"The state folder of {root} cannot be made: {error.strerror}. Nothing was changed."
        ) from error


def _own_state(env: Mapping[str, str]) -> Path:
    named = env.get("XDG_STATE_HOME", "")
    return (Path(named) if named.startswith("/") else home(env) / ".local" / "state") / "distill"


def _encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise ConfigError(
            "The path of this installation holds a name that is not UTF-8, which settings cannot name. "
            "Install distill in another folder."
        ) from None
