"""A Messages API on 127.0.0.1 for tests: plays scenarios, records what it was sent.

with loopback_api.serving(answered(GOOD)) as api:
    ...  # settings with base_url=api.url; afterwards api.requests
"""

import contextlib
import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

GOOD: dict[str, Any] = {
    "headline": "Pull requests #31 and #36 are done",
    "accomplished": [{"text": "#31 moisture sensor retries", "lines": {"first": 1, "last": 1}, "quote": ""}],
    "decisions": [],
    "open_items": [],
}
USAGE = {"input_tokens": 1200, "output_tokens": 90}
HANG, DRIP = "hang", "drip"


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What the server says to one request; `pace` hangs, or drips blanks, until the server is closed."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    pace: str = ""


@dataclass(frozen=True, kw_only=True)
class Request:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self.raw)
        return parsed


def answered(answer: object = GOOD, **changes: Any) -> Reply:
    """Say a whole message; `answer` is its text, or an object that becomes its JSON text."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    message: dict[str, Any] = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-5-5",
        "content": [{"type": "thinking", "thinking": "", "signature": "s"}, {"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
    }
    return Reply(body=json.dumps(message | changes).encode())


def failed(status: int, kind: str, text: str = "no", **headers: str) -> Reply:
    """Say an error in the shape of the API."""
    body = {"type": "error", "error": {"type": kind, "message": text}, "request_id": "req_1"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status=status, body=json.dumps(body).encode(), headers=named)


SCENARIOS: dict[str, Reply] = {
    "ok": answered(),
    "overloaded": failed(529, "overloaded_error", "Overloaded"),
    "rate_limit": failed(429, "rate_limit_error", "slow down", retry_after="2"),
    "rate_limit_hour": failed(429, "rate_limit_error", "slow down", retry_after="3600"),
    "retired_model": failed(404, "not_found_error", "model: claude-retired"),
    "bad_key": failed(401, "authentication_error", "invalid x-api-key"),
    "forbidden": failed(403, "permission_error", "not allowed"),
    "no_credit": failed(400, "invalid_request_error", "Your credit balance is too low"),
    "too_long": failed(400, "invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
    "too_large": failed(413, "request_too_large", "Request exceeds the maximum size"),
    "no_format": failed(400, "invalid_request_error", "output_config.format: not supported by this model"),
    "server_error": failed(500, "api_error", "Internal server error"),
    "truncated": answered('{"headline": "", "accomplished": [{"text": "Merged #3', stop_reason="max_tokens"),
    "refusal": answered(content=[], stop_reason="refusal"),
    "empty": answered(content=[]),
    "none_content": answered(content=None),
    "envelope_200": Reply(body=failed(200, "overloaded_error").body),
    "html_200": Reply(body=b"<html><body>Sign in</body></html>", headers={"content-type": "text/html"}),
    "html_as_json": Reply(body=b"<html>portal</html>"),
    "html_404": Reply(status=404, body=b"<html>nothing here</html>", headers={"content-type": "text/html"}),
    "redirect": Reply(status=307, headers={"location": "http://127.0.0.1:9/elsewhere"}),
    "not_json": answered("## Accomplished\n\n- Merged #31 and #36\n"),
    "off_schema": answered({"summary": "all went well"}),
    "hang": Reply(pace=HANG),
    "drip": Reply(pace=DRIP),
}


class LoopbackApi(http.server.ThreadingHTTPServer):
    """The server; plays its replies in order, the last one again and again."""

    daemon_threads = True

    def __init__(self, replies: tuple[Reply, ...]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.replies = replies
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def next_reply(self, request: Request) -> Reply:
        with self._lock:
            self.requests.append(request)
            return self.replies[min(len(self.requests), len(self.replies)) - 1]


class _Handler(http.server.BaseHTTPRequestHandler):
    server: LoopbackApi

    def log_message(self, *_: object) -> None:
        """Keep quiet."""

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        request = Request(path=self.path, headers={k.lower(): v for k, v in self.headers.items()}, raw=raw)
        reply = self.server.next_reply(request)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._say(reply)

    def _say(self, reply: Reply) -> None:
        if reply.pace == HANG:
            self.server.closing.wait(60)
            return
        dripping = reply.pace == DRIP
        self.send_response(reply.status)
        headers = {"content-type": "application/json"} | reply.headers
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", "1000" if dripping else str(len(reply.body)))
        self.end_headers()
        self._drip() if dripping else self.wfile.write(reply.body)

    def _drip(self) -> None:
        for _ in range(1000):
            self.wfile.write(b" ")
            self.wfile.flush()
            if self.server.closing.wait(0.1):
                return


@contextlib.contextmanager
def serving(*replies: Reply | str) -> Iterator[LoopbackApi]:
    """Serve replies, or scenarios by name, on a free port; hanging ones are let go at the end."""
    api = LoopbackApi(tuple(SCENARIOS[r] if isinstance(r, str) else r for r in replies) or (answered(),))
    with running(api):
        yield api


@contextlib.contextmanager
def running(api: Any) -> Iterator[None]:
    """Run a server of this kind in a thread; what still hangs at the end is let go."""
    thread = threading.Thread(target=api.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        api.closing.set()
        api.shutdown()
        api.server_close()
        thread.join(5)
