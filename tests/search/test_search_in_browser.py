"""The search of the site in a real browser, against what the command finds."""

import functools
import http.server
import re
import shutil
import subprocess
import threading
from html import unescape
from urllib.parse import quote

import pytest
from sites import add_page, digest_of, new_wiki

from distill.search import segments, shards, static
from distill.search.ask import ask
from distill.search.query import parse
from distill.search.record import record
from distill.search.store import Entry

CHROMIUM = shutil.which("chromium")
RUN = "document.documentElement.dataset.pwned=1"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --virtual-time-budget=5000 --dump-dom"
)
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")]
BULLETS = {
    "lead@rig": ["RIG-9 keep one table in `src/pumps/rate_limit.py` (#58)", "修复了队列重试", "retry and budget"],
    "impl@rig": [
        "feature/RIG-90-pump at 5243fdcd00ab",
        "Удалённые страницы",
        "the retry budget is spent & <b>gone</b>",
    ],
    "docs@rig": [f'<script>{RUN}</script> <img src=x onerror="{RUN}"> hostile', "rate-limit"],
}
QUERIES = [
    "RIG-9", "rig", "#58", "pumps/rate_limit.py", "5243fdc", "lead@rig", "rate-limit", "rate limit", "队列",
    "удаленные", '"retry budget"', "retry budget", "seat:impl retry", "open:yes hostile", "open:no hostile",
    "section:dec table",
    "after:2026-10-19 retry", "nothing-of-it", "before:2026-10-19 gone",
]  # fmt: skip


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Make what the plug-in would: the index in two segments, the pages' Markdown, a page with the search."""
    root = tmp_path_factory.mktemp("site")
    wiki = new_wiki(root)
    for seat, texts in BULLETS.items():
        add_page(wiki, digest_of(texts, headline=texts[0][:90]), seat=seat, text=seat)
    sessions = wiki / "sessions"
    pages = [Entry(path.name, record(path.name, path.read_text("utf-8"))) for path in sorted(sessions.glob("*.md"))]
    old = Entry(pages[0].name, record(pages[0].name, "RIG-9 as it was, zzz"))
    base = {page.name: page for page in (old, *pages[1:2])}
    parts = [
        (shards.segment(base.values()), [shards.newest_first(base).index(old.name)]),
        (shards.segment([pages[0], *pages[2:]]), []),
    ]
    for part, _ in parts:
        for path, text in part.files.items():
            file = wiki / "search" / part.name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
    (wiki / "search" / "index.json").write_text(segments.manifest((part.name, gone) for part, gone in parts), "utf-8")
    (wiki / "search.js").write_text(static.script(), "utf-8")
    place = static.place(index="search/", pages="sessions/", directory_urls=True)
    (wiki / "page.html").write_text(f'<meta charset="utf-8"><body>{place}<script src="search.js"></script>', "utf-8")
    handler = functools.partial(Quiet, directory=str(wiki))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield sessions, f"http://127.0.0.1:{server.server_port}/", root / "profile"
    server.shutdown()
    server.server_close()


def shown(site, query):
    _, address, profile = site
    command = [CHROMIUM, *FLAGS.split(), f"--user-data-dir={profile}", f"{address}page.html?q={quote(query)}"]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


def test_the_browser_finds_the_pages_that_the_command_finds(site):
    for query in QUERIES:
        dom = shown(site, query)
        ours = {hit.name for hit in ask(parse(query), site[0], None, limit=10, now_ns=0).hits}
        theirs = {
            unescape(name).replace("%40", "@") + ".md" for name in re.findall(r'href="[^"]*sessions/([^"/]+)/"', dom)
        }
        assert theirs == ours, query
        assert "data-pwned" not in dom
        told = re.search(r'role="status">([^<]*)', dom)[1]
        assert told.startswith(f"{len(ours)} page" if ours else "no page"), (query, told)


def test_the_lines_that_answer_are_shown_as_text(site):
    dom = shown(site, "budget is spent")
    assert "Accomplished: the retry budget is spent &amp; &lt;b&gt;gone&lt;/b&gt; (L1" in dom
    hostile = shown(site, "hostile")
    assert "&lt;script&gt;" in hostile
    assert "data-pwned" not in hostile


def test_what_a_page_held_before_is_not_found(site):
    assert "no page holds all of this" in shown(site, "zzz")
