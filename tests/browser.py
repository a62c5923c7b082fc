"""Debian's Chromium for tests of the site, and a server for what was built."""

import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium; on Debian: apt-get install chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
WAIT_MS = 40_000


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # a browser keeps its connections

    def log_message(self, *_: object) -> None:
        pass


class _Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on the loopback; give its address."""
    handler = functools.partial(_Quiet, directory=str(folder))
    server = _Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser that is installed."""
    from playwright.sync_api import sync_playwright  # heavy, and not needed where tests are skipped

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Tab:
    """A page of the browser that remembers what it asked for and what it complained of."""

    def __init__(self, browser: Any, base: str, **options: Any) -> None:
        """Open it, at desktop size unless said otherwise."""
        self.base = base
        self.context = browser.new_context(**{"viewport": DESKTOP, "locale": "en"} | options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.requested: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.on("dialog", lambda dialog: dialog.dismiss())

    def open(self, path: str) -> Any:
        """Go to an address of the site."""
        self.page.goto(self.base + path, wait_until="load")
        return self.page

    def foreign(self) -> list[str]:
        """Give the addresses of other hosts that were asked for."""
        return [url for url in self.requested if not url.startswith((self.base, "data:", "blob:"))]

    def close(self) -> None:
        """Close it."""
        self.context.close()

    def _hear(self, said: Any) -> None:
        if said.type in {"error", "warning"}:
            self.complaints.append(said.text)
