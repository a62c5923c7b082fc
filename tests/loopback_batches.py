"""A Message Batches API on 127.0.0.1 for tests: keeps batches, plays what becomes of them, records what it was sent.

with loopback_batches.serving(ends_after=2) as api:
    ...  # an engine with base_url=api.url; afterwards api.batches, api.calls

`outcome(params, batch)` says what becomes of a request: a result, raw bytes for its line, or None for no line at all;
`batch` is the number of the batch, from 1. `trouble` holds replies that are played first, by kind of call.
"""

import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import loopback_api
from loopback_api import HANG, SCENARIOS, Reply

BATCHES = "/v1/messages/batches"
Result = dict[str, Any] | bytes | None
Outcome = Callable[[dict[str, Any], int], Result]
CREATE, LIST, LOOK, FETCH = "create", "list", "look", "fetch"


def succeeded(answer: object = loopback_api.GOOD, **changes: Any) -> dict[str, Any]:
    """Say a whole message."""
    return {"type": "succeeded", "message": json.loads(loopback_api.answered(answer, **changes).body)}


def errored(kind: str, text: str = "no") -> dict[str, Any]:
    """Say the error of one request."""
    error = {"type": "error", "error": {"type": kind, "message": text}, "request_id": "req_1"}
    return {"type": "errored", "error": error}


EXPIRED: dict[str, Any] = {"type": "expired"}
CANCELED: dict[str, Any] = {"type": "canceled"}


@dataclass(kw_only=True)
class Batch:
    """One batch as it was created."""

    id: str
    number: int
    requests: list[dict[str, Any]]
    looks: int = 0
    created: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    @property
    def custom_ids(self) -> list[str]:
        return [request["custom_id"] for request in self.requests]


@dataclass(kw_only=True)
class Play:
    """What the server does."""

    ends_after: int = 1
    outcome: Outcome = lambda _params, _number: succeeded()
    trouble: dict[str, list[Reply | str]] = field(default_factory=dict)
    made_and_lost: list[int] = field(default_factory=list)
    """Numbers of the batches that are made and answered with an error of the server."""
    made_and_hung: list[int] = field(default_factory=list)
    """Numbers of the batches that are made and never answered."""
    elsewhere: str = ""
    """A host that the batches name for their results."""


class LoopbackBatches(http.server.ThreadingHTTPServer):
    """The server; batches live as long as it does, whatever engine asks."""

    daemon_threads = True

    def __init__(self, play: Play) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.play = play
        self.batches: list[Batch] = []
        self.calls: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, kind: str, batch_id: str, raw: bytes) -> Reply:
        with self._lock:
            self.calls.append(kind)
            troubles = self.play.trouble.get(kind, [])
            if troubles:
                trouble = troubles.pop(0)
                return SCENARIOS[trouble] if isinstance(trouble, str) else trouble
            if kind == CREATE:
                return self._created(json.loads(raw))
            if kind == LIST:
                return self._listed()
            batch = next((b for b in self.batches if b.id == batch_id), None)
            if batch is None:
                return loopback_api.failed(404, "not_found_error", "no such batch")
            return self._looked(batch) if kind == LOOK else self._fetched(batch)

    def _created(self, body: dict[str, Any]) -> Reply:
        batch = Batch(
            id=f"msgbatch_{len(self.batches) + 1:04}", number=len(self.batches) + 1, requests=body["requests"]
        )
        assert len(set(batch.custom_ids)) == len(batch.custom_ids)
        self.batches.append(batch)
        if batch.number in self.play.made_and_lost:
            return SCENARIOS["server_error"]
        if batch.number in self.play.made_and_hung:
            return SCENARIOS["hang"]
        return Reply(body=self._said(batch))

    def _listed(self) -> Reply:
        batches = [json.loads(self._said(batch)) for batch in reversed(self.batches)]
        page = {"data": batches, "has_more": False, "first_id": None, "last_id": None}
        return Reply(body=json.dumps(page).encode())

    def _looked(self, batch: Batch) -> Reply:
        batch.looks += 1
        return Reply(body=self._said(batch))

    def _said(self, batch: Batch) -> bytes:
        ended = batch.looks >= self.play.ends_after
        counts = {"processing": 0 if ended else len(batch.requests), "succeeded": 0, "errored": 0}
        return json.dumps({
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts | {"canceled": 0, "expired": 0},
            "created_at": batch.created,
            "expires_at": "2026-12-01T03:00:00Z",
            "ended_at": "2026-11-30T04:00:00Z" if ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{self.play.elsewhere or self.url}{BATCHES}/{batch.id}/results" if ended else None,
        }).encode()  # fmt: skip

    def _fetched(self, batch: Batch) -> Reply:
        lines = []
        for request in reversed(batch.requests):  # never in the order of the requests
            result = self.play.outcome(request["params"], batch.number)
            if isinstance(result, dict):
                lines.append(json.dumps({"custom_id": request["custom_id"], "result": result}, ensure_ascii=False))
            elif result is not None:
                lines.append(result.decode())
        return Reply(body="\n".join([*lines, ""]).encode(), headers={"content-type": "application/x-jsonl"})


class _Handler(http.server.BaseHTTPRequestHandler):
    server: LoopbackBatches

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        assert self.path == BATCHES
        self._answer(CREATE, "", raw)

    def do_GET(self) -> None:
        if self.path.partition("?")[0] == BATCHES:
            self._answer(LIST, "", b"")
            return
        batch_id, _, rest = self.path.removeprefix(f"{BATCHES}/").partition("/")
        self._answer(FETCH if rest == "results" else LOOK, batch_id, b"")

    def _answer(self, kind: str, batch_id: str, raw: bytes) -> None:
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        reply = self.server.answer(kind, batch_id, raw)
        if reply.pace == HANG:
            self.server.closing.wait(60)
            return
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.send_response(reply.status)
            for name, value in ({"content-type": "application/json"} | reply.headers).items():
                self.send_header(name, value)
            self.send_header("content-length", reply.headers.get("x-length", str(len(reply.body))))
            self.end_headers()
            self.wfile.write(reply.body)


@contextlib.contextmanager
def serving(**how: Any) -> Iterator[LoopbackBatches]:
    """Serve on a free port; hanging answers are let go at the end."""
    api = LoopbackBatches(Play(**how))
    with loopback_api.running(api):
        yield api
