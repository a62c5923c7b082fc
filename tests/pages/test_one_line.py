"""Bringing text to one clean line: the quick way gives what the careful one gives."""

import unicodedata

from distill.pages.text import BIDI_CONTROLS, one_line


def test_every_character_that_can_be_shown_stays_and_no_other():
    for code in range(0x110000):
        char = chr(code)
        kept = one_line(f"a{char}b")
        if char.isprintable() and char != " ":
            assert kept == f"a{char}b"
        elif char.isspace():
            assert kept == "a b"
        elif unicodedata.category(char) == "Cc" or char in BIDI_CONTROLS:
            assert char not in kept
