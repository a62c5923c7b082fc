"""The end of a session page: the ways on to the pages around it."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from html import escape

from distill.site.catalogue import Summary
from distill.site.html import Resolve
from distill.site.neighbours import Around, Steps

REMEMBERED = 1 << 10
"""Pages of which it is remembered how they are told of: most are by a dozen others, shown one after another."""


def nearby(around: Around, resolve: Resolve) -> str:
    """Link to the pages before and after, of the seat and of the session, and to related ones."""
    rows = [
        *_steps("Seat", around.seat, resolve),
        *(_steps("Session", around.session, resolve) if around.session != around.seat else ()),
    ]
    related = [_related(page, shared, resolve) for page, shared in around.related]
    parts = [
        f'<dl class="distill-steps">{"".join(rows)}</dl>' if rows else "",
        f'<p class="distill-label">Related pages</p><ul class="distill-related">{"".join(related)}</ul>'
        if related
        else "",
    ]
    shown = "".join(parts)
    # no element within has the name of the outer one: see the banner
    return f'<nav class="distill-nearby" aria-label="Pages around" data-search-exclude>{shown}</nav>\n' if shown else ""


def _steps(name: str, steps: Steps, resolve: Resolve) -> Iterator[str]:
    if steps.older or steps.newer:
        ways = _way("Older", steps.older, ' rel="prev"', resolve) + _way("Newer", steps.newer, ' rel="next"', resolve)
        yield f"<div><dt>{name}</dt>{ways}</div>"


def _way(name: str, page: Summary | None, rel: str, resolve: Resolve) -> str:
    if page is None:
        return ""
    said = f'<span class="distill-way">{name}, {_when(page)}</span>'
    return f'<dd class="distill-{name.lower()}">{said}{_link(page, resolve, rel)}</dd>'


def _related(page: Summary, shared: tuple[str, ...], resolve: Resolve) -> str:
    names = ", ".join(f"<code>{_escaped(name)}</code>" for name in shared)
    why = f'<span class="distill-why">{_when(page)} · {_escaped(page.seat)} · names {names} too</span>'
    return f"<li>{_link(page, resolve, '')}{why}</li>"


def _when(page: Summary) -> str:
    return _dated(page.date)


@lru_cache(REMEMBERED)
def _dated(date: datetime) -> str:
    stamp = date.isoformat()  # in UTC; ten times as fast as a format
    return f'<time datetime="{stamp[:19]}Z">{stamp[:10]}</time>'


def _link(page: Summary, resolve: Resolve, rel: str) -> str:
    address = resolve(page.name)
    title = _escaped(page.title)
    if address is None:
        return title
    return f'<a href="{_escaped(address)}"{rel}>{title}</a>'


_escaped = lru_cache(REMEMBERED)(escape)
