"""What a settings file was before us, and what we made of it: so that it can come back to the byte."""

import contextlib
import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from distill import files
from distill.install import exact_write


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How a settings file was changed."""

    file: str
    existed: bool
    folders: tuple[str, ...]
    """Folders that were made for it, outermost first."""
    written: str
    """SHA-256 of what we wrote last; empty when others had changed the file in between."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The record of one settings file and a copy of its first bytes, in a folder that only its owner reads."""

    folder: Path
    name: str

    @property
    def original(self) -> Path:
        """Name the copy of the file as it was before us."""
        return self.folder / f"{self.name}.original"

    @property
    def _record(self) -> Path:
        return self.folder / f"{self.name}.json"

    def load(self) -> Record | None:
        """Read the record; None when there is none that can be read."""
        try:
            values = json.loads(files.read_bounded(self._record, exact_write.MAX_BYTES))
            return Record(**{**values, "folders": tuple(values["folders"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def keep(self, original: bytes) -> None:
        """Store a copy of the file as it is before us. Raises ConfigError."""
        self._store(self.original, original)

    def store(self, record: Record) -> None:
        """Store the record. Raises ConfigError."""
        self._store(self._record, json.dumps(asdict(record), indent=1).encode("utf-8") + b"\n")

    def first_bytes(self) -> bytes | None:
        """Read the copy; None when it is gone."""
        return exact_write.read(self.original)

    def forget(self, *, original_too: bool) -> None:
        """Delete the record, and the copy when it has served."""
        for path in (self._record, self.original) if original_too else (self._record,):
            path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # other records are there
            self.folder.rmdir()

    def _store(self, path: Path, data: bytes) -> None:
        exact_write.make_folders(self.folder)
        exact_write.write(path, data, expected=exact_write.read(path), private=True)


def digest(data: bytes) -> str:
    """Hash what was written."""
    return sha256(data).hexdigest()
