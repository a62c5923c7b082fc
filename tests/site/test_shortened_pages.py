"""Of the pages of a wiki in which few have changed, only those are made whole that a list or a neighbour asks for."""

import pytest
from indexes_made import catalogue, made

from distill.site import briefs
from distill.site.accounts import Account, mark_of
from distill.site.briefs import Shortened, brief_of
from distill.site.indexes.wiki import Wiki
from distill.site.record import Record

SIZES = (30, 300)


def known(count):
    pages = catalogue([made(at, seat=f"s{at % 7}@rig", decisions=["Decision: a."][: at % 2]) for at in range(count)])
    marked = [page._replace(mark=mark_of(page)) for page in pages.pages]
    return {f"sessions/{page.name}": brief_of(Record(digest="d", summary=page)) for page in reversed(marked)}, marked


@pytest.fixture
def whole(monkeypatch):
    """Count the pages that are made whole."""
    found, make = [], briefs.summary_of
    monkeypatch.setattr(briefs, "summary_of", lambda path, *said: (found.append(path), make(path, *said))[1])
    return found


@pytest.mark.parametrize("count", SIZES)
def test_what_lists_know_of_all_pages_makes_none_of_them(count, whole):
    kept, pages = known(count)
    shortened = Shortened(kept, lambda _: "")
    wiki = Wiki(shortened.accounts(None))
    assert sum(map(len, wiki.seats.values())) == len(wiki.named) == len(shortened) == count
    assert (wiki.mark, len(wiki.months)) == (Wiki(map(Account, pages)).mark, len(Wiki(map(Account, pages)).months))
    assert whole == []
    newest = [page.titled for page in wiki.pages[:20]]
    assert len(whole) == len(newest)


@pytest.mark.parametrize("count", SIZES)
def test_they_say_what_the_pages_say(count):
    kept, pages = known(count)
    shortened = Shortened(kept, lambda _: "")
    for short, account in zip(shortened.accounts(None), map(Account, pages), strict=True):
        for said in ("name", "path", "seat", "day", "month", "mark", "decisions", "is_low"):
            assert getattr(short, said) == getattr(account, said)
    plain = ("name", "title", "date", "seat", "confidence", "engine", "accomplished", "decisions", "open_items")
    assert [[getattr(page, said) for said in plain] for page in shortened] == [
        [getattr(page, said) for said in plain] for page in pages
    ]
    assert [shortened.date(at) for at in range(count)] == [page.date for page in pages]
