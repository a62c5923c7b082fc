"""Put our skills where a client looks for them, and take them away again; what is not ours is never touched."""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from distill.agents import skills
from distill.agents.client import Scope
from distill.errors import ConfigError
from distill.install import exact_write
from distill.install.backup import digest
from distill.install.installer import Change, Place, make_state

NO_SKILLS = "The skills of this installation cannot be read ({why}). Install distill again; nothing was changed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What we wrote, and what we made for it."""

    files: Mapping[str, str] = field(default_factory=dict)
    """Path below the folder of skills to the SHA-256 of what we wrote there."""
    folders: tuple[str, ...] = ()
    """Folders that were not there, outermost first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What became of one file."""

    file: Path
    change: Change
    is_foreign: bool = False
    """Somebody else's: it was there, or was changed, and stays as it is."""


def install(place: Place, root: Path, env: Mapping[str, str]) -> list[Skill]:
    """Write the files that are missing or ours; a second time changes nothing. Raises ConfigError."""
    folder = skills.folder_of(place.client.name, place.scope, root, env)
    known, done = _load(place), []
    files, folders = dict(known.files), list(known.folders)
    for name, data in _files(place.client.name).items():
        before = exact_write.read(folder / name)
        if before is not None and before != data and digest(before) != files.get(name):
            done.append(Skill(file=folder / name, change=Change.UNCHANGED, is_foreign=True))
            continue
        if before == data:
            done.append(Skill(file=folder / name, change=Change.UNCHANGED))
            continue
        folders += map(str, exact_write.make_folders((folder / name).parent))
        exact_write.write(folder / name, data, expected=before)
        files[name] = digest(data)
        _store(place, Written(files=files, folders=tuple(dict.fromkeys(folders))))
        done.append(Skill(file=folder / name, change=Change.INSTALLED if before is None else Change.UPDATED))
    return done


def uninstall(place: Place, root: Path, env: Mapping[str, str]) -> list[Skill]:
    """Delete the files that are still as we wrote them, and the folders that we made for them. Raises ConfigError."""
    folder = skills.folder_of(place.client.name, place.scope, root, env)
    known, done = _load(place), []
    for name, written in known.files.items():
        data = exact_write.read(folder / name)
        if data is None:
            continue
        is_ours = digest(data) == written
        if is_ours:
            exact_write.delete(folder / name, expected=data)
        change = Change.REMOVED if is_ours else Change.UNCHANGED
        done.append(Skill(file=folder / name, change=change, is_foreign=not is_ours))
    for made in sorted(known.folders, key=len, reverse=True):
        with contextlib.suppress(OSError):  # somebody else has put something there
            Path(made).rmdir()
    _forget(place)
    return done


def _files(client: str) -> dict[str, bytes]:
    try:
        return skills.files_of(client)
    except (OSError, KeyError) as error:
        why = getattr(error, "strerror", None) or type(error).__name__
        raise ConfigError(NO_SKILLS.format(why=why)) from error


def _record(place: Place) -> Path:
    return place.backup.folder / f"{place.backup.name}.skills.json"


def _load(place: Place) -> Written:
    data = exact_write.read(_record(place))
    try:
        values = json.loads(data or b"{}")
        return Written(files=dict(values.get("files", {})), folders=tuple(values.get("folders", ())))
    except (ValueError, TypeError, AttributeError):
        return Written()


def _store(place: Place, written: Written) -> None:
    path = _record(place)
    if place.scope is Scope.PROJECT:
        make_state(place)
    exact_write.make_folders(path.parent)
    data = json.dumps(asdict(written), indent=1).encode() + b"\n"
    exact_write.write(path, data, expected=exact_write.read(path), private=True)


def _forget(place: Place) -> None:
    _record(place).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # other records are there
        place.backup.folder.rmdir()
