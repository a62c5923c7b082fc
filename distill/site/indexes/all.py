"""All index pages of a wiki."""

from collections.abc import Iterator

from distill.site.accounts import Account
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

FOLDERS = (months.FOLDER, seats.FOLDER, decisions.FOLDER, open_items.FOLDER, tickets.FOLDER)
"""Folders that hold index pages; the list of sessions lies beside the sessions."""


def indexes(catalogue: Catalogue, *, registry: bool, newest: int = NEWEST) -> Iterator[Index]:
    """Name all index pages of a wiki; each is made when that is asked for.

    `registry`: whether the wiki has its own list of constraints; `newest`: how many sessions the overview lists.
    """
    pages = [Account(summary, catalogue.whole) for summary in catalogue.pages]
    yield overview.overview(pages, len(catalogue.bad), newest=newest, registry=registry)
    yield from months.months(pages, catalogue.bad)
    yield from seats.seats(pages)
    yield from decisions.decisions(pages)
    yield from open_items.open_items(pages)
    yield from tickets.tickets(pages)
    yield constraints.constraints(pages, registry=registry)
    yield cost.cost(pages)
    yield confidence.confidence(pages)
    yield tags.tags(pages)
