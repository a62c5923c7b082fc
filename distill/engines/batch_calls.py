"""The four calls of the Message Batches API that are made: create, list, look, fetch; each bounded in time."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import Any

from distill.engines import batch_records
from distill.engines.calls import LATE, NO_API, call
from distill.engines.deadline import within
from distill.engines.failures import Failure
from distill.engines.interface import Unavailable
from distill.model import Reason

MOST_LINE_BYTES = 50_000_000
MOST_LISTED = 100
"""The latest batches of an account that are looked through; the service lists 1,000 at most at a time."""


class Status(Enum):
    """Where a batch stands."""

    RUNNING = auto()
    ENDED = auto()
    GONE = auto()
    """The service knows no such batch (any more)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A batch as the service lists it."""

    id: str
    created: datetime
    requests: int


@dataclass(frozen=True, slots=True)
class BatchCalls:
    """The calls, over one client of the SDK."""

    client: Any

    def create(self, requests: list[dict[str, Any]], seconds: float) -> str | Failure:
        """Create a batch and give its id."""
        batches = self.client.messages.batches
        made = _within(seconds, lambda timeout: batches.create(requests=requests, timeout=timeout))
        if isinstance(made, Failure):
            return made
        return batch_records.usable_id(getattr(made, "id", None)) or NO_API

    def listed(self, seconds: float) -> list[Listed] | Failure:
        """List the latest batches of the account, the oldest first; what cannot be read as one is passed over."""
        batches = self.client.messages.batches
        page = _within(seconds, lambda timeout: batches.list(limit=MOST_LISTED, timeout=timeout))
        if isinstance(page, Failure):
            return page
        found = getattr(page, "data", None)
        if not isinstance(found, list):
            return NO_API
        return sorted(filter(None, map(_listed, found)), key=lambda batch: batch.created)

    def status(self, batch_id: str, seconds: float) -> Status | Failure:
        """Look where a batch stands."""
        batches = self.client.messages.batches
        found = _within(seconds, lambda timeout: batches.retrieve(batch_id, timeout=timeout))
        if isinstance(found, Failure):
            return Status.GONE if found.unavailable.reason is Reason.UNKNOWN_MODEL else found  # not_found_error
        if getattr(found, "archived_at", None):
            return Status.GONE
        match getattr(found, "processing_status", None):
            case "ended":
                return Status.ENDED
            case "in_progress" | "canceling":
                return Status.RUNNING
            case _:
                return NO_API

    def results(self, batch_id: str, read: Callable[[dict[str, Any]], None], seconds: float) -> Failure | None:
        """Stream the results of an ended batch, each to `read`; lines that are no JSON object are passed over."""
        done = _within(seconds, lambda timeout: self._stream(batch_id, read, timeout))
        return done if isinstance(done, Failure) else None

    def _stream(self, batch_id: str, read: Callable[[dict[str, Any]], None], timeout: object) -> object:
        import anthropic

        # Not by way of the batch's `results_url`: that could lead the key to another host.
        path = f"/v1/messages/batches/{batch_id}/results"
        options = {"headers": {"Accept": "application/binary"}, "timeout": timeout}
        with self.client.get(
            path, cast_to=object, options=options, stream=True, stream_cls=anthropic.Stream[object]
        ) as stream:
            for count, line in enumerate(_lines(stream.response.iter_bytes())):
                if count == 0 and line.strip() and not line.lstrip().startswith((b"{", b"[")):
                    return NO_API  # a sign-in page must not pass for results that lack every map
                if isinstance(parsed := _parsed(line), dict):
                    read(parsed)
        return None


def _listed(batch: object) -> Listed | None:
    created, counts = getattr(batch, "created_at", None), getattr(batch, "request_counts", None)
    name = batch_records.usable_id(getattr(batch, "id", None))
    if not (name and isinstance(created, datetime) and created.tzinfo):
        return None
    numbers = (getattr(counts, kind, 0) for kind in ("processing", "succeeded", "errored", "canceled", "expired"))
    return Listed(id=name, created=created, requests=sum(n for n in numbers if isinstance(n, int)))


def _within(seconds: float, make: Callable[[Any], object]) -> object | Failure:
    """Make a call within a deadline of its own: a server that drips keeps the SDK's timeouts from firing."""
    late = Failure(unavailable=LATE)
    return within(min(seconds, threading.TIMEOUT_MAX), lambda ends: _guarded(make, ends.rest()), late=late)


def _guarded(make: Callable[[Any], object], seconds: float) -> object | Failure:
    try:
        return call(make, seconds)
    except Exception as error:  # noqa: BLE001 - the SDK raises more than its own errors
        detail = f"The batches engine failed ({type(error).__name__})."
        return Failure(unavailable=Unavailable(reason=Reason.UNEXPECTED, detail=detail))


def _lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Split at line feeds only: JSON may hold other breaks, which the SDK's own reader takes for ends of lines."""
    rest = b""
    for block in blocks:
        *whole, rest = (rest + block).split(b"\n")
        yield from whole
        if len(rest) > MOST_LINE_BYTES:
            return
    yield rest


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
