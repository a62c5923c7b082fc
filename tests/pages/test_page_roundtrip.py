"""Whatever a page holds, it reads back as it was written, and shows as text in every builder."""

import re
from datetime import UTC, datetime

import frontmatter
import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from distill.model import Confidence, Lines, Seat, Section, SourceKind
from distill.pages.escape import escape, escape_markup, literal, unescape, unescape_markup
from distill.pages.page import Bullet, Page, PageMeta
from distill.pages.read import parse
from distill.pages.render import render
from distill.pages.text import one_line

PIECES = [
    "`", "``", "{{", "}}", "{%", "%}", "{!", "{:", " onclick=x}", "<", ">", "<script>", "</ul>", "<!--", "-->", "<b",
    "&", "&amp;", "&#60;", "&lt", "[", "]", "(", ")", "](", "[^1]", "[ ]", "[x] ", "[TOC]", "[[", "]:", "javascript:",
    "https://e.example/a_b", "*", "**", "_", "__init__", "~", "~~", "\\", "\\\\", "#", "# ", "##", "- ", "+ ", "1. ",
    "12)", "> ", "|", "::: ", "!!! note", "???", "===", "---", "--8<--", "(L3)", "(L3–4)", "None recorded.", "\n", "\r",
    "\t", "\x00", "\x1b[31m", "\u2028", "\u202e", "\ufeff", "\ud800", "é", "e\u0301", "数据", "🎉", "a", "b", " ",
    "x@y.z", "RIG-9", "snake_case_name", "C:\\x\\y", "$x$", "'", '"', "data:text/html,", "@", ":", ": ", "%", "?", "=",
]  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
strings = st.one_of(hostile, st.text(max_size=40))
words = strings.filter(lambda text: bool(one_line(text)))
lines = st.none() | st.builds(Lines, st.integers(1, 99_999), st.integers(1, 99_999))
bullets = st.builds(Bullet, words, lines, st.sampled_from([None, False, True]))
metas = st.builds(
    PageMeta,
    title=strings,
    date=st.floats(0, 4e9).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    seat=strings.map(Seat),
    session_id=strings,
    source=st.sampled_from(SourceKind),
    map=strings,
    map_sha256=strings,
    engine=strings,
    fallback_from=strings,
    fallback_reason=strings,
    model=strings,
    prompt=strings,
    confidence=st.sampled_from(Confidence),
    tags=st.lists(strings, max_size=4).map(tuple),
    input_tokens=st.integers(0, 10**15 - 1),
    output_tokens=st.integers(0, 10**15 - 1),
    cost_usd=st.none() | st.floats(0, 1e6),
    redactions=st.dictionaries(words, st.integers(0, 999), max_size=3),
)
pages = st.builds(
    Page,
    metas,
    st.lists(strings, max_size=3).map(tuple),
    st.dictionaries(st.sampled_from(Section), st.lists(bullets, max_size=3).map(tuple)).map(lambda d: tuple(d.items())),
)


@given(pages)
@settings(max_examples=400, deadline=None)
def test_a_page_reads_back_equal(page):
    text = render(page)
    assert parse(text) == page
    assert render(parse(text)) == text


@given(pages)
@settings(max_examples=150, deadline=None)
def test_other_yaml_readers_see_text_where_we_wrote_text(page):
    metadata = frontmatter.loads(render(page)).metadata
    for key in ("title", "seat", "session_id"):
        assert isinstance(metadata[key], str)
    assert all(isinstance(tag, str) for tag in metadata["tags"])
    assert isinstance(metadata["date"], datetime)
    assert list(metadata)[:3] == ["title", "date", "seat"]


@given(pages)
@settings(max_examples=150, deadline=None)
def test_a_page_has_its_lines_and_no_others(page):
    body = render(page).split("\n---\n", 1)[1]
    headings = [line for line in body.split("\n") if line.startswith("## ")]
    assert headings == [f"## {name}" for name, _ in page.sections]
    bullets = [line for line in body.split("\n") if line.startswith("- ")]
    assert len(bullets) == sum(max(1, len(found)) for _, found in page.sections)
    assert not any(mark in body for mark in ("{{", "{%", "{!", "{:", "--8<--", "<script", "<!--"))


@given(strings)
@settings(max_examples=600, deadline=None)
def test_escaping_can_be_undone(text):
    text = one_line(text)
    assert unescape(escape(text)) == text
    assert unescape_markup(escape_markup(text)) == text
    assert not re.search(r"[<>\"{]", escape_markup(text))


EXTENSIONS = [
    "abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "meta", "tables", "toc", "smarty",
    "wikilinks", "pymdownx.superfences", "pymdownx.snippets", "pymdownx.tasklist", "pymdownx.details",
    "pymdownx.tabbed", "pymdownx.blocks.admonition", "pymdownx.blocks.html",
]  # fmt: skip
BUILDERS = {
    "stock": lambda text: markdown.markdown(text, extensions=["toc", "tables", "fenced_code"]),
    "extended": lambda text: markdown.markdown(
        text, extensions=EXTENSIONS, extension_configs={"smarty": {"smart_quotes": False}}
    ),
    "commonmark": lambda text: MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text),
}
ALLOWED = re.compile(r"</?(?:h1|h2|p|ul|li|code|blockquote)(?: id=\"[^\"<>]*\")?>|<(?:li class=\"task-list-item\")>"
                     r"|</?div[^<>]*>|<label[^<>]*>|<input type=\"checkbox\" disabled[^<>]*>|</label>"
                     r"|<span[^<>]*>|</span>|<ul class=\"task-list\">")  # fmt: skip
HANDLER = re.compile(r"<[^<>]*\s(?:on\w+|style|href|src)\s*=", re.IGNORECASE)


@pytest.mark.parametrize("builder", BUILDERS)
@given(page=pages)
@settings(max_examples=120, deadline=None)
def test_no_builder_makes_markup_of_what_a_page_says(builder, page):
    body = render(page).split("\n---\n", 1)[1]
    built = BUILDERS[builder](body)
    assert "<" not in ALLOWED.sub("", built), built
    assert not HANDLER.search(built)
    assert built.count("<h1") == 1
    assert built.count("<h2") == len(page.sections)


@given(text=words)
@settings(max_examples=300, deadline=None)
def test_a_bullet_shows_the_words_it_was_given(text):
    text = one_line(text)
    shown = MarkdownIt("commonmark").enable(["strikethrough"]).render(f"- {escape(text)}")
    words = re.sub(r"<[^>]*>", "", shown)
    for entity, char in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        words = words.replace(entity, char)
    without_marks = lambda s: re.sub(r"[`\s]", "", s)  # noqa: E731
    assert without_marks(words) == without_marks(text)


@given(text=strings)
@settings(max_examples=300, deadline=None)
def test_literal_text_stays_text_in_a_link_and_a_cell(text):
    text = one_line(text)
    md = MarkdownIt("commonmark").enable("table")
    built = md.render(f"| a |\n|---|\n| [x{literal(text)}](sessions/a.md) |\n")
    assert built.count("<td>") == 1
    assert built.count("<a ") == 1
    assert "<" not in re.sub(r"</?(?:table|thead|tbody|tr|th|td)>|<a href=\"sessions/a.md\">|</a>", "", built)


@pytest.mark.parametrize("tag", ["<script>", "</script>", "<SCRIPT src=x>", "<style>", "<iframe src=x>", "<title>"])
def test_no_tag_that_changes_how_html_is_read_stays_in_a_code_span(tag):
    text = f"`{tag}` and `<div>`"

    assert tag not in escape(text)
    assert "`<div>`" in escape(text)
    assert unescape(escape(text)) == text
