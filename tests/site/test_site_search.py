"""The search that the plug-in puts into a site, and what programs find there."""

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from sites import add_page, configure, digest_of, new_wiki

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --virtual-time-budget=6000 --dump-dom"
)
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
SEARCH = r"  - search:\n(?:      .*\n)+"
DRIVER = """{
const wait = (ready, then) => {
  const found = ready();
  if (found) then(found); else setTimeout(wait, 20, ready, then);
};
const key = (where, name) =>
  where.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
const tell = text => {
  const made = document.createElement("p");
  made.className = "told"; made.textContent = text; document.body.append(made);
};
addEventListener("load", () => {
  key(document.body, "/");
  wait(() => document.querySelector("dialog[open] input[type=search]"), box => {
    tell(`focus ${document.activeElement === box}`);
    box.value = "pumps seat:impl"; box.dispatchEvent(new Event("input", { bubbles: true }));
    wait(() => document.querySelector("dialog .distill-hit a"), hit => {
      key(box, "ArrowDown"); tell(`first ${document.activeElement === hit}`);
      key(document.activeElement, "ArrowUp"); tell(`back ${document.activeElement === box}`);
      const seat = document.querySelector("dialog select"); tell(`seat ${seat.value}`);
      seat.value = ""; seat.dispatchEvent(new Event("change", { bubbles: true })); tell(`box ${box.value}`);
      wait(() => document.querySelectorAll("dialog .distill-hit").length === 2, () => {
        document.querySelector("dialog .distill-close").click(); tell(`open ${document.querySelector("dialog").open}`);
      });
    });
  });
});
}"""


def build(root, *, change=(), options=""):
    """Build strictly, with changes of `mkdocs.yml` and settings of the plug-in."""
    path = configure(root)
    text = path.read_text("utf-8")
    for old, new in [*change, (r"  - distill\n", f"  - distill: {{{options}}}\n")]:
        text, count = re.subn(old, new, text)
        assert count
    path.write_text(text, "utf-8")
    return build_again(root)


def build_again(root):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    subprocess.run(command, cwd=root, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True, capture_output=True)
    return root / "site"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory):
    root = tmp_path_factory.mktemp("wiki")
    folder = new_wiki(root)
    texts = {"lead@rig": "RIG-9 the pumps wait <b>x</b>", "impl@rig": "RIG-90 new pumps", "docs@rig": "修复了队列"}
    for seat, text in texts.items():
        add_page(folder, digest_of([text], headline=text), seat=seat, text=seat)
    return root


@pytest.fixture(scope="module")
def site(wiki):
    address = ("site_name: .*", "site_name: The wiki\nsite_url: https://example.invalid/a/b/")
    return build(wiki, change=[(SEARCH, ""), address])


def test_programs_find_every_page(site, wiki):
    names = sorted(path.name for path in (wiki / "wiki" / "sessions").glob("*.md"))
    assert [(site / "sessions" / name).read_bytes() for name in names] == [
        (wiki / "wiki" / "sessions" / name).read_bytes() for name in names
    ]
    lines = [json.loads(line) for line in (site / "pages.jsonl").read_text("utf-8").splitlines()]
    assert sorted(line["page"] for line in lines) == names
    assert all((site / line["url"].replace("%40", "@") / "index.html").is_file() for line in lines)
    assert all(f"sessions/{name}" in (site / "llms.txt").read_text("utf-8") for name in names)
    links = [entry.find("{*}link").get("href") for entry in ET.parse(site / "feed.xml").getroot().findall("{*}entry")]
    assert sorted(links) == sorted(f"https://example.invalid/a/b/{line['url']}" for line in lines)


def test_the_index_is_in_the_site_and_the_theme_s_own_is_not(site):
    told = json.loads((site / "find" / "index.json").read_text("utf-8"))
    metas = [site / "find" / part["path"] / "meta.json" for part in told["segments"]]
    assert [json.loads(meta.read_text("utf-8"))["n"] for meta in metas] == [3]
    assert not (site / "search").exists()
    assert '"slash": true' in (site / "assets" / "distill" / "find.js").read_text("utf-8")


