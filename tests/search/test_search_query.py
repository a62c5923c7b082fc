"""How a line of words, phrases and facets is read."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.model import Confidence, Section
from distill.search.query import Query, QueryError, Term, parse


def test_words_ids_and_phrases():
    assert parse('RIG-9  retry "keep one table" RIG-9').terms == (
        Term(("rig", "-", "9")),
        Term(("retry",)),
        Term(("keep", "one", "table")),
    )


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("5243fdc", True),
        ("5243FDCD", True),
        ("5243fd", False),
        ("20261018", False),
        ("defaced", False),
        ("qitem-2026*", True),
        ('"5243fdc"', False),
        ("5243fdcg", False),
    ],
)
def test_commits_and_stars_may_go_on(text, prefix):
    assert parse(text).terms[0].prefix is prefix


def test_facets():
    assert parse("seat:lead section:open_items after:2026-10 before:2026-11-02 open:no confidence:LOW") == Query(
        seat="lead",
        section=Section.OPEN_ITEMS,
        after=date(2026, 10, 1),
        before=date(2026, 11, 2),
        open=False,
        confidence=Confidence.LOW,
    )
    assert parse('section:"open items" since:2026-10-18').after == date(2026, 10, 18)
    assert parse("section:dec").section is Section.DECISIONS


def test_what_only_looks_like_a_facet_is_text():
    assert parse("gpt:latest").terms == (Term(("gpt", ":", "latest")),)
    assert parse("seat:").terms == (Term(("seat",)),)
    assert parse('said:"so it is"').terms == (Term(("said", "so", "it", "is")),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("section:foo", "Decisions"),
        ("after:yesterday", "after:2026-10-18"),
        ("since:2026-13-01", "since:2026-10-18"),
        ("open:maybe", "yes"),
        ("confidence:high", "verified"),
    ],
)
def test_a_facet_with_another_value_is_refused_with_those_there_are(text, told):
    with pytest.raises(QueryError, match=told):
        parse(text)


@pytest.mark.parametrize("text", ["", "  ", "— …", '""', '"'])
def test_nothing_to_look_for(text):
    assert parse(text).empty


@given(st.text())
def test_any_text_is_a_query_or_refused(text):
    try:
        assert all(term.tokens for term in parse(text).terms)
    except QueryError:
        assert ":" in text
