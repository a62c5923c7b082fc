"""Hostile pages in a real browser: nothing of them runs when a page is loaded."""

import functools
import http.server
import shutil
import subprocess
import threading
from urllib.parse import quote

import pytest
from sites import add_page, build_site, digest_of, new_wiki

CHROMIUM = shutil.which("chromium")
RUN = "document.documentElement.dataset.pwned=1"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --virtual-time-budget=3000 --dump-dom"
)
pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    servers = []

    def start(folder):
        handler = functools.partial(Quiet, directory=str(folder))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def dom(address, profile):
    command = [CHROMIUM, *FLAGS.split(), f"--user-data-dir={profile}", address]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize("plugin", [True, False], ids=["plug-in", "stock"])
def test_nothing_of_a_hostile_page_runs(tmp_path, serve, plugin):
    wiki = new_wiki(tmp_path)
    hostile = f'<script>{RUN}</script> <img src=x onerror="{RUN}"> <svg onload={RUN}>'
    made = add_page(wiki, digest_of([hostile], headline=hostile[:90]), seat=hostile[:40], text=hostile)
    built = build_site(tmp_path, plugin=plugin)
    assert built.code == 0, built.output
    (built.site / "control.html").write_text(f"<script>{RUN}</script>", "utf-8")
    base = serve(built.site)
    assert "data-pwned" in dom(f"{base}control.html", tmp_path / "profile")
    page = quote(f"sessions/{made.path.stem}/")
    for path in ["", page, *(["tags/", "sessions/", page.replace("sessions", "maps", 1)] if plugin else [])]:
        shown = dom(base + path, tmp_path / "profile")
        assert "md-content" in shown
        assert "data-pwned" not in shown, path
