"""What is looked up once for all detectors is what each would find alone; shortcuts change nothing."""

import base64
import math
import re
from collections import Counter
from types import SimpleNamespace

import made_secrets
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.redaction import (
    base64_runs,
    detectors,
    literals,
    propagation,
    re2_spans,
    runs,
    shadows,
    tables,
    vocabulary,
)
from distill.redaction.spans import View, flat, lowered
from distill.redaction.values import entropy

pytest.importorskip("re2")
assert detectors.DETECTORS  # every detector has told its words
WORDS = sorted({word for told in vocabulary._TOLD for word in told.alone.words})
KELVIN = "\u212a"
PIECES = (
    st.sampled_from(WORDS) | st.sampled_from(["s", "_", " ", "\n", "T", "é", "密", "İ", KELVIN]) | st.text(max_size=3)
)
TEXTS = st.lists(PIECES | st.sampled_from(WORDS).map(str.swapcase), max_size=30).map("".join)


@settings(max_examples=100, deadline=None)
@given(TEXTS)
def test_one_pass_finds_what_each_detector_finds_alone(text: str) -> None:
    view = View(text)
    for told in vocabulary._TOLD:
        searched = flat(lowered(text)) if told.folded else flat(text)
        wanted = sorted((m.start(), w) for w in told.alone.words for m in re.finditer(f"(?={re.escape(w)})", searched))

        assert told.places(view) == wanted


def test_one_pass_is_what_is_used() -> None:
    view = View("the token and AKIA of a path")
    vocabulary._TOLD[0].places(view)

    assert view.found["words"] is not None


def test_a_text_made_of_words_is_looked_at_by_each_detector() -> None:
    view = View("sk-" * 9000)
    places = [told.places(view) for told in vocabulary._TOLD if "sk-" in told.alone.words]

    assert view.found["words"] is None
    assert places
    assert all([at for at, word in found if word == "sk-"] == list(range(0, 27000, 3)) for found in places)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab密é\n", max_size=60))
def test_another_version_of_the_wrapper_gives_the_same_places(text: str) -> None:
    pattern, data = literals.kept("a+b|密"), text.encode()
    public = SimpleNamespace(finditer=pattern.finditer, search=pattern.search)
    found = re2_spans.spans_of(pattern, data, 100)

    assert re2_spans.spans_of(public, data, 100) == found
    assert re2_spans.finder(public, data)(0) == re2_spans.finder(pattern, data)(0)
    assert list(re2_spans.in_text(data, found or [])) == [m.span() for m in re.finditer("a+b|密", text)]
    assert re2_spans.spans_of(public, b"ab" * 9, 8) is re2_spans.spans_of(pattern, b"ab" * 9, 8) is None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40) | st.text(alphabet="%\\x41u00&#;=3D_", max_size=40))
def test_what_a_value_reads_like_is_told_without_a_look_only_where_nothing_hides(value: str) -> None:
    assert shadows.plain(value) == shadows._ODD.sub(shadows._undone, value)


@given(st.text(alphabet=[*map(chr, range(32, 127)), "\n", "\t"], min_size=20, max_size=60))
def test_base64_of_text_is_never_taken_for_another_run(text: str) -> None:
    assert base64_runs._TEXT_HEAD.match(base64.b64encode(text.encode()).decode())
    assert base64_runs._TEXT_HEAD.match(base64.urlsafe_b64encode(text.encode()).decode())


@given(st.text(min_size=1, max_size=400))
def test_entropy_is_that_of_shannon(value: str) -> None:
    shares = [n / len(value) for n in Counter(value).values()]

    assert entropy(value) == pytest.approx(-sum(s * math.log2(s) for s in shares), abs=1e-9)


@given(st.text(alphabet="aB3+/_-=. ", max_size=120))
def test_runs_are_the_longest_there_are(text: str) -> None:
    assert runs.runs(View(text)) == runs.runs(text) == [m.span() for m in re.finditer(r"[A-Za-z0-9+/_-]{24,}", text)]


def test_known_values_are_found_by_words_and_by_a_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [(made_secrets.made(24, seed), "token") for seed in range(20)]
    text = "\n".join(f"- `{value}` and {value.upper()},{value.encode().hex()}" for value, _ in values)
    by_words = sorted(propagation.spans(text, values))
    monkeypatch.setattr(propagation, "_MANY", 0)

    assert len(by_words) >= 60
    assert sorted(propagation.spans(text, values)) == by_words


def test_each_table_has_its_own_head_and_rows() -> None:
    value, other = made_secrets.made(24, 1), made_secrets.made(24, 2)
    headed = f"| name | API token |\n|---|---|\n| a | {value} |\n"
    bare = f"| name | place |\n|---|---|\n| a | {other} |\n"
    text = f"{headed}\n{bare}|\n{bare}\n> {headed.splitlines()[0]}\n> | b | {other} |\n"

    assert [text[s.start : s.end] for s in tables.spans(text)] == [value, other]
    assert [s.start for s in tables.spans(text)][1] > text.rindex("> | b")