def test_it_is_kept_from_build_to_build(site, wiki):
    index = {path: path.stat().st_mtime_ns for path in (site / "find").rglob("*.json")}
    kept = [site / "pages.jsonl", site / "llms.txt", site / "feed.xml", *(site / "sessions").glob("*.md")]
    index |= {path: path.stat().st_mtime_ns for path in kept}
    build_again(wiki)
    assert {path: path.stat().st_mtime_ns for path in index} == index


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def served(site):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def address(site):
    with served(site) as base:
        yield base


def dom(address, profile):
    command = [CHROMIUM, *FLAGS.split(), f"--user-data-dir={profile}", address]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=90).stdout


@in_browser
@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("parameter", ["find", "q"])
def test_its_page_finds_and_shows_text_only(address, tmp_path, parameter):
    shown = dom(f"{address}find/?{parameter}={quote('RIG-9')}", tmp_path)
    assert re.findall(r'class="distill-hit"><a href="[^"]*/sessions/2026-10-18-(lead|impl)', shown) == ["lead"]
    assert "the pumps wait &lt;b&gt;x&lt;/b&gt;" in shown.partition("distill-hits")[2]
    assert "needs JavaScript" not in shown


@in_browser
@pytest.mark.browser
@pytest.mark.slow
def test_every_page_opens_it_by_a_key_and_keys_lead_through_it(address, site, tmp_path):
    (site / "driver.js").write_text(DRIVER, "utf-8")
    page = next((site / "sessions").glob("*docs*/index.html"))
    (page.parent / "driven.html").write_text(
        page.read_text("utf-8").replace("</body>", '<script src="../../driver.js"></script></body>'), "utf-8"
    )
    shown = dom(f"{address}sessions/{quote(page.parent.name)}/driven.html", tmp_path)
    assert re.findall(r'<p class="told">([^<]*)', shown) == [
        "focus true", "first true", "back true", "seat impl", "box pumps", "open false",
    ]  # fmt: skip


@in_browser
@pytest.mark.browser
@pytest.mark.slow
def test_from_disk_it_says_why_it_cannot(site, tmp_path):
    shown = dom(f"{(site / 'find' / 'index.html').as_uri()}?find=pumps", tmp_path)
    assert "opened from disk" in shown


def test_on_a_small_site_the_theme_s_box_finds_sessions_and_beyond_a_number_it_does_not(tmp_path, wiki):
    shutil.copytree(wiki / "wiki", tmp_path / "wiki")
    flat = [("use_directory_urls: true", "use_directory_urls: false")]
    for most, known in ((3, True), (2, False)):
        made = build(tmp_path, options=f"theme_search: {most}", change=flat)
        index = json.loads((made / "search" / "search_index.json").read_text("utf-8"))["docs"]
        assert any(doc["location"].startswith("sessions/2026") for doc in index) is known
        assert (f'"slash": {str(not known).lower()}') in (made / "assets" / "distill" / "find.js").read_text("utf-8")
    assert 'data-index="find/" data-pages="sessions/" data-ending=".html"' in (made / "find.html").read_text("utf-8")


@in_browser
@pytest.mark.browser
@pytest.mark.slow
def test_beside_the_theme_s_box_its_page_leaves_the_theme_s_parameter_alone(tmp_path, wiki):
    shutil.copytree(wiki / "wiki", tmp_path / "wiki")
    with served(build(tmp_path)) as base:
        shown = {name: dom(f"{base}find/?{name}={quote('RIG-9')}", tmp_path / name) for name in ("find", "q")}
    assert {name: html.count('class="distill-hit"') for name, html in shown.items()} == {"find": 1, "q": 0}
    assert all('id="__search"' in html for html in shown.values())
