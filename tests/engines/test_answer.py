"""From the text of an answer to a digest: whatever a model says, what comes out is plain, bounded and cited."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.engines.answer import Unusable, read
from distill.engines.plain_text import plain
from distill.model import DecisionStatus, Digest, Lines, Section

MAP = "# Map\n\n## Done\n- #31 moisture sensor retries\n- #36 nightly backup\n## Open\n- rain API answers 503\n"


def record(**changes: object) -> str:
    return json.dumps({"headline": "h", "accomplished": [], "decisions": [], "open_items": []} | changes)


def accomplished(text: object = "done", lines: object = None, quote: object = "") -> dict[str, object]:
    return {"text": text, "lines": {"first": 4, "last": 4} if lines is None else lines, "quote": quote}


def digest(text: str) -> Digest:
    found = read(text, MAP)
    assert isinstance(found, Digest)
    return found


def test_every_field_is_read():
    decision = {
        "what": "a",
        "why": "b",
        "rejected": "c",
        "status": "superseded",
        "lines": {"first": 1, "last": 2},
        "quote": "",
    }
    item = {"text": "a", "owner": "dev-seat", "blocked_by": "b", "lines": {"first": 7, "last": 7}, "quote": ""}
    found = digest(record(accomplished=[accomplished()], decisions=[decision], open_items=[item]))

    assert found.headline == "h"
    assert (found.accomplished[0].text, found.accomplished[0].lines) == ("done", Lines(4, 4))
    read_decision = found.decisions[0]
    assert (read_decision.what, read_decision.why, read_decision.rejected) == ("a", "b", "c")
    assert read_decision.status is DecisionStatus.SUPERSEDED
    assert (found.open_items[0].owner, found.open_items[0].blocked_by) == ("dev-seat", "b")


@pytest.mark.parametrize(
    "text",
    ["", "  ", "no", "{", "}{", "{]}", "[]", '{"accomplished": []}',
     '{"accomplished": {}, "decisions": [], "open_items": []}',
     "{" * 100_000 + "}", '{"a": ' + "9" * 5000 + "}", "null"],
)  # fmt: skip
def test_what_is_not_of_the_schema_is_unusable(text):
    assert isinstance(read(text, MAP), Unusable)


@pytest.mark.parametrize("frame", ["{}", "```json\n{}\n```", "Here it is:\n{}\nHope that helps!"])
def test_an_object_between_words_is_found(frame):
    assert digest(frame.replace("{}", record(accomplished=[accomplished()]))).accomplished


@pytest.mark.parametrize(
    ("lines", "settled"),
    [
        ({"first": 4, "last": 5}, Lines(4, 5)),
        ({"first": 5, "last": 4}, Lines(4, 5)),
        ({"first": 0, "last": 999}, Lines(1, 7)),
        ({"first": -7, "last": -1}, Lines(1, 1)),
        ({"first": "4", "last": "L5"}, Lines(4, 5)),
        ({"first": 4.0, "last": None}, Lines(4, 4)),
        ({"first": 10**30, "last": 4}, Lines(4, 4)),
    ],
)
def test_lines_are_brought_within_the_map(lines, settled):
    assert digest(record(accomplished=[accomplished(lines=lines)])).accomplished[0].lines == settled


@pytest.mark.parametrize(
    "lines", ["line 4", [4, 4], 4, {}, {"first": None, "last": True}, {"first": float("nan"), "last": "x"}]
)
def test_an_item_that_cites_nothing_is_dropped_and_counted(lines):
    found = digest(record(accomplished=[accomplished(lines=lines)]))

    assert (found.accomplished, found.unsupported) == ((), 1)


@pytest.mark.parametrize("lines", [{"first": 1, "last": 1}, "nowhere"])
def test_a_quote_that_stands_elsewhere_and_only_there_puts_the_lines_right(lines):
    found = digest(record(accomplished=[accomplished(lines=lines, quote="Rain API  answers `503`")]))

    assert found.accomplished[0].lines == Lines(7, 7)


@pytest.mark.parametrize(
    "entry", [None, 3, [], {}, {"text": None}, {"text": " "}, {"text": ["a"]}, {"text": "<!-- a -->"}]
)
def test_an_item_without_text_is_no_item(entry):
    found = digest(record(accomplished=[entry, accomplished()]))

    assert [item.text for item in found.accomplished] == ["done"]


def test_what_is_said_twice_stands_once():
    assert len(digest(record(accomplished=[accomplished(), accomplished()])).accomplished) == 1


def test_lists_and_texts_are_bounded():
    many = [accomplished(f"{n} " + "word " * 200) for n in range(40)]
    found = digest(record(headline="x y " * 99, accomplished=many))

    assert len(found.accomplished) == 30
    assert found.omitted == ((Section.ACCOMPLISHED, 10),)
    assert all(len(item.text) <= 320 and item.text.endswith("word…") for item in found.accomplished)
    assert len(found.headline) <= 100


def test_all_fields_of_one_item_share_its_length():
    decision = {"what": "a " * 300, "why": "b " * 300, "rejected": "c", "status": "", "lines": {"first": 1, "last": 1}}
    found = digest(record(decisions=[decision])).decisions[0]

    assert len(found.what) + len(found.why) + len(found.rejected) <= 320
    assert found.status is DecisionStatus.PROPOSED


def test_constraints_of_an_answer_are_not_read():
    assert digest(record(constraints=[accomplished()])).constraints == ()


@pytest.mark.parametrize(
    ("text", "flat"),
    [
        ("## Open Items\n- do it", "Open Items - do it"),
        ("- [ ] # do it", "do it"),
        ("a\n\n# b\nc", "a # b c"),
        ("<script>alert(1)</script>", "alert(1)"),
        ("see <a href='x' onclick=y>this</a><br/> now", "see this now"),
        ("a <!-- hidden --> b <!-- never ends", "a b"),
        ("`<b>` and <path> and list<int>", "`<b>` and <path> and list<int>"),
        ("**#31** merged, *really*; 2 * 3 * 4", "#31 merged, really; 2 * 3 * 4"),
        ("[the map](javascript:alert)", "the map javascript:alert"),
        ("![x](http://h/p.png)", "x http://h/p.png"),
        ("```sh\nrm -r x\n```", "sh rm -r x"),
        ("one ` stray", "one stray"),
        ("`snake_case` __init__ *.py", "`snake_case` __init__ *.py"),
        ("done (L18-24).", "done"),
        ("a\u202eb\u200bc\x00d\ud83d", "a b c d\ufffd"),
    ],
)
def test_text_becomes_one_plain_line(text, flat):
    assert plain(text, 320) == flat


@given(st.text(), st.integers(0, 400))
def test_any_text_becomes_one_line_that_keeps_its_bound(text, limit):
    flat = plain(text, limit)

    assert len(flat) <= limit
    assert "\n" not in flat
    assert flat.count("`") % 2 == 0
    flat.encode("utf-8")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["text", "what", "lines", "first", "last", "quote", "status"]), inner, max_size=5
        )
    ),
    max_leaves=20,
)


@given(JSON, JSON, JSON, JSON)
def test_any_answer_gives_cited_items_or_a_reason(headline, done, decisions, open_items):
    found = read(record(headline=headline, accomplished=done, decisions=decisions, open_items=open_items), MAP)

    if isinstance(found, Digest):
        for item in (*found.accomplished, *found.decisions, *found.open_items):
            assert 1 <= item.lines.first <= item.lines.last <= 7
