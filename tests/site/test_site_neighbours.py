"""The pages around a page: who comes before and after it, and which share the most with it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sites import WRITTEN, add_page, build_site, digest_of, new_wiki

from distill.model import Confidence, Seat
from distill.pages.read import parse
from distill.site.catalogue import Summary
from distill.site.nearby import nearby
from distill.site.neighbours import COMMON, MOST_RELATED, NOTHING, Known, Neighbours
from distill.site.ties import MOST_NAMES, Ties, ties_of

START = datetime(2026, 10, 1, tzinfo=UTC)


def known(number, names=(), *, seat="lead@x", session="", title="", related=None):
    summary = Summary(
        name=f"p{number:03}.md", title=title or f"Page {number}", date=START + timedelta(hours=number), seat=Seat(seat),
        confidence=Confidence.LOW, engine="extractive", tags=(), accomplished=1, decisions=0, open_items=0,
    )  # fmt: skip
    return Known(summary, Ties(session, tuple(names)), related)


def names_of(pages):
    return [page.name if page else None for page in pages]


def test_older_and_newer_pages_are_those_of_the_seat_and_of_the_session_in_order_of_time():
    pages = [known(3, seat="b@x", session="s1"), known(1), known(2, session="s1"), known(4, session="s1"), known(5)]
    around = Neighbours(pages).around("p002.md")
    assert names_of([around.seat.older, around.seat.newer]) == ["p001.md", "p004.md"]
    assert names_of([around.session.older, around.session.newer]) == [None, "p003.md"]
    around = Neighbours(pages).around("p005.md")
    assert names_of([around.seat.newer, around.session.older, around.session.newer]) == [None, None, None]


def test_pages_without_a_session_are_of_no_session_together():
    around = Neighbours([known(1), known(2)]).around("p001.md")
    assert around.session == NOTHING.session


def test_related_pages_share_rare_things_first_and_tell_what():
    pages = [
        known(1, ["RIG-1", "#5", "src/a.py"]), known(2, ["src/a.py"]), known(3, ["RIG-1", "#5"]),
        known(4, ["RIG-7"]), known(5, ["#5"]), *(known(n, ["src/a.py"]) for n in range(6, 9)),
    ]  # fmt: skip
    around, related = Neighbours(pages).around("p001.md"), Neighbours(pages).related("p001.md")
    assert [page.name for page, _ in around.related][:2] == ["p003.md", "p005.md"]
    assert dict(related)["p003.md"] == ("RIG-1", "#5")
    assert "p004.md" not in dict(related)
    assert len(related) == MOST_RELATED


def test_what_all_pages_name_ties_none_together():
    pages = [known(number, ["RIG-1"]) for number in range(COMMON + 1)]
    assert Neighbours(pages).related("p001.md") == ()
    assert Neighbours(pages[1:]).related("p001.md") != ()


NAMES = st.lists(st.sampled_from(["RIG-1", "RIG-2", "#1", "#2", "#3", "a/b.py", "c/d.py"]), max_size=4, unique=True)
WIKI = st.dictionaries(st.integers(0, 30), NAMES, max_size=20)


@settings(max_examples=200, deadline=None)
@given(before=WIKI, after=WIKI, same=st.sets(st.integers(0, 30)))
def test_what_was_kept_of_a_build_before_is_what_would_be_found_anew(before, after, same):
    after = after | {number: names for number, names in before.items() if number in same}
    first = Neighbours([known(number, names) for number, names in before.items()])
    kept = {number: first.related(f"p{number:03}.md") for number in before}
    touched: dict[str, int] = {}
    for number in before.keys() | after.keys():
        if before.get(number) != after.get(number):
            for name in [*before.get(number, []), *after.get(number, [])]:
                touched[name] = touched.get(name, 0) + 1
    pages = [
        known(number, names, related=kept[number] if before.get(number) == names else None)
        for number, names in after.items()
    ]
    again, anew = Neighbours(pages, touched), Neighbours(pages)
    for number in after:
        name = f"p{number:03}.md"
        assert again.around(name) == anew.around(name)
        assert again.mark(name) == anew.mark(name)


def test_the_mark_changes_with_all_that_is_told():
    def mark(**changes):
        pages = [known(1, ["RIG-1"]), known(2, ["RIG-1"], **changes)]
        return Neighbours(pages).mark("p001.md")

    assert mark() == mark()
    assert len({mark(), mark(title="Other"), mark(seat="b@x")}) == 3


def test_ties_are_tickets_numbers_and_files_each_once(tmp_path):
    text = "RIG-9 and #58 in src/a/b.py, src/a/b.py again; UTF-8, https://x.test/a/b.py, README.md, v1.2/3 and/or"
    made = add_page(new_wiki(tmp_path), digest_of([text]), session="s-1")
    ties = ties_of(parse(made.path.read_text("utf-8")))
    assert ties == Ties("s-1", ("RIG-9", "#58", "src/a/b.py"))


def test_ties_are_few(tmp_path):
    texts = [f"RIG-{number} in src/{number}.py" for number in range(60)]
    made = add_page(new_wiki(tmp_path), digest_of(texts))
    names = ties_of(parse(made.path.read_text("utf-8"))).names
    assert len(names) == MOST_NAMES
    assert all(name.startswith("RIG-") for name in names)


def test_titles_of_other_pages_are_text():
    hostile = '<script>x</script>"'
    pages = [known(1, ["RIG-1"]), known(2, ["RIG-1", '<b>"'], title=hostile, seat="<i>")]
    html = nearby(Neighbours(pages).around("p001.md"), lambda name: f'../{name}"')
    assert "<script" not in html
    assert "<i>" not in html
    assert 'href="../p002.md&quot;"' in html
    assert nearby(NOTHING, lambda _: None) == ""


def test_a_page_that_is_not_in_the_site_is_named_and_not_linked():
    html = nearby(Neighbours([known(1), known(2)]).around("p001.md"), lambda _: None)
    assert "Page 2" in html
    assert "<a" not in html


@pytest.mark.slow
@pytest.mark.parametrize("options", ["", "fast: false"])
def test_the_pages_of_a_site_lead_to_those_around_them_also_when_they_change(tmp_path, options):
    (tmp_path / ".git").mkdir()
    wiki = new_wiki(tmp_path)
    made = [
        add_page(
            wiki, digest_of([f"RIG-{9 if number != 2 else 7}"], headline=f"Number {number}"),
            written=WRITTEN + timedelta(days=number), text=f"# Restore map {number}\n",
        ).path
        for number in range(4)
    ]  # fmt: skip

    def ends():
        built = build_site(tmp_path, options=options)
        assert built.code == 0, built.output
        there = [path for path in made if path.exists()]
        return {path: built.html(f"sessions/{path.name}").partition("distill-nearby")[2] for path in there}

    before = ends()
    assert 'rel="prev">Number 0' in before[made[1]]
    assert 'rel="next">Number 2' in before[made[1]]
    assert "RIG-9</code> too" in before[made[0]]
    assert "Number 2" not in before[made[3]].partition("distill-related")[2]

    made[0].write_text(made[0].read_text("utf-8").replace("Number 0", "Renamed"), "utf-8")
    renamed = ends()
    assert 'rel="prev">Renamed' in renamed[made[1]]
    assert "Renamed" in renamed[made[3]]

    made[0].unlink()
    assert not any("Renamed" in end for end in ends().values())
