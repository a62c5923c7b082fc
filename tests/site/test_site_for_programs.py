"""What agents and other programs read of the site: pure functions of the pages."""

import json
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from sites import add_page, digest_of, new_wiki

from distill.model import Confidence, Lines, Seat, Section
from distill.pages.page import Bullet, Page, PageMeta
from distill.site import feed, llms, records
from distill.site.catalogue import Catalogue, newest_first, read_catalogue, read_page, summary

AT = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
SITE = "https://wiki.example.org/team/"
ATOM = f"{{{feed.NAMESPACE}}}"


def page(number=0, *, title="T", seat="a@b", items=()):
    meta = PageMeta(title=title, date=AT + timedelta(days=number), seat=Seat(seat), cost_usd=0.0072)
    return f"p{number}.md", Page(meta, (), ((Section.OPEN_ITEMS, tuple(items)),))


def catalogue(pages):
    return Catalogue(newest_first([summary(name, each) for name, each in pages]))


def html(name):
    return f"sessions/{name.removesuffix('.md')}/"


def atom(pages, title="Wiki"):
    return ET.fromstring(feed.feed(catalogue(pages), title=title, site_url=SITE, address=html))


def test_a_page_is_one_line_of_json_with_its_items():
    items = (Bullet("RIG-9 <waits>\n", Lines(18, 24), box=False), Bullet("done", None, box=True))
    (line,) = records.records([page(items=items)], address=html)
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    told = json.loads(line)
    assert (told["page"], told["url"], told["date"]) == ("p0.md", "sessions/p0/", "2026-10-18T18:21:07Z")
    assert (told["seat"], told["confidence"], told["cost_usd"]) == ("a@b", "low", 0.0072)
    assert told["sections"] == {
        "Accomplished": [],
        "Decisions": [],
        "Open Items": [
            {"text": "RIG-9 <waits>", "lines": [18, 24], "open": True},
            {"text": "done", "open": False},
        ],
    }


def test_lines_come_newest_first_and_say_nothing_that_is_not_known():
    lines = [json.loads(line) for line in records.records(map(page, range(5)), address=html)]
    assert [line["page"] for line in lines] == ["p4.md", "p3.md", "p2.md", "p1.md", "p0.md"]
    assert "model" not in lines[0]
    assert "reviewed_by" not in lines[0]


def test_pages_on_disk_come_out_whole(tmp_path):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9 `x` & <b>"]))
    path = next((wiki / "sessions").glob("*.md"))
    (line,) = records.records([(path.name, read_page(path)[0])], address=html)
    told = json.loads(line)
    assert {item["text"] for item in told["sections"]["Accomplished"]} == {"RIG-9 `x` & <b>"}
    assert path.name.removesuffix(".md") in llms.llms_txt(
        read_catalogue(wiki), title="W", address=lambda name: f"sessions/{name}", has_feed=False
    )


def test_the_feed_has_the_newest_pages_with_stable_addresses():
    root = atom([page(number) for number in range(30)])
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == feed.NEWEST
    assert entries[0].findtext(f"{ATOM}id") == f"{SITE}sessions/p29/"
    assert entries[0].find(f"{ATOM}link").get("href") == f"{SITE}sessions/p29/"
    assert root.findtext(f"{ATOM}updated") == entries[0].findtext(f"{ATOM}updated") == "2026-11-16T18:21:07Z"
    assert root.find(f"{ATOM}link").get("href") == f"{SITE}feed.xml"
    for entry in entries:
        assert all(entry.findtext(f"{ATOM}{name}") for name in ("title", "id", "updated", "summary"))
        assert entry.findtext(f"{ATOM}author/{ATOM}name") == "a@b"


def test_a_feed_of_no_pages_is_a_feed_and_always_the_same():
    assert atom([]).findtext(f"{ATOM}updated") == "1970-01-01T00:00:00Z"


@given(st.text(), st.text())
def test_no_title_and_no_seat_breaks_the_feed(title, seat):
    root = atom([page(title=title, seat=seat)])
    shown = root.findtext(f"{ATOM}entry/{ATOM}title")
    assert shown == page(title=title)[1].meta.title or not shown or shown == "p0.md"


@given(st.text(alphabet="ab<>[]()`*_\\&!|#{}: -~é", min_size=1, max_size=40))
def test_no_title_leaves_its_link_in_llms_txt(title):
    text = llms.llms_txt(
        catalogue([page(title=title, seat=title)]), title=title, address=lambda name: f"sessions/{name}", has_feed=True
    )
    tokens = [each for token in MarkdownIt().parse(text) for each in token.children or ()]
    links = [each.attrs["href"] for each in tokens if each.type == "link_open"]
    assert links == ["pages.jsonl", "feed.xml", "sessions/p0.md"]
    assert not [each for each in tokens if each.type in {"html_inline", "image", "code_inline"}]


@pytest.mark.parametrize("has_feed", [True, False])
def test_llms_txt_lists_the_newest_and_points_to_all(has_feed):
    text = llms.llms_txt(
        catalogue([page(number) for number in range(70)]),
        title="Team wiki",
        address=lambda name: f"sessions/{name}",
        has_feed=has_feed,
    )
    assert text.startswith("# Team")
    assert "pages.jsonl): 70 pages" in text
    assert text.count("](sessions/") == llms.NEWEST
    assert text.index("p69.md") < text.index("p20.md")
    assert ("feed.xml" in text) is has_feed
    assert f"confidence {Confidence.LOW}" in text


def test_ids_stand_in_llms_txt_as_they_are_looked_for():
    text = llms.llms_txt(
        catalogue([page(title="RIG-9 (#58): `rate_limit` <b>")]), title="W", address=str, has_feed=False
    )
    assert "- [RIG-9 (#58): \\`rate_limit\\` \\<b>](p0.md): 2026-10-18, a@b, 0 left open, confidence low" in text


def test_llms_txt_of_no_pages():
    assert "Newest" not in llms.llms_txt(Catalogue(), title="W", address=str, has_feed=False)
