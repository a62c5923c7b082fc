"""With google-re2 and without it the same is found."""

import re

import made_secrets
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.redaction import detectors, literals, shadows

re2 = pytest.importorskip("re2")
WORDS = ("sk-", "sk-or-", "_pat_", "_token_", "password", "pass", "word", "密码", "пароль")
FRAGMENTS = st.sampled_from(
    [*WORDS, "s", "_", " ", "\n", "a1B2", "|", "=", ": ", "https://a:b@c/", "é", "%41", "\ud800"]
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=4), max_size=40).map("".join)


def spans_of(text: str) -> set[tuple[str, int, int]]:
    asked = [(name, s.start, s.end) for name, detector in detectors.DETECTORS for s in detector(text)]
    return {*asked, *(("shadows", s.start, s.end) for s in shadows.spans(text, detectors.DETECTORS))}


def without_re2(text: str) -> set[tuple[str, int, int]]:
    found = literals.linear
    literals._compiled.cache_clear()
    modules = [m for m in vars(detectors).values() if getattr(m, "linear", None) is found]
    for module in (literals, *modules):
        module.linear = lambda: None
    try:
        return spans_of(text)
    finally:
        for module in (literals, *modules):
            module.linear = found
        literals._compiled.cache_clear()


@settings(max_examples=120, deadline=None)
@given(TEXTS, st.integers(0, 1000))
def test_the_same_spans_are_found(text: str, seed: int) -> None:
    value = made_secrets.made(24, seed)
    whole = f"{text}\nAPI_TOKEN={value}\n{'gh' + 'p_'}{value}{text}Пароль: {value}{text}"

    assert spans_of(whole) == without_re2(whole)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_literals_find_every_place_of_every_word(text: str) -> None:
    wanted = sorted((m.start(), w) for w in WORDS for m in re.finditer(f"(?={re.escape(w)})", text))

    assert literals.Literals(WORDS).places(text) == wanted
    ascii_words = [w for w in WORDS if w.isascii()]
    flat = text.encode("ascii", "replace").decode()
    assert literals.Literals(ascii_words).places(flat) == sorted(
        (m.start(), w) for w in ascii_words for m in re.finditer(f"(?={re.escape(w)})", flat)
    )


def test_a_text_made_of_hits_changes_over_to_re_and_finds_the_same() -> None:
    words = literals.Literals(("sk-", "k-s"))

    assert words.places("sk-" * 9000)[:3] == [(0, "sk-"), (1, "k-s"), (3, "sk-")]
