"""The verbs of a language as entries of its tables: what was done, and what is to be done."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from typing import Any

_PRESENT = r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bbeing )"
"""What makes a participle tell how things are rather than what was done: "rows are read by the parser"."""


def verb_entries(language: str) -> Mapping[str, Sequence[str]]:
    """Give the entries that the verbs of a language add to `done`, `told` and `todo` of its marks."""
    table = _tables().get(language)
    if table is None:
        return {}
    groups = table["groups"]
    before = rf"(?:{'|'.join(table['before'])}) "
    done = _forms((one for one in groups if not one.get("adjective")), "done")
    weak = _forms((one for one in groups if one.get("adjective") and not one.get("alike")), "done")
    alike = _forms((one for one in groups if one.get("alike")), "done")
    orders = _forms((one for one in groups if not one.get("noun")), "open")
    return {
        "done": [
            rf"(?:^|{before}){done}\b",
            rf"{before}{weak}\b",
            rf"{before}{alike}\b(?!(?: [\w'-]+){{1,4}} and {orders}\b)",
        ],
        "told": [rf"{_PRESENT}{_forms(_unlike_others(groups, table['regular']), 'done')}\b"],
        "todo": _orders(groups, table),
    }


def _unlike_others(groups: Iterable[Mapping[str, Any]], regular: str) -> Iterator[Mapping[str, Any]]:
    """Give the verbs whose past cannot be told by its ending alone."""
    plain = re.compile(regular)
    for group in groups:
        if "done" in group and not group.get("adjective"):
            stems = [stem for stem in group["stems"].split() if not (group["done"] and plain.search(stem))]
            yield {"stems": " ".join(stems), "done": group["done"]}


def _orders(groups: Sequence[Mapping[str, Any]], table: Mapping[str, Any]) -> list[str]:
    """Give the words that lead an order; one that is a noun as well needs something it can be done to."""
    plain = _forms((one for one in groups if not one.get("noun")), "open")
    nouns = _forms((one for one in groups if one.get("noun")), "open")
    then = "|".join(table["nominal"])
    found = [rf"{plain}\b(?! (?:{then})\b)"]
    return [*found, rf"{nouns} (?:(?:{'|'.join(table['object'])})\b|`)"] if table["object"] else found


def _forms(groups: Iterable[Mapping[str, Any]], tense: str) -> str:
    """Join the forms of some groups in one tense."""
    parts = [
        rf"{_by_initial(group['stems'].split())}(?:{group[tense]})"
        if group[tense]
        else _by_initial(group["stems"].split())
        for group in groups
        if tense in group and group["stems"]
    ]
    return f"(?:{'|'.join(parts)})" if parts else "(?!)"


def _by_initial(stems: Iterable[str]) -> str:
    """Join words by their first letter, so that a search tries few of them."""
    parts = []
    for initial, same in groupby(sorted(stems, key=lambda stem: (stem[0], -len(stem))), key=lambda stem: stem[0]):
        rest = [stem[1:] for stem in same]
        parts.append(f"{initial}(?:{'|'.join(rest)})")
    return f"(?:{'|'.join(parts)})"


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:
    return tomllib.loads((files("distill.engines.extractive") / "languages" / "verbs.toml").read_text("utf-8"))
