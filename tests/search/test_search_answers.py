"""The whole search over pages on disk: what is found, in which order, and that the index follows the files."""

import random
import sqlite3
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from distill.model import Confidence, Lines, Seat, Section
from distill.pages.page import Bullet, Page, PageMeta
from distill.pages.read import parse as parse_page
from distill.pages.render import render
from distill.pages.review import reviewed
from distill.search import refresh, store
from distill.search.ask import ask
from distill.search.query import parse
from distill.search.tokens import tokens

DAY = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
LATER_NS = 10**18 * 4
"""As if all files had been written long ago, so that nothing is read twice out of caution."""


def text_of(*, day=0, title="A title", seat="lead@rig", done=(), decided=(), left=(), closed=(), must=()) -> str:
    at = Lines(3, 4)
    return render(
        Page(
            PageMeta(title=title, date=DAY + timedelta(days=day), seat=Seat(seat), tags=(f"seat/{seat}",)),
            (),
            (
                (Section.ACCOMPLISHED, tuple(Bullet(text, at) for text in done)),
                (Section.DECISIONS, tuple(Bullet(text, at) for text in decided)),
                (
                    Section.OPEN_ITEMS,
                    (*(Bullet(text, at, box=False) for text in left), *(Bullet(t, at, box=True) for t in closed)),
                ),
                (Section.CONSTRAINTS, tuple(Bullet(text, at) for text in must)),
            ),
        )
    )


class Wiki:
    def __init__(self, root: Path) -> None:
        self.sessions, self.index = root / "sessions", root / "index.db"
        self.sessions.mkdir()

    def write(self, name: str, **parts) -> Path:
        path = self.sessions / f"{name}.md"
        path.write_text(text_of(**parts), "utf-8")
        return path

    def ask(self, text: str, limit: int = 10):
        return ask(parse(text), self.sessions, self.index, limit=limit, now_ns=LATER_NS)

    def names(self, text: str) -> list[str]:
        return [hit.name.removesuffix(".md") for hit in self.ask(text).hits]


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    return Wiki(tmp_path)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("RIG-9", "a"),
        ("rig-90", "b"),
        ("RIG", "ab"),
        ("#58", "a"),
        ("#5", ""),
        ("qitem-20261018-ab12", "a"),
        ("qitem-2026*", "a"),
        ("5243fdc", "b"),
        ("5243fdcd00", "b"),
        ("43fdcd00", ""),
        ("src/pumps/rate_limit.py", "a"),
        ("pumps/rate_limit.py", "a"),
        ("rate_limit", "a"),
        ("rate-limit", "b"),
        ("rate limit", "ab"),
        ("impl@rig", "ab"),
        ('"one table for"', "b"),
        ('"table one"', ""),
        ("重试", "a"),
        ("试重", ""),
        ("удалённые", "b"),
        ("УДАЛЕННЫЕ", "b"),
        ("كتاب", "a"),
        ("되돌린", "b"),
        ("zurich", "a"),
        ("Zürich", "a"),
        ("RIG-9 table", ""),
    ],
)
def test_what_is_found(wiki, query, found):
    wiki.write(
        "a",
        seat="lead",
        done=["RIG-9 and (#58) in `src/pumps/rate_limit.py` (qitem-20261018-ab12) for impl@rig", "修复重试的竞态"],
        must=["كِتَابٌ", "Zürich"],
    )
    wiki.write("c", seat="lead", left=["nothing of it"])
    wiki.write(
        "b",
        seat="lead",
        done=["feature/RIG-90-pump at 5243fdcd00 with rate-limit", "Удалённые страницы", "되돌린다"],
        decided=["keep one table for all"],
        left=["ask impl@rig"],
    )
    assert sorted(wiki.names(query)) == sorted(found)


def test_the_newest_and_weightiest_comes_first(wiki):
    wiki.write("old", day=0, decided=["pumps stay"])
    wiki.write("new", day=3, decided=["pumps go"])
    wiki.write("title", day=1, title="pumps")
    wiki.write("done", day=4, done=["pumps"])
    wiki.write("ages-ago", day=-3000, title="pumps")
    assert wiki.names("pumps") == ["title", "new", "old", "done", "ages-ago"]


def test_words_that_stand_together_come_before_words_far_apart(wiki):
    wiki.write("apart", day=9, decided=["retry", "budget"])
    wiki.write("together", day=0, decided=["retry budget"])
    assert wiki.names("retry budget") == ["together", "apart"]
    together, apart = wiki.ask("retry budget").hits
    assert [line.text for line in together.lines] == ["retry budget (L3–4)"]
    assert [line.text for line in apart.lines] == ["retry (L3–4)", "budget (L3–4)"]


