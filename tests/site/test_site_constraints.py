"""The standing constraints as a page of the site: found from the others, and what was revoked struck through."""

from datetime import date
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from sites import add_page, build_site, digest_of, look, new_wiki

from distill.constraints import light
from distill.constraints.entry import Entry
from distill.constraints.registry import empty, merged, revoked, standing
from distill.mkdocs_site.struck import struck

DAY = date(2026, 11, 29)


def test_a_site_leads_to_what_binds_and_strikes_through_what_was_revoked(tmp_path: Path) -> None:
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["Never push to `main`."]))
    text = merged(empty(), [Entry(text=said, since=DAY) for said in ("Never push to `main`.", "Ask first.")]).text
    ended = revoked(text, standing(text)[0].mark, on=DAY, by="Ana", why="trunk") or ""
    (wiki / light.NAME).write_text(ended, "utf-8")

    built = build_site(tmp_path)

    assert (built.code, built.output) == (0, "")
    page = built.html("constraints.md")
    assert "~~" not in page.partition("<article")[2].partition("</article")[0].replace("<code>~~</code>", "")
    assert page.count("<del>") == 1
    assert "Never push" in page.partition("<del>")[2].partition("</del>")[0]
    assert "</del> revoked 2026-11-29 by Ana: trunk" in page
    links = look(built.html("index.md")).links
    assert any(link.rstrip("/").endswith("stated-constraints") for link in links)
    assert any(link.rstrip("/") in {"constraints", "./constraints"} for link in links)
    assert [words for _, words in light.active(str(wiki / light.NAME))] == ["Ask first."]


def test_only_a_whole_line_is_struck() -> None:
    assert struck("<ul><li>~~a <strong>b</strong>~~ revoked</li></ul>") == (
        "<ul><li><del>a <strong>b</strong></del> revoked</li></ul>"
    )
    assert struck("<li>\n<p>~~a~~ revoked</p></li>") == "<li>\n<p><del>a</del> revoked</p></li>"
    for html in ("<p>~~a~~</p>", "<li>a ~~b~~</li>", "<li>~~a</li><li>b~~</li>", "<li>~~a<ul><li>b~~</li></ul></li>"):
        assert struck(html) == html


@given(st.lists(st.sampled_from(["<li>", "</li>", "~~", "a", "<p>", "</p>", "\n", "<b>", "</b>"]), max_size=20))
def test_nothing_but_marks_is_changed(pieces: list[str]) -> None:
    html = "".join(pieces)
    assert struck(html).replace("<del>", "~~").replace("</del>", "~~") == html
