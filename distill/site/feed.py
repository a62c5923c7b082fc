"""The newest pages as an Atom feed (RFC 4287)."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import urljoin
from xml.etree import ElementTree as ET

from distill.site.catalogue import Catalogue, Summary

FILE = "feed.xml"
NEWEST = 20
NAMESPACE = "http://www.w3.org/2005/Atom"
NEVER = datetime(1970, 1, 1, tzinfo=UTC)
"""When a wiki without pages was changed last: a feed has to say a time, and the same pages give the same bytes."""


def feed(catalogue: Catalogue, *, title: str, site_url: str, address: Callable[[str], str]) -> str:
    """Write the feed. `site_url` must be absolute and end with `/`; `address`: from a file name into the site."""
    pages = catalogue.pages[:NEWEST]
    root = ET.Element("feed", {"xmlns": NAMESPACE})
    _text(root, "title", title)
    _text(root, "id", site_url)
    _text(root, "updated", _time(pages[0].date if pages else NEVER))
    ET.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": urljoin(site_url, FILE)})
    ET.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": site_url})
    for page in pages:
        _entry(root, page, urljoin(site_url, address(page.name)))
    ET.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _entry(root: ET.Element, page: Summary, url: str) -> None:
    entry = ET.SubElement(root, "entry")
    _text(entry, "title", page.title)
    _text(entry, "id", url)
    _text(entry, "updated", _time(page.date))
    _text(ET.SubElement(entry, "author"), "name", page.seat or "unknown")
    ET.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": url})
    _text(entry, "summary", _summary(page))


def _summary(page: Summary) -> str:
    counts = f"{page.accomplished} accomplished, {page.decisions} decisions, {page.open_items} left open"
    return f"{page.seat} · {counts} · confidence {page.confidence}"


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = text


def _time(date: datetime) -> str:
    return f"{date:%Y-%m-%dT%H:%M:%SZ}"
