"""What a reader of a built site loads and waits for, in Debian's Chromium: a page, and the first result of a search."""

import gzip
import http.server
import shutil
import subprocess
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
)
WAIT_S = 60.0
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".json": "application/json"}
DRIVER = "driver.js"
"""A file of its own, since the policy of the site's pages lets no script in a page run that it does not name."""
TELL = """const told = rows => { if (rows.length && !window.saidIt) { window.saidIt = true;
const pages = rows.map(row => "&page=" + encodeURIComponent(row.href)).join("");
fetch(BASE + "told?ms=" + Math.round(performance.now()) + pages); } };
"""
OURS = """const ask = setInterval(() => { const box = document.querySelector("#distill-search > input");
if (box) { clearInterval(ask); box.value = QUERY; box.dispatchEvent(new Event("input", { bubbles: true })); } }, 10);
new MutationObserver(() => told([...document.querySelectorAll(".distill-hit > a")]))
.observe(document.documentElement, { childList: true, subtree: true });"""
MATERIAL = """let fired = 0; setInterval(() => { const box = document.querySelector("input.md-search__input");
const toggle = document.getElementById("__search"); if (toggle && !toggle.checked) toggle.click();
if (box && performance.now() - fired > 250) { fired = performance.now(); box.focus(); box.value = QUERY;
box.dispatchEvent(new Event("input", { bubbles: true }));
box.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })); }
told([...document.querySelectorAll("li.md-search-result__item > a")].filter(row => row.offsetParent));
}, 16);"""


class Reader:
    """A browser with an empty cache before a site that is served packed."""

    def __init__(self, site: Path, profiles: Path) -> None:
        """Take the folder of the site."""
        self._site, self._profiles, self._runs = site, profiles, 0
        self._packed: dict[str, bytes] = {}

    def page(self, path: str) -> tuple[float, float]:
        """Give the kilobytes of a page's HTML and of all that it loads."""
        sent, _ = self._visit(path, "")
        html = next(size for address, size in sent if address == path)
        return html / 1000, sum(size for _, size in sent) / 1000

    def first(self, path: str, query: str, driver: str) -> tuple[float, float, list[str]]:
        """Give the milliseconds to the first result, the kilobytes before it, and the pages that are shown."""
        script = f"{TELL}{driver}".replace("QUERY", repr(query)).replace("BASE", '"/"')
        sent, told = self._visit(path, script)
        ms = float(told["ms"][0]) if told else float("inf")
        return ms, sum(size for _, size in sent) / 1000, told.get("page", [])

    def _visit(self, path: str, script: str) -> tuple[list[tuple[str, int]], dict[str, list[str]]]:
        sent: list[tuple[str, int]] = []
        told: dict[str, list[str]] = {}
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler(path, script, sent, told))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self._runs += 1
        profile = self._profiles / f"profile{self._runs}"
        command = [shutil.which("chromium") or "chromium", *FLAGS.split(), f"--user-data-dir={profile}"]
        address = f"http://127.0.0.1:{server.server_port}/{path.replace('@', '%40')}"
        browser = subprocess.Popen(
            [*command, "--remote-debugging-port=0", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + (WAIT_S if script else 8.0)
        while not told and time.monotonic() < until:
            time.sleep(0.02)
        browser.terminate()
        browser.wait()
        server.shutdown()
        server.server_close()
        return sent, told

    def _handler(
        self, path: str, script: str, sent: list[tuple[str, int]], told: dict[str, list[str]]
    ) -> type[http.server.BaseHTTPRequestHandler]:
        reader = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                if parts.path == "/told":
                    told.update(parse_qs(parts.query))
                name = unquote(parts.path).lstrip("/")
                body = (
                    gzip.compress(script.encode())
                    if name == DRIVER
                    else reader.body(name, drive=bool(script) and name == path)
                )
                if not told and name != DRIVER:
                    sent.append((name, len(body or b"")))
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", KINDS.get(Path(name).suffix or ".html", "text/plain; charset=utf-8"))
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    def body(self, name: str, *, drive: bool) -> bytes | None:
        """Give a file of the site, packed; to `drive` the page, with a script in it."""
        file = self._site / name
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            return None
        if drive:
            text = file.read_text("utf-8")
            return gzip.compress(text.replace("</body>", f'<script src="/{DRIVER}"></script></body>').encode(), 6)
        if name not in self._packed:
            self._packed[name] = gzip.compress(file.read_bytes(), 6)
        return self._packed[name]