def test_facets(wiki):
    wiki.write("a", day=0, seat="lead@rig", decided=["pumps"], left=["valves"], closed=["pipes"])
    wiki.write("b", day=5, seat="impl@rig", left=["pumps"], done=["pipes"], must=["valves"])
    assert wiki.names("pumps seat:lead") == wiki.names("pumps seat:LEAD@rig") == ["a"]
    assert wiki.names("pumps seat:lea") == wiki.names("seat:lead_rig") == []
    assert wiki.names("section:decisions pumps") == ["a"]
    assert wiki.names("section:constraints valves") == wiki.names("section:acc pipes") == ["b"]
    assert wiki.names("open:yes pumps") == ["b"]
    assert wiki.names("open:no pipes") == wiki.names("section:open pipes") == ["a"]
    assert wiki.names("open:yes pipes") == wiki.names("section:decisions open:yes pumps") == []
    assert wiki.names("after:2026-10-19 pumps") == wiki.names("after:2026-10-23 pumps") == ["b"]
    assert wiki.names("before:2026-10-19 pumps") == ["a"]
    assert wiki.names("before:2026-10-18 pumps") == wiki.names("after:2026-10-24 pumps") == []


def test_facets_alone_list_the_newest_pages(wiki):
    for day in range(5):
        wiki.write(f"p{day}", day=day, left=["x"] if day % 2 else [], done=["y"])
    assert wiki.names("seat:lead") == ["p4", "p3", "p2", "p1", "p0"]
    assert wiki.names("open:yes") == ["p3", "p1"]
    assert [line.text for line in wiki.ask("open:yes").hits[0].lines] == ["x (L3–4)"]
    assert wiki.ask("seat:lead", limit=2).total == 5
    assert len(wiki.ask("seat:lead", limit=2).hits) == 2


def test_a_review_that_a_change_has_outlived_is_no_facet(wiki):
    path = wiki.write("a", done=["pumps"])
    path.write_text(reviewed(path.read_text("utf-8"), Confidence.VERIFIED, by="Ada", at=DAY), "utf-8")
    assert wiki.names("confidence:verified pumps") == ["a"]
    path.write_text(path.read_text("utf-8").replace("pumps", "pumps leak"), "utf-8")
    assert parse_page(path.read_text("utf-8")).meta.confidence is Confidence.VERIFIED
    assert wiki.names("confidence:verified pumps") == []
    assert wiki.names("confidence:low leak") == ["a"]


def test_the_index_follows_new_changed_renamed_and_removed_pages(wiki):
    assert wiki.names("pumps") == []
    path = wiki.write("a", done=["pumps"])
    assert wiki.names("pumps") == ["a"]
    path.write_text(text_of(done=["valves"]), "utf-8")
    assert wiki.names("pumps") == []
    assert wiki.names("valves") == ["a"]
    path.rename(wiki.sessions / "b.md")
    assert wiki.names("valves") == ["b"]
    (wiki.sessions / "b.md").unlink()
    assert wiki.names("valves") == []


def test_only_what_changed_is_read_again(wiki, monkeypatch):
    for number in range(5):
        wiki.write(f"p{number}", done=["pumps"])
    wiki.ask("pumps")
    read, as_it_is = [], refresh.record
    monkeypatch.setattr(refresh, "record", lambda name, text: read.append(name) or as_it_is(name, text))
    wiki.write("new", done=["pumps"])
    (wiki.sessions / "p1.md").touch()
    assert wiki.ask("pumps").total == 6
    assert read == ["new.md"]


def test_a_page_that_changes_within_the_clocks_grain_is_seen(wiki):
    """A file changed just before it was read may change again and look the same: it is read again."""
    path = wiki.write("a", done=["pumps"])
    stat = path.stat()
    assert ask(parse("pumps"), wiki.sessions, wiki.index, limit=1, now_ns=stat.st_mtime_ns).total == 1
    path.write_text(text_of(done=["cocks"]), "utf-8")
    assert ask(parse("cocks"), wiki.sessions, wiki.index, limit=1, now_ns=time.time_ns()).total == 1


@given(steps=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=12), seed=st.integers(0, 99))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_index_that_followed_answers_as_a_new_one(tmp_path_factory, steps, seed):
    wiki = Wiki(tmp_path_factory.mktemp("wiki"))
    rng, words = random.Random(seed), ["pumps", "valves", "RIG-9"]
    for page, what in steps:
        path = wiki.sessions / f"p{page}.md"
        if what == 3:
            path.unlink(missing_ok=True)
        else:
            wiki.write(f"p{page}", day=rng.randint(0, 9), decided=rng.sample(words, what))
        if rng.random() < 0.7:
            wiki.ask("pumps")
    for query in (*words, "pumps valves", "seat:lead"):
        fresh = ask(parse(query), wiki.sessions, None, limit=10, now_ns=LATER_NS)
        assert wiki.ask(query) == fresh


WORD = st.text(alphabet="abAB09-_./#@:+ ,修复éйك한\\`*<&", max_size=24)


