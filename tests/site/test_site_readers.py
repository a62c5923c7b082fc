"""Readers of a served site while the next one is made, and after one that failed."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from mkdocs.livereload import LiveReloadServer

from distill.mkdocs_site.outputs import KEPT
from distill.mkdocs_site.readers import ASIDE, GONE, LOOK_S, Readers
from distill.site.tree import HIDDEN, Tree


class Served:
    """A site, its server, and its readers; no socket is opened."""

    def __init__(self, site: Path) -> None:
        self.site, self.readers = site, Readers()
        self.tree = Tree(site, KEPT, read=True)
        self.server = LiveReloadServer(lambda: None, "127.0.0.1", 0, root=str(site), mount_path="/wiki/")
        self.ask = self.readers.answer(self.server)
        self.put("index.html", "<body>old home</body>")
        self.put("sessions/index.html", "<body>old list</body>")
        self.put("sessions/a/index.html", "<body>old page</body>")
        self.put("assets/x.css", "old style")

    def put(self, path: str, text: str) -> None:
        (self.site / path).parent.mkdir(parents=True, exist_ok=True)
        (self.site / path).write_text(text, "utf-8")

    def begin(self) -> None:
        """Do what a build does first: from now on MkDocs lets readers wait."""
        self.server._wanted_epoch += 1
        with self.readers.away():
            self.tree.hide()
            self.readers.set_aside(self.site)
        assert [entry.name for entry in self.site.iterdir() if not entry.name.startswith(".")] == []

    def get(self, path: str) -> tuple[str, str]:
        said = []
        environ = {"PATH_INFO": path, "REQUEST_METHOD": "GET"}
        parts = self.ask(environ, lambda status, _headers: said.append(status))
        body = b"".join(parts)
        getattr(parts, "close", lambda: None)()
        return said[0][:3], body.decode("utf-8")


@pytest.fixture
def served(tmp_path):
    found = Served(tmp_path / "site")
    yield found
    found.server.server_close()


OLD = {
    "/wiki/": "old home",
    "/wiki/sessions/": "old list",
    "/wiki/sessions/a/": "old page",
    "/wiki/assets/x.css": "old",
}


def shown(served, pages):
    return {path: text for path, text in pages.items() if text in served.get(path)[1]}


@pytest.mark.timeout(20)
def test_readers_read_on_while_the_site_is_made(served):
    assert shown(served, OLD) == OLD
    served.begin()
    assert shown(served, OLD) == OLD
    known = {"sessions/a/index.html": ("k", 1, 1)}
    with served.readers.away():
        served.tree.bring_back(known)
    assert shown(served, OLD) == OLD
    served.put("index.html", "<body>half a ho")
    served.tree.write("sessions/a/index.html", "k2", lambda: "<body>new page</body>")
    assert shown(served, {"/wiki/": "old home", "/wiki/sessions/a/": "new page"}).keys() == {
        "/wiki/",
        "/wiki/sessions/a/",
    }
    served.put("index.html", "<body>new home</body>")
    served.readers.finished(served.site)
    served.server._visible_epoch = served.server._wanted_epoch
    assert "new home" in served.get("/wiki/")[1]
    assert [name for name in (ASIDE, GONE, HIDDEN) if (served.site / name).exists()] == []


@pytest.mark.timeout(20)
def test_a_build_that_failed_leaves_readers_the_site_before(served):
    served.begin()
    served.put("index.html", "<body>half")
    served.readers.failed()
    served.tree.show()
    assert shown(served, OLD) == OLD
    assert served.get("/wiki/sessions/b/")[0] == "404"  # at once, though MkDocs would wait for ever
    served.put("about/index.html", "half")
    served.readers.set_aside(served.site)
    assert shown(served, OLD) == OLD
    served.readers.finished(served.site)
    served.server._visible_epoch = served.server._wanted_epoch
    assert "half" in served.get("/wiki/")[1]


@pytest.mark.timeout(20)
def test_settings_that_cannot_be_read_leave_readers_the_site_before(served):
    def broken() -> None:
        raise SystemExit("Aborted with a configuration error!")

    served.server._wanted_epoch += 1  # no build begins, and MkDocs lets readers wait
    with pytest.raises(SystemExit, match="configuration"):
        served.readers.told(broken)()
    assert shown(served, OLD) == OLD
    assert served.get("/wiki/sessions/b/")[0] == "404"
    served.begin()
    served.readers.told(lambda: served.readers.finished(served.site))()
    assert served.readers._failed is False


def while_asked(served, path, then):
    """Ask for a page in another thread, and do something when the asking has begun to wait."""
    with ThreadPoolExecutor(1) as others:
        asked = others.submit(served.get, path)
        time.sleep(2 * LOOK_S)
        assert not asked.done()
        then()
        return asked.result(10)


@pytest.mark.timeout(20)
def test_a_new_page_is_read_as_soon_as_it_is_written(served):
    served.begin()
    with served.readers.away():
        served.tree.bring_back({})
    new = partial(served.tree.write, "sessions/b/index.html", "k", lambda: "<body>a new page</body>")
    assert "a new page" in while_asked(served, "/wiki/sessions/b/", new)[1]
    assert served.server._visible_epoch != served.server._wanted_epoch  # the build still goes on


@pytest.mark.timeout(20)
def test_who_waits_for_a_page_of_a_build_that_fails_is_told(served):
    served.begin()
    assert while_asked(served, "/wiki/sessions/b/", served.readers.failed)[0] == "404"


@pytest.mark.timeout(20)
def test_who_waits_for_a_page_that_no_build_brings_is_told(served):
    def end() -> None:
        served.readers.finished(served.site)
        with served.server._epoch_cond:
            served.server._visible_epoch = served.server._wanted_epoch
            served.server._epoch_cond.notify_all()

    served.begin()
    assert while_asked(served, "/wiki/sessions/b/", end)[0] == "404"
    served.begin()
    assert while_asked(served, "/wiki/other/", end)[0] == "404"


def test_a_page_of_the_served_site_asks_for_the_next_one(served):
    served.server._watched_paths["x"] = 1
    assert "livereload" in served.get("/wiki/")[1]


def test_nothing_outside_of_the_site_is_read(served, tmp_path):
    (tmp_path / "secret.txt").write_text("hidden", "utf-8")
    served.begin()
    served.readers.failed()
    for path in ("/wiki/../secret.txt", "/wiki/../../secret.txt", "/wiki/sessions/../../secret.txt", "/secret.txt"):
        assert "hidden" not in served.get(path)[1]
