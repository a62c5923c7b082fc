"""Quotations: the words between the marks, and who said them when in brackets behind."""

import re
import tomllib
from functools import cache
from importlib import resources

PAIRS = (
    ('"', '"'), ("“", "”"), ("„", "“"), ("„", "”"), ("«", "»"), ("»", "«"), ("「", "」"), ("『", "』"),
    ("\u2039", "\u203a"), ("'", "'"), ("\u2018", "\u2019"), ("\u201a", "\u2018"),
)  # fmt: skip
SOURCE = re.compile(
    r"(?P<said>.{2,2000}?)\s*(?:\((?P<round>[^()]{1,100})\)|\[(?P<square>[^\[\]]{1,100})\]"
    r"|\uff08(?P<wide>[^\uff08\uff09]{1,100})\uff09)[.\u3002]?"
)
DATE = re.compile(
    r"\d{4}-\d\d?-\d\d?|\d{4}/\d\d?/\d\d?|\d{1,2}\. ?\d{1,2}\. ?(?:\d{4}|\d\d)?|\d{1,2}/\d{1,2}/\d{2,4}"
    r"|\d{4}[年년]\s?\d{1,2}[月월]\s?\d{1,2}[日일]|\d{1,2}\.? [^\W\d]{3,10}\.? \d{4}|[^\W\d]{3,10} \d{1,2},? \d{4}"
)
TIME = re.compile(r"[T ]?\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)? ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?")
WORD = re.compile(r"[^\s,;·/|\uff0c\u3001]+")
INNER = re.compile(r"(?<=\w)['\u2019](?=\w)")
"""An apostrophe, which ends no quotation."""
MOST_WORDS = 6
"""Words that name a person and an occasion; what is longer says more than that."""


def bare(text: str) -> str:
    """Take away the marks around a quotation that is the whole text, and its source in brackets behind it.

    What says more than a quotation and its source stays as it is.
    """
    if text.startswith('""') and text.endswith('"') and (inside := _said(text[1:-1])) is not None:
        return inside
    said = _said(text)
    return text if said is None else said


def quoted(text: str) -> str:
    """Put marks around a text, other ones than stand at its ends."""
    return f"“{text}”" if '"' in (text[:1], text[-1:]) else f'"{text}"'


def _said(text: str) -> str | None:
    if (inside := _inside(text)) is not None:
        return inside
    found = SOURCE.fullmatch(text)
    if found is None or not _is_source(found["round"] or found["square"] or found["wide"]):
        return None
    return _inside(found["said"].strip("*_ "))


def _inside(text: str) -> str | None:
    """Give the words of a text that is one quotation from end to end."""
    for first, last in PAIRS:
        inside = text[1:-1]
        if len(text) > 1 and text[0] == first and text[-1] == last and not {first, last} & set(INNER.sub("", inside)):
            return inside.strip() or None
    return None


def _is_source(text: str) -> bool:
    """Tell whether brackets name a day, with a person or not; "until" a day is a part of the rule."""
    rest = DATE.sub(" ", text)
    words = [word.casefold().strip(".:") for word in WORD.findall(TIME.sub(" ", rest))]
    told = _told()
    if any(word in told["conditions"] for word in words) or len(words) > MOST_WORDS:
        return False
    return rest != text or (bool(words) and all(word in told["speakers"] or word.startswith("@") for word in words))


@cache
def _told() -> dict[str, frozenset[str]]:
    table = tomllib.loads(resources.files("distill.pages").joinpath("quotation.toml").read_text("utf-8"))
    return {name: frozenset(words) for name, words in table.items()}
