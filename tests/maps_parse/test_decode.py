"""Bytes to clean text, whatever they are."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.maps.decode import decode, looks_binary, normalise

BUGS = Path(__file__).parent.parent / "bugs"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbf# a\n", "# a\n"),
        ("# ä\n".encode("utf-16"), "# ä\n"),
        ("# ä".encode("utf-16-be").join([b"\xfe\xff", b""]), "# ä"),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\x85b\u2028c\u2029d".encode(), "a\nb\nc\nd"),
        (b"a\x1b[31mred\x1b[0m b\x1b]0;title\x07c", "ared bc"),
        (b"\x1b]8;;https://example.test\x07text\x1b]8;;\x1b\\ end", "text end"),
        (b"a\x00b\x08c\x07d\x0be\tf\n", "abcde\tf\n"),
        (b"\x1b]0;never ended", "0;never ended"),
        (b"", ""),
    ],
)
def test_text_is_brought_into_one_shape(data: bytes, text: str) -> None:
    assert decode(data).text == text


@pytest.mark.parametrize(("data", "count"), [(b"caf\xe9 \x92", 2), ("typed \ufffd".encode(), 0), (b"ok", 0)])
def test_invalid_bytes_are_replaced_and_counted(data: bytes, count: int) -> None:
    decoded = decode(data)
    assert decoded.replaced == count
    assert decoded.text.count("\ufffd") == count + data.count("\ufffd".encode())


def test_a_lone_surrogate_becomes_a_replacement_character() -> None:
    """AP18."""
    assert normalise("cut emoji \ud83d here") == "cut emoji \ufffd here"


def test_mojibake_quotes_do_not_swallow_text() -> None:
    assert normalise("say \u00e2\x80\x9cyes\u00e2\x80\x9d now") == "say \u00e2yes\u00e2 now"


def test_colour_codes_and_control_characters_go(tmp_path: Path) -> None:
    """FM12."""
    subprocess.run([sys.executable, str(BUGS / "FM12" / "gen.py")], cwd=tmp_path, check=True)
    text = decode((tmp_path / "map.md").read_bytes()).text
    assert text == "# Restore map - lead@plantshop\n\n## Done\n- build ok\n- nul  and backspace\n- link text\n"


def test_unknown_bytes_are_counted_beside_emoji_and_chinese(tmp_path: Path) -> None:
    """MT25."""
    subprocess.run([sys.executable, str(BUGS / "MT25" / "gen.py")], cwd=tmp_path, check=True)
    decoded = decode((tmp_path / "map.md").read_bytes())
    assert "\U0001f331 done 完成 — café" in decoded.text
    assert decoded.replaced == 1


@pytest.mark.parametrize(
    ("data", "is_binary"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, True),
        (b"PK\x03\x04" + b"\x00\x01\x02\xff" * 200, True),
        (b"# Map\n\nplain text\n", False),
        ("# 地图\n".encode() * 2000, False),
        ("# map\n".encode("utf-16"), False),
        (b"\x1b[31mred\x1b[0m text with colour", False),
        (b"", False),
        (b"caf\xe9 in Latin-1, a sentence long enough", False),
    ],
)
def test_binary_input_is_told_from_text(data: bytes, is_binary: bool) -> None:
    assert looks_binary(data) is is_binary


@given(st.binary(max_size=400))
def test_decoding_never_fails_and_leaves_no_control_character(data: bytes) -> None:
    text = decode(data).text
    text.encode()
    assert not any(char < " " and char not in "\t\n" for char in text)
    assert not set("\x7f\x85\u2028\u2029\ufeff") & set(text)


@given(st.text(max_size=200))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)
