"""Documents as Markdown and as HTML: text of a page is shown, never run, whatever it holds."""

import re
from datetime import date, timedelta

import markdown as python_markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from sites import look

from distill.site import svg, text_charts
from distill.site.document import (
    Bars,
    Document,
    Figures,
    Heading,
    HeatMap,
    Items,
    Link,
    Paragraph,
    Sparkline,
    Table,
)
from distill.site.document_html import to_html
from distill.site.document_markdown import MARKER, to_markdown

GFM = MarkdownIt("commonmark").enable(["table", "strikethrough"])
HOSTILE = [
    "<script>x</script>",
    "a | b `c | d` e",
    "](javascript:x) [b",
    "<img src=x onerror=y>",
    "**bold** _em_ ~~no~~ {{ x }} {% y %} &amp; &#60;",
    "`<b>` ``two`` `open",
    'https://example.org www.example.org a@b.example :smile: --8<-- "x"',
    "| --- |",
    "# h - [ ] x 1. y > z",
    "[x]: http://y",
    "[^1] [[x]] ![i](u)",
    "\\| \\` \\",
]
texts = st.one_of(
    st.sampled_from(HOSTILE),
    st.text("ab |`<>[]()*_~\\#&;:{}%@./!\"'=-", min_size=1, max_size=24),
).filter(lambda text: bool(text.strip()))


def document(text):
    return Document(
        "seats/x.md",
        text,
        (
            Heading(text),
            Paragraph(("before ", text, Link(text, "sessions/a@b.md", "decisions"))),
            Items((text, (Link(text, "sessions/a@b.md"), text))),
            Table(("A", "B"), [(text, Link(text, "sessions/a@b.md")), ((text, " ", text), "x")], filtered=True),
            Figures((("1", "thing"),)),
            Bars("By x", ((text, 2.0, "2"), ("b", 0, "0"))),
        ),
    )


def address(path):
    return f"../../{path.removesuffix('.md')}/"


@settings(deadline=None)
@given(texts)
@pytest.mark.parametrize("way", ["gfm", "python-markdown"])
def test_markdown_holds_the_text_and_nothing_of_it_is_live(way, text):
    text = " ".join(text.split())
    source = to_markdown(document(text)).removeprefix(MARKER)
    html = GFM.render(source) if way == "gfm" else python_markdown.markdown(source, extensions=["tables", "toc"])
    live = look(f"<article>{html}</article>")
    assert live.found == []
    assert {link.partition("#")[0] for link in live.links} == {"../sessions/a@b.md"}
    assert len(live.links) == 4 - 1
    assert html.count("<tr>") == 3 + 3
    assert _bare(text) in _bare(live.text)


def _bare(text):
    """Leave what marks code out: it is shown as code or as it stands."""
    return re.sub(r"[`\s]", "", text)


@settings(deadline=None)
@given(texts)
def test_html_holds_the_text_and_nothing_of_it_is_live(text):
    text = " ".join(text.split())
    rendered = to_html(document(text), address=address)
    live = look(f"<article>{rendered.html}</article>")
    assert live.found == []
    assert set(live.links) == {"../../sessions/a@b/", "../../sessions/a@b/#decisions"}
    assert rendered.dead_links == []
    assert {heading.anchor for heading in rendered.headings} <= live.ids
    assert len({heading.anchor for heading in rendered.headings}) == 2
    assert _bare(text) in _bare(live.text)


def test_a_link_to_no_page_is_shown_as_text_and_told():
    rendered = to_html(Document("a.md", "T", (Paragraph(Link("gone", "sessions/x.md")),)), address=lambda _: None)
    assert "<p>gone</p>" in rendered.html
    assert rendered.dead_links == ["sessions/x.md"]


def test_links_lead_from_any_folder():
    links = Paragraph((Link("a", "seats/a b.md"), Link("c", "cost.md")))
    assert "[a](a%20b.md)[c](../cost.md)" in to_markdown(Document("seats/x.md", "T", (links,)))
    assert "[a](seats/a%20b.md)[c](cost.md)" in to_markdown(Document("x.md", "T", (links,)))


def test_a_table_without_rows_and_a_chart_without_days_are_not_shown():
    empty = Document("a.md", "T", (Table(("A",), []), HeatMap({}, "sessions"), Bars("x", ()), Items(())))
    assert to_markdown(empty).split("\n\n")[2:] in ([], ["| x | | |\n|---|--:|---|\n"])
    assert to_html(empty, address=address).html == '<h1 id="t">T</h1>'


days = st.dictionaries(st.dates(date(2020, 1, 1), date(2027, 1, 1)), st.integers(1, 99), min_size=1, max_size=400)


@settings(deadline=None)
@given(days)
def test_the_heat_map_draws_each_day_of_its_year_once_and_says_so_in_words(counts):
    last = max(counts)
    drawn = svg.heat_map(counts, "sessions", "c1")
    first = last - timedelta(days=last.weekday() + 7 * (svg.WEEKS - 1))
    assert drawn.count("M") - len(re.findall(r">M\w\w<", drawn)) == (last - first).days + 1
    shown = {day: count for day, count in counts.items() if day >= first}
    assert f"{sum(shown.values())} sessions on {len(shown)} days from {first} to {last}" in drawn
    assert 'role="img" aria-labelledby="c1-title c1-desc"' in drawn
    assert look(f"<article>{drawn}</article>").found == []
    assert "style=" not in drawn


def test_charts_have_words_beside_them():
    html = to_html(
        Document(
            "a.md", "T", (Bars("USD by month", (("2026-10", 2.5, "2.50"),)), Paragraph(Sparkline((0, 3), "Weeks")))
        ),
        address=address,
    ).html
    assert '<desc id="distill-chart-1-desc">2026-10: 2.50</desc>' in html
    assert 'aria-label="Weeks: 0, 3"' in html


@given(st.lists(st.integers(0, 10**6), max_size=40))
def test_a_sparkline_in_letters_tells_nothing_from_something(values):
    drawn = text_charts.sparkline(values)
    assert len(drawn) == len(values)
    assert all((sign == "·") == (value == 0) for sign, value in zip(drawn, values, strict=True))
    assert not values or max(values) == 0 or "█" in drawn


def test_months_run_to_their_last_day_that_counts():
    counts = {date(2026, 10, 3): 2, date(2026, 10, 1): 1, date(2026, 9, 2): 4}
    assert text_charts.by_month(counts) == {"2026-10": [1, 0, 2], "2026-09": [0, 4]}
    assert [text_charts.bar(amount, 4.0) for amount in (0, 0.01, 4)] == ["", "█", "█" * text_charts.WIDTH]
