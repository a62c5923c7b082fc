"""The batches that were sent and whose results can still be had, on disk; no text of a map, no key.

One file a batch, readable by its owner only: its id, the service that has it, and the names of its requests.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill import files

RESULTS_KEPT = timedelta(days=29)
"""How long the service keeps results: https://platform.claude.com/docs/en/build-with-claude/batch-processing."""
MOST_BYTES = 20_000_000
_PLAIN_ID = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchRecord:
    """One batch: which requests it holds, and in how many batches they were before."""

    id: str
    service: str
    """The address that it was sent to."""
    created: datetime
    custom_ids: tuple[str, ...]
    tries: int = 0
    known: bool = True
    """False: it was on its way when its run ended; the service may have it, under an id of its own."""


@dataclass(frozen=True, slots=True)
class BatchRecords:
    """The folder of the records."""

    folder: Path

    def at(self, service: str, now: datetime) -> tuple[BatchRecord, ...]:
        """Read the records of one service, the oldest first; those whose results are gone are taken away.

        A file that cannot be read as a record is passed over. Raises OSError.
        """
        found = [record for path in sorted(self.folder.glob("*.json")) if (record := _read(path))]
        for record in found:
            if now - record.created > RESULTS_KEPT:
                self.forget(record)
        kept = [r for r in found if now - r.created <= RESULTS_KEPT and r.service == service]
        return tuple(sorted(kept, key=lambda record: record.created))

    def save(self, record: BatchRecord) -> None:
        """Write a record. Raises OSError."""
        said = {
            "id": record.id,
            "service": record.service,
            "created": record.created.astimezone(UTC).isoformat(),
            "tries": record.tries,
            "known": record.known,
            "custom_ids": record.custom_ids,
        }
        files.replace(self._path(record), json.dumps(said) + "\n", tmp=self.folder / "tmp", mode=0o600)

    def forget(self, record: BatchRecord) -> None:
        """Take a record away. Raises OSError."""
        self._path(record).unlink(missing_ok=True)

    def without(self, record: BatchRecord, useless: Iterable[str]) -> None:
        """Forget requests that came to nothing, so that a later run asks anew; the rest is fetched again for nothing.

        Raises OSError.
        """
        gone = set(useless)
        left = tuple(name for name in record.custom_ids if name not in gone)
        if not left:
            self.forget(record)
        elif gone:
            self.save(replace(record, custom_ids=left))

    def _path(self, record: BatchRecord) -> Path:
        return self.folder / f"{record.id}.json"


def usable_id(value: object) -> str:
    """Give the id of a batch when it can be the name of a file and a part of an address, else nothing."""
    return value if isinstance(value, str) and _PLAIN_ID.fullmatch(value) else ""


def _read(path: Path) -> BatchRecord | None:
    try:
        said = json.loads(files.read_bounded(path, MOST_BYTES))
        created = datetime.fromisoformat(said["created"])
        record = BatchRecord(
            id=usable_id(said["id"]),
            service=str(said["service"]),
            created=created if created.tzinfo else created.replace(tzinfo=UTC),
            custom_ids=tuple(map(str, said["custom_ids"])),
            tries=int(said["tries"]),
            known=said.get("known", True) is not False,
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return record if record.id == path.stem else None
