"""The words of a page that has just been read are those of its lines."""

from hypothesis import given
from hypothesis import strategies as st

from distill.pages.read import read_whole
from distill.search.record import record_of
from distill.search.terms import page_terms
from distill.search.wording import wording, wording_of

FRONT = "---\ntitle: 'Queue, done'\ndate: 2026-10-18T18:21:07Z\nseat: lead@rig\nengine: rules\n"
ROWS = [
    "## Accomplished", "## Decisions", "## Open Items", "## Constraints", "## Ours", "# Queue, done",
    "- Queue merged (L18–24)", "- see \\(L7)", "- twice (L1) (L2)", "- [ ] RIG-9 waits (L3)", "- [x] RIG-9 is done",
    "- None recorded.", "* None recorded.", "+ a  b", "- \\*x\\* &lt;b&gt;", "  - deeper (L9)", "1. one", "> a note",
    "", "text", "lead@rig · 2026-10-18 18:21Z · confidence low: verify before acting", "-", "- [ ]", "---", "\x07",
]  # fmt: skip


@given(st.lists(st.sampled_from(ROWS), max_size=12), st.sampled_from(["", "tags: [a/b]\n", "own: 'x'\n", "own:\n"]))
def test_a_page_has_the_words_of_its_lines(rows, more):
    seen, kept = set(), []
    for row in rows:
        if row not in seen or not row.startswith("## "):
            kept.append(row)
        seen.add(row)
    text = "\n".join([f"{FRONT}{more}---", *kept, ""])
    read = read_whole(text)
    found, lines = wording("p.md", text, read.page, read.body, read.rest), record_of("p.md", text, read.page)
    if found is None:  # the reader of front matter takes the blanks at the start of a body away
        assert next(filter(None, kept)).startswith(" ")
        return
    by_lines = wording_of(lines)
    assert (found.title, found.date, found.seat, found.left) == (lines.title, lines.date, lines.seat, by_lines.left)
    assert page_terms(found, {}) == page_terms(by_lines, {})


def test_a_page_that_was_read_from_other_text_is_read_by_its_lines():
    read = read_whole(f"{FRONT}---\n- a")
    assert wording("p.md", f"{FRONT}---\n- b", read.page, read.body, read.rest) is None