@given(st.lists(st.lists(WORD, max_size=4), min_size=1, max_size=4), st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_stands_in_a_line_is_found_and_shown(tmp_path_factory, pages, data):
    """Take any run of tokens of any line: its page is found, and the lines shown of each page hold all words."""
    wiki = Wiki(tmp_path_factory.mktemp("wiki"))
    for number, lines in enumerate(pages):
        wiki.write(f"p{number}", day=number, done=[line for line in lines if line.strip()])
    for number, lines in enumerate(pages):
        for line in lines:
            words = line.replace('"', " ").split()
            some = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=3))) if words else ""
            query = parse(some)
            if not query.terms:
                continue
            answer = wiki.ask(some)
            assert f"p{number}" in [hit.name.removesuffix(".md") for hit in answer.hits], some
            for hit in answer.hits:
                shown = " \ue000 ".join(" ".join(tokens(line.text)) for line in hit.lines)
                assert all(f" {' '.join(term.tokens)}" in f" {shown}" for term in query.terms)


def test_lines_are_those_of_the_file(wiki):
    path = wiki.write("a", title="T `x`: <y>", done=["one & two"], left=["<b> three", "four"], closed=["five"])
    path.write_text(path.read_text("utf-8") + "\n## My notes\n\nsix of *mine*\n", "utf-8")
    rows = path.read_text("utf-8").split("\n")
    for word in ("two", "three", "four", "five", "six", "lead@rig"):
        (hit,) = wiki.ask(word).hits
        assert all(word in rows[line.number - 1] for line in hit.lines)
    assert wiki.ask("three").hits[0].lines[0].text == "<b> three (L3–4)"
    assert wiki.names("none recorded") == wiki.names("verify before acting") == []


def test_pages_that_cannot_be_read_are_found_all_the_same(wiki):
    (wiki.sessions / "2026-10-18-broken.md").write_text("---\ntitle: a: b\n---\n# RIG-9 broken\n", "utf-8")
    (wiki.sessions / "latin.md").write_bytes(b"# Caf\xe9 RIG-9\n")
    (wiki.sessions / "empty.md").write_bytes(b"")
    (wiki.sessions / "index.md").write_text("RIG-9", "utf-8")
    (wiki.sessions / ".draft.md").write_text("RIG-9", "utf-8")
    (wiki.sessions / "folder.md").mkdir()
    assert wiki.names("RIG-9") == ["2026-10-18-broken", "latin"]
    assert wiki.names("after:2026-10-18 RIG-9") == ["2026-10-18-broken"]


def test_a_wiki_without_pages_has_none(tmp_path):
    assert ask(parse("x"), tmp_path / "none", tmp_path / "index.db", limit=1, now_ns=0).total == 0


def test_a_broken_index_is_made_anew(wiki):
    wiki.write("a", done=["pumps"])
    assert wiki.names("pumps") == ["a"]
    wiki.index.write_bytes(b"no database at all" * 99)
    assert wiki.names("pumps") == ["a"]
    assert wiki.index.read_bytes().startswith(b"SQLite format 3")


def test_a_damaged_index_does_not_hide_a_page(wiki):
    for number in range(30):
        wiki.write(f"p{number}", done=["pumps " * 9])
    wiki.ask("pumps")
    data = bytearray(wiki.index.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    wiki.index.write_bytes(data)
    assert wiki.ask("pumps").total == 30


def test_an_index_of_another_version_is_made_anew(wiki):
    wiki.write("a", done=["pumps"])
    wiki.ask("pumps")
    with sqlite3.connect(wiki.index) as connection:
        connection.execute("UPDATE version SET version = 'old'")
        connection.execute("UPDATE page SET title = 'old'")
    connection.close()
    assert wiki.ask("pumps").hits[0].record.title == "A title"


def test_without_a_place_for_the_index_it_is_made_in_memory(wiki, tmp_path):
    wiki.write("a", done=["pumps"])
    wiki.index = tmp_path / "no-such-folder" / "index.db"
    assert wiki.names("pumps") == ["a"]


def test_what_was_taken_out_of_a_page_does_not_stay_in_the_index(wiki):
    word = "zq" + "x7kwvpn"
    path = wiki.write("a", done=[f"pumps {word}"])
    wiki.write("b", done=["pumps"])
    assert wiki.names(word) == ["a"]
    assert word.encode() in wiki.index.read_bytes()
    path.write_text(text_of(done=["pumps"]), "utf-8")
    assert wiki.names("pumps") == ["a", "b"]
    assert word.encode() not in wiki.index.read_bytes()
    assert wiki.index.stat().st_mode & 0o077 == 0


def test_many_may_ask_at_once(wiki):
    for number in range(40):
        wiki.write(f"p{number}", done=["pumps"])
    totals: list[int] = []
    threads = [threading.Thread(target=lambda: totals.append(wiki.ask("pumps").total)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert totals == [40] * 6
    with store.opened(wiki.index) as connection:
        assert len(store.stamps(connection)) == 40
