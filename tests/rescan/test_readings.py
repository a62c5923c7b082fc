"""Readings: there and back, and what each kind of file says in its own way."""

import html
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_secrets import key_block, left_of, made, password

from distill.pages.escape import escape, escape_markup
from distill.rescan.forms import HTML, JSON, MARKDOWN, PLAIN, STRINGS, forms_of
from distill.rescan.look import look
from distill.rescan.reading import Edit, edited


def every(kind: str) -> bool:
    return bool(kind)


def place(text: str, line: int, column: int) -> str:
    return text.split("\n")[line - 1][column - 1 :]


@given(st.text("ab<&", max_size=40), st.data())
def test_each_character_of_a_reading_leads_back(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    edits = [
        Edit(a, b, data.draw(st.text("xy", max_size=3))) for a, b in zip(cuts[::2], cuts[1::2], strict=False) if a < b
    ]
    reading = edited(text, edits)

    for at, char in enumerate(reading.text):
        start, end = reading.start(at), reading.end(at + 1)
        if char in "xy":
            assert any((e.start, e.end) == (start, end) for e in edits)
        else:
            assert (text[start:end], end) == (char, start + 1)
    assert reading.start(len(reading.text)) == len(text) or text[reading.start(len(reading.text)) :] == ""


def test_a_page_is_read_as_it_is_shown() -> None:
    value = "_" + made(9, 1) + "*x7"
    text = f"# x\n\nplain words\n\n- {escape(f'password: {value}')}\n\nmore\n"
    assert value not in text

    looked = look(text, MARKDOWN, counts=every)

    assert [(f.line, f.kind) for f in looked.findings] == [(5, "password")]
    assert left_of(value, looked.text) == []
    assert looked.text.split("\n")[:4] == text.split("\n")[:4]


def test_a_front_matter_is_read_as_it_is_meant() -> None:
    first, second = made(6, 1), made(9, 2)
    text = f"---\ntitle: 'x'\nnote: 'DB_PASSWORD={escape_markup(f'{first}<{second}')}'\n---\n# x\n"

    looked = look(text, MARKDOWN, counts=every)

    assert {f.line for f in looked.findings} == {3}
    assert first not in looked.text
    assert left_of(second, looked.text) == []


@pytest.mark.parametrize(
    "shape",
    [
        "<p>password: <code>{}</code></p>",
        "<tr><th>Password</th><td>{}</td></tr>",
        "<p>pass<b>word</b>: {}</p>",
        '<a title="password: {}">x</a>',
        "<!-- password: {} -->",
        "<script>var config = {{password: '{}'}}</script>",
    ],
)
def test_html_is_read_as_a_browser_shows_it(shape: str) -> None:
    value = password(3)
    text = "<html>\n<body>\n" + shape.format(html.escape(value)) + "\n</body>"

    found = look(text, HTML, counts=every).findings

    assert [f.line for f in found] == [3]
    assert place(text, found[0].line, found[0].column).startswith(value)


def test_a_search_index_is_read_string_by_string() -> None:
    token, value = "gh" + "p_" + made(36, 4), password(4)
    docs = [{"location": "a/", "text": f"<p>one\n{token} \u2026 pass<em>word</em>: {value}</p>"}]
    text = json.dumps({"docs": docs})

    looked = look(text, JSON, counts=every)

    assert sorted(f.kind for f in looked.findings) == ["github-token", "password"]
    assert left_of(token, looked.text) + left_of(value, looked.text) == []
    assert json.loads(looked.text)["docs"][0]["location"] == "a/"
    assert "\n" in json.loads(looked.text)["docs"][0]["text"]


def test_lines_stay_where_they_are() -> None:
    for end in ("\n", "\r\n"):
        block, body = key_block(5)
        text = f"one\n\n{block}\nlast line\n".replace("\n", end)

        looked = look(text, PLAIN, counts=every)

        assert looked.text.count(end) == text.count(end)
        assert looked.text.split(end)[-2] == "last line"
        assert all(left_of(line, looked.text) == [] for line in body)


def test_parts_of_what_is_found_go_with_it() -> None:
    token = "gh" + "p_" + made(36, 6)
    text = f"the token is {token}\n\nit ends in {token[-12:]} for now\n"

    looked = look(text, MARKDOWN, counts=every)

    assert left_of(token, looked.text) == []
    assert [f.line for f in looked.findings] == [1, 3]


def test_what_does_not_count_stays() -> None:
    token = "gh" + "p_" + made(36, 7)
    text = f"write to jo@plantshop-berlin.de about {token}"

    looked = look(text, PLAIN, counts=lambda kind: kind != "email")

    assert looked.text == "write to jo@plantshop-berlin.de about REDACTED-github-token-1"
    assert look("write to jo@plantshop-berlin.de", PLAIN, counts=lambda kind: kind != "email").findings == ()


def test_files_are_read_by_their_endings() -> None:
    assert forms_of("a/b.md") is forms_of("B.MD") is MARKDOWN
    assert forms_of("index.html") is HTML
    assert forms_of("search_index.json") is JSON
    assert forms_of("journal.log") is forms_of("journal.log.1") is STRINGS
    assert forms_of("robots.txt") is forms_of("noending") is PLAIN


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [f"password: {password(8)}", "gh" + "p_" + made(36, 8), key_block(8)[0], "\\_", "&amp;", "<td>", '\\"']
            ),
            st.text(max_size=10),
        ),
        max_size=8,
    ).map(" ".join),
    st.sampled_from([PLAIN, MARKDOWN, HTML, JSON, STRINGS]),
)
def test_looking_again_finds_nothing_and_lines_stay(text: str, forms) -> None:
    looked = look(text, forms, counts=every)

    assert look(looked.text, forms, counts=every).findings == ()
    assert looked.text.count("\n") == text.count("\n")
    if not looked.findings:
        assert looked.text == text
