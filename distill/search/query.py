"""What is looked for: words, "phrases" and facets, as a person or an agent writes them in one line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TypeVar

from distill.model import Confidence, Section
from distill.search.tokens import tokens

Value = TypeVar("Value")
PART = re.compile(r'(?:(?P<facet>[A-Za-z]+):)?"(?P<phrase>[^"]*)"?|(?P<word>\S+)')
COMMIT = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}", re.IGNORECASE)
"""What is taken for the beginning of a commit's name: git shows seven digits at least."""
SWITCH = {"yes": True, "true": True, "no": False, "false": False}
FACETS = ("seat", "section", "after", "since", "before", "open", "confidence")


class QueryError(ValueError):
    """A facet with a value that it does not have; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Term:
    """Tokens that must stand one after the other in one line."""

    tokens: tuple[str, ...]
    prefix: bool = False
    """Whether the last token may go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """All terms must stand in a page, and all facets fit it."""

    terms: tuple[Term, ...] = ()
    seat: str = ""
    """A seat, or its part before the `@`."""
    section: Section | None = None
    after: date | None = None
    """The first day, in UTC."""
    before: date | None = None
    """The day after the last, in UTC."""
    open: bool | None = None
    """Whether the words stand among items that are still open (or that are done)."""
    confidence: Confidence | None = None

    @property
    def empty(self) -> bool:
        """Tell whether there is nothing to look for."""
        return self == Query()


def parse(text: str) -> Query:
    """Read a query. Raises QueryError for a facet with a value that it does not have."""
    query, terms = Query(), []
    for part in PART.finditer(text):
        name, value = _parted(part)
        if name:
            query = with_facet(query, name, value)
        elif term := _term(value, quoted=part["word"] is None):
            terms.append(term)
    return replace(query, terms=tuple(dict.fromkeys(terms)))


def with_facet(query: Query, name: str, value: str) -> Query:
    """Add one facet. Raises QueryError for a value that it does not have."""
    match name:
        case "seat":
            return replace(query, seat=value)
        case "section":
            return replace(query, section=_section(value))
        case "after" | "since":
            return replace(query, after=_day(name, value))
        case "before":
            return replace(query, before=_day(name, value))
        case "open":
            return replace(query, open=_one_of(name, value, SWITCH))
        case "confidence":
            return replace(query, confidence=_one_of(name, value, {str(each): each for each in Confidence}))
        case _:
            raise QueryError(f"There is no facet {name!r}; there are {', '.join(FACETS)}.")


def _parted(part: re.Match[str]) -> tuple[str, str]:
    """Tell the facet and its value; what looks like a facet and is none is text, as in `gpt:latest`."""
    if part["word"] is None:
        name = (part["facet"] or "").lower()
        return (name, part["phrase"]) if name in FACETS else ("", f"{part['facet'] or ''} {part['phrase']}")
    name, colon, value = part["word"].partition(":")
    return (name.lower(), value) if colon and value and name.lower() in FACETS else ("", part["word"])


def _term(text: str, *, quoted: bool) -> Term | None:
    found = tuple(tokens(text))
    if not found:
        return None
    return Term(found, prefix=not quoted and (text.endswith("*") or COMMIT.fullmatch(text) is not None))


def _section(value: str) -> Section:
    """Take a section by its name or the beginning of it, however it is joined."""
    wanted = re.sub(r"[\s_-]+", " ", value).strip().casefold()
    for section in Section:
        if wanted and section.casefold().startswith(wanted):
            return section
    raise QueryError(f"There is no section {value!r}; there are {', '.join(Section)}.")


def _day(name: str, value: str) -> date:
    try:
        return date.fromisoformat(value if len(value) != len("2026-10") else f"{value}-01")
    except ValueError:
        raise QueryError(f"{name}:{value} is no day; write it as in {name}:2026-10-18.") from None


def _one_of(name: str, value: str, known: Mapping[str, Value]) -> Value:
    if value.lower() not in known:
        raise QueryError(f"{name}:{value} is none of {', '.join(known)}.")
    return known[value.lower()]
