"""The index pages as pure functions of the pages."""

from datetime import UTC, datetime, timedelta

from sites import add_page, digest_of, new_wiki

from distill.model import Confidence, Seat
from distill.site import home, listing, sessions, tags
from distill.site.catalogue import BadPage, Catalogue, Summary, newest_first, read_catalogue

AT = datetime(2026, 10, 18, 18, 21, tzinfo=UTC)


def one(number=0, **changes):
    values = {
        "name": f"2026-10-18-a@b-{number:08x}.md",
        "title": f"Session {number}",
        "date": AT + timedelta(days=number),
        "seat": Seat("a@b"),
        "confidence": Confidence.LOW,
        "engine": "extractive",
        "tags": ("seat/a@b",),
        "accomplished": 1,
        "decisions": 2,
        "open_items": 3,
    }
    return Summary(**(values | changes))


def test_home_counts_and_lists_the_newest():
    pages = newest_first([one(n) for n in range(30)])
    text = home.home(Catalogue(pages), newest=20)
    assert "**30** sessions · **1** seat · **60** decisions · **90** items left open" in text
    assert text.count("](sessions/") == 20
    assert "2026&#45;" not in text
    assert text.index("Session 29") < text.index("Session 10")
    assert "Session 9]" not in text


def test_home_goes_where_it_is_marked_or_last():
    assert home.merged("a\n<!-- distill:sessions -->\nb", "X") == "a\nX\nb"
    assert home.merged("a\n", "X") == "a\n\nX\n"


def test_empty_wikis_say_so():
    assert home.home(Catalogue()) == "No sessions yet."
    assert "No sessions yet." in sessions.session_pages(Catalogue())["sessions/index.md"]
    assert "No tags yet." in tags.tags_page(Catalogue())


def test_titles_cannot_leave_their_cell_or_link():
    row = listing.table([one(title="a|b](x) <b> `c` [d")], folder="").split("\n")[2]
    assert row.count("|") == 6
    assert "<b>" not in row
    assert row.count("](") == 1


def test_many_sessions_are_listed_by_month():
    pages = newest_first([one(n, date=AT - timedelta(days=n)) for n in range(450)])
    made = sessions.session_pages(Catalogue(pages, (BadPage("bad.md", "is `bad`"),)))
    assert {"sessions/index.md", "months/2026-10.md", "months/2025-08.md"} <= set(made)
    assert made["sessions/index.md"].count("](2026") == sessions.ONE_PAGE
    assert "../months/2026-09.md): 30 sessions" in made["sessions/index.md"]
    assert "Pages that cannot be read" in made["sessions/index.md"]
    assert sum(text.count("](../sessions/") for path, text in made.items() if path.startswith("months/")) == 450


def test_tags_are_in_natural_order_and_bounded():
    pages = newest_first([one(n, tags=("ticket/RIG-10", "ticket/RIG-9", "x", "seat/z")) for n in range(60)])
    grouped = tags.by_tag(Catalogue(pages))
    assert list(grouped) == ["seat/z", "ticket/RIG-9", "ticket/RIG-10", "x"]
    text = tags.tags_page(Catalogue(pages))
    assert text.count("](sessions/") == 4 * tags.MOST_PAGES
    assert text.count("and 10 more") == 4


def test_a_catalogue_names_bad_pages_and_goes_on(tmp_path):
    wiki = new_wiki(tmp_path)
    made = add_page(wiki, digest_of(["RIG-9 a"]))
    (wiki / "sessions" / "latin.md").write_bytes(b"---\ntitle: Caf\xe9\n---\n")
    (wiki / "sessions" / "yaml.md").write_text("---\ntitle: Fix: x\n---\n", "utf-8")
    (wiki / "sessions" / "index.md").write_text("# mine\n", "utf-8")
    found = read_catalogue(wiki)
    assert [page.name for page in found.pages] == [made.path.name]
    assert found.pages[0].open_items == 1
    assert [bad.name for bad in found.bad] == ["latin.md", "yaml.md"]
    assert "UTF-8" in found.bad[0].problem
