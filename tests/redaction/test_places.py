"""Where a redaction changed a text: told from outside, and right to the character."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_secrets import LETTERS, key_block, made, password

from distill.errors import RedactionError
from distill.redaction.octets import decoded
from distill.redaction.places import found_places, line_and_column, line_starts, places
from distill.redaction.redactor import redact

PIECES = st.sampled_from(
    [
        "token " + "gh" + "p_" + made(36, 1),
        f"password: {password(1)}",
        f"DB_PASSWORD={made(14, 2)}",
        key_block(3)[0],
        "mail jo@plantshop-berlin.de",
        "see /home/jo/plants/map.md",
        "/Users/jo",
        "C:\\Users\\jo\\plants",
        "file:///home/jo/plants (/home/ann/x):/Users/kim",
        "REDACTED-password-4",
        "commit 4be19c7",
        "пароль",
        "\r\n",
        "\n",
        "- [ ] RIG-9 wait",
        "\ufeff",
    ]
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=12)), max_size=8).map(" ".join)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXTS)
def test_places_put_into_the_text_give_what_the_redactor_gave(text: str) -> None:
    done, found = found_places(text)
    out, at = [], 0
    for place in found:
        out += [text[at : place.start], place.instead]
        at = place.end

    assert "".join([*out, text[at:]]) == done.text
    assert [(f.line, f.column, f.kind) for f in done.findings] == [
        (*line_and_column(line_starts(text), p.start), p.kind) for p in found
    ]


def test_places_of_another_text_are_refused_without_a_word_of_it() -> None:
    value = password(5)
    done = redact(f"password: {value}")

    with pytest.raises(RedactionError) as error:
        places(f"pass-word: {value} and more", done)
    assert value not in str(error.value)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_bytes_come_back_as_they_were(data: bytes) -> None:
    octets = decoded(data)

    assert octets.encode(octets.text) == data


def test_a_byte_that_is_no_utf8_hides_nothing() -> None:
    value = made(16, 6, LETTERS)
    for broken in (b"\xff", b"\xe9", b"\xc3(", b"\xed\xa0\x80"):
        octets = decoded(b"caf" + broken + f" пароль: {value} ".encode() + broken)
        _, found = found_places(octets.text)

        assert [octets.text[p.start : p.end] for p in found] == [value]


def test_utf16_with_its_mark_is_read() -> None:
    value = password(7)
    for encoding, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        data = mark + f"password: {value}\n".encode(encoding)
        octets = decoded(data)

        assert octets.encode(octets.text) == data
        assert found_places(octets.text)[1]
