"""What the pages of a month say together is joined of what those of its days say, and tags of past months are kept."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexes_made import catalogue, made

from distill.model import Confidence
from distill.site.accounts import Account
from distill.site.indexes import tags
from distill.site.indexes.totals import named_joined, named_of, totals_joined, totals_of
from distill.site.indexes.wiki import Wiki

WORDS = ("RIG-1 x", "#7 and RIG-2", "no id")
RULES = ("No x. (must)", "Keep y. (should)", "Keep y. (must)")
pages = st.lists(
    st.fixed_dictionaries(
        {
            "done": st.lists(st.sampled_from(WORDS), max_size=2),
            "decisions": st.lists(st.sampled_from(("Decision: a.", "Decision (proposed): b.")), max_size=2),
            "constraints": st.lists(st.sampled_from(RULES), max_size=3),
            "seat": st.sampled_from(("a@rig", "b@rig")),
            "engine": st.sampled_from(("extractive", "anthropic")),
            "model": st.sampled_from(("", "m")),
            "redactions": st.dictionaries(st.sampled_from(("token", "key")), st.integers(1, 3)),
            "confidence": st.sampled_from(tuple(Confidence)),
        }
    ),
    max_size=30,
)


def accounts(found):
    return [Account(page) for page in catalogue([made(at, **said) for at, said in enumerate(found)]).pages]


@settings(deadline=None)
@given(pages, st.integers(1, 9))
def test_joined_parts_say_what_all_pages_say(found, width):
    of_all = accounts(found)
    parts = [of_all[at : at + width] for at in range(0, len(of_all), width)]
    assert named_joined(list(map(named_of, parts))) == named_of(of_all)
    assert totals_joined(list(map(totals_of, parts))) == totals_of(of_all)


TAGS = ("seat/a", "ticket/RIG-9", "ticket/RIG-10", "ticket/rig-9", "x", "X", "x1", "x01")


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(TAGS), unique=True), max_size=12), st.integers(1, 6))
def test_tags_are_those_that_all_pages_have(found, most):
    pages = []
    for at, own in enumerate(found):
        name, page = made(at * 240)
        object.__setattr__(page.meta, "tags", tuple(own))
        pages.append((name, page))
    wiki = Wiki([Account(page) for page in catalogue(pages).pages])
    expected = {}
    for page in wiki.pages:
        for tag in page.tags:
            expected.setdefault(tag, []).append(page)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tags, "MOST_TAGS", most)
        listed, left = tags.by_tag(wiki)
    first = sorted(expected, key=tags._natural)[:most]
    assert list(listed) == first
    assert listed == {tag: (len(expected[tag]), expected[tag][: tags.MOST_PAGES]) for tag in first}
    assert left == len(expected) - len(first)
