"""All index pages of a wiki."""

from collections.abc import Iterator

from distill.site.accounts import Account
from distill.site.briefs import Shortened
from distill.site.catalogue import Catalogue
from distill.site.home import NEWEST
from distill.site.indexes import (
    confidence,
    constraints,
    cost,
    decisions,
    months,
    open_items,
    overview,
    seats,
    tags,
    tickets,
)
from distill.site.indexes.index import Index
from distill.site.indexes.wiki import UNKEPT, Memo, Wiki

FOLDERS = (months.FOLDER, seats.FOLDER, decisions.FOLDER, open_items.FOLDER, tickets.FOLDER)
"""Folders that hold index pages; the list of sessions lies beside the sessions."""


def indexes(catalogue: Catalogue, *, registry: bool, newest: int = NEWEST, memo: Memo = UNKEPT) -> Iterator[Index]:
    """Name all index pages of a wiki; each is made when that is asked for.

    `registry`: whether the wiki has its own list of constraints; `newest`: how many sessions the overview lists;
    `memo` may keep what pages say together.
    """
    wiki = Wiki(_accounts(catalogue), memo)
    wiki.hold()
    yield overview.overview(wiki, len(catalogue.bad), newest=newest, registry=registry)
    yield from months.months(wiki, catalogue.bad)
    yield from seats.seats(wiki)
    yield from decisions.decisions(wiki)
    yield from open_items.open_items(wiki)
    yield from tickets.tickets(wiki)
    yield constraints.constraints(wiki, registry=registry)
    yield cost.cost(wiki)
    yield confidence.confidence(wiki)
    yield tags.tags(wiki)


def _accounts(catalogue: Catalogue) -> list[Account]:
    pages, whole = catalogue.pages, catalogue.whole
    return pages.accounts(whole) if isinstance(pages, Shortened) else [Account(summary, whole) for summary in pages]
