"""Ranges of ids are known without going through the ids of past months: they say what going through all would say."""

from hypothesis import given, settings
from hypothesis import strategies as st
from indexes_made import catalogue, made

from distill.site.accounts import Account
from distill.site.indexes.id_ranges import Ranges, range_of
from distill.site.indexes.wiki import Wiki

IDS = ("#1", "#99", "#100", "#007", "#0", "RIG-1", "RIG-01", "RIG-250", "AB2-250", "RIG-101")
pages = st.lists(st.tuples(st.integers(0, 120), st.lists(st.sampled_from(IDS), max_size=4)), max_size=8)


@settings(deadline=None)
@given(pages)
def test_ranges_say_what_all_pages_say(found):
    texts = {day: " and ".join(ids) for day, ids in found}
    wiki = Wiki(
        [Account(page) for page in catalogue([made(day, done=[f"{text} x"]) for day, text in texts.items()]).pages]
    )
    expected = {}
    for page in wiki.pages:
        for name in page.ids:
            expected.setdefault(range_of(name), {}).setdefault(name, []).append(page.summary.name)
    ranges = Ranges(wiki)
    assert list(ranges.told) == list(expected)
    for at, named in expected.items():
        told = ranges.told[at]
        assert (told.ids, told.newest) == (len(named), next(iter(named.values()))[0])
        assert dict(ranges.ids(at)) == {name: (len(names), tuple(names)) for name, names in named.items()}


@settings(deadline=None)
@given(pages, st.integers(0, 120), st.sampled_from(IDS))
def test_a_mark_changes_with_what_is_said(found, day, name):
    texts = {at: " and ".join(ids) for at, ids in found if at != day}
    marks = []
    for more in ("", name):
        said = [made(at, done=[f"{text} x"]) for at, text in {**texts, day: more}.items()]
        told = Ranges(Wiki([Account(page) for page in catalogue(said).pages])).told
        marks.append(told[range_of(name)].mark if range_of(name) in told else None)
    assert marks[0] != marks[1]
