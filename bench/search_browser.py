"""What the search of the site costs a reader: the first query from a cold cache, in Debian's Chromium.

`python bench/search_browser.py [PAGES ...]` makes wikis in a scratch folder and serves them packed on the loopback.
The page itself reports the milliseconds from the start of the navigation to the first result.
"""

import gzip
import http.server
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlsplit

from search_pages import made, write_pages

from distill.search import segments, shards, static
from distill.search.record import record
from distill.search.store import Entry

QUERIES = ("downvote", "retry budget", "RIG-37", "#58", "circuit-breaker rate-limit", "修复了队列")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync"
)
WATCH = """<script>
new MutationObserver(() => { if (document.querySelector(".distill-hit"))
fetch("told?ms=" + Math.round(performance.now())); })
.observe(document.body, {childList: true, subtree: true});</script>"""
WAIT_S = 30.0


class Packed(http.server.BaseHTTPRequestHandler):
    """Serves packed files from memory, counts their bytes, and hears what the page reports."""

    files: dict[str, bytes]
    sent: list[int]
    told: list[float]

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/told":
            self.told.append(float(parse_qs(parts.query)["ms"][0]))
        body = self.files.get(unquote(parts.path).lstrip("/"))
        self.send_response(404 if body is None else 200)
        self.send_header(
            "Content-Type", "text/html; charset=utf-8" if parts.path == "/page.html" else "text/javascript"
        )
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body or b"")))
        self.end_headers()
        self.wfile.write(body or b"")
        if not self.told:
            self.sent.append(len(body or b""))

    def log_message(self, *_: object) -> None:
        pass


def main(counts: list[int]) -> None:
    """Measure each size and print."""
    print("| pages | segment, CPU | files | size, packed | first result, ms (worst) | KB before it (worst) |")
    print("|--:|--:|--:|--:|--:|--:|")
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            print(measured(Path(scratch), count), flush=True)


def measured(root: Path, count: int) -> str:
    """Measure one size; give a row of the table."""
    write_pages(root / "sessions", count)
    texts = {path.name: path.read_text("utf-8") for path in (root / "sessions").iterdir()}
    started = time.process_time()
    segment = shards.segment(Entry(name, record(name, text)) for name, text in texts.items())
    cpu = time.process_time() - started
    files = {f"search/{segment.name}/{path}": text for path, text in segment.files.items()}
    files["search/index.json"] = segments.manifest([(segment.name, ())])
    size = sum(len(gzip.compress(text.encode())) for text in files.values()) / 1e6
    files |= {f"sessions/{name}": text for name, text in texts.items()} | {"search.js": static.script()}
    place = static.place(index="search/", pages="sessions/", directory_urls=True)
    files["page.html"] = f'<meta charset="utf-8"><body>{place}<script src="search.js"></script>{WATCH}'
    packed = {path: gzip.compress(text.encode()) for path, text in files.items()}
    asked = [first(packed, query, root / f"profile{at}") for at, query in enumerate([*QUERIES, ticket(count)])]
    times, sizes = zip(*asked, strict=True)
    middle = len(times) // 2
    return (
        f"| {count:,} | {cpu:.1f} s | {len(segment.files)} | {size:.1f} MB "
        f"| {sorted(times)[middle]:.0f} ({max(times):.0f}) | {sorted(sizes)[middle]:.0f} ({max(sizes):.0f}) |"
    )


def ticket(count: int) -> str:
    """Name a ticket of the newest pages."""
    return made(count - 1)[0].meta.tags[1].removeprefix("ticket/")


def first(files: dict[str, bytes], query: str, profile: Path) -> tuple[float, float]:
    """Give the milliseconds to the first result in a new browser, and the kilobytes that it took."""
    handler = type("Handler", (Packed,), {"files": files, "sent": [], "told": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/page.html?q={quote(query)}"
    command = [shutil.which("chromium") or "chromium", *FLAGS.split(), f"--user-data-dir={profile}"]
    browser = subprocess.Popen(
        [*command, "--remote-debugging-port=0", address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + WAIT_S
    while not handler.told and time.monotonic() < until:
        time.sleep(0.02)
    browser.terminate()
    browser.wait()
    server.shutdown()
    server.server_close()
    return (handler.told or [float("inf")])[0], sum(handler.sent) / 1000


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1000, 5000])
