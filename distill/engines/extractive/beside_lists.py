"""What stands beside the lists of a map: where these tell what was done, sentences explain them.

The limits were chosen by leaving documents out: labelled handoffs of others, read with the word tables of before each
was seen.
"""

import re
from collections import Counter
from collections.abc import Sequence

from distill.engines.extractive.found import Found
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import HASH, ids
from distill.model import Section

_LISTED = 15
"""Items in lists and tables from which on a map tells by them."""
_LEAST_RESULTS = 2
_LEAST_DESCRIBED = 3
_BARE_SENTENCE = -4
"""Weight of a sentence that names nothing to look up."""
_LEAD_CHARACTERS = 60
"""Where a word has to stand to say of a sentence among results that it tells one."""
_NAMED = re.compile(r"`[^`]+`(?:\s*[(（][^()（）]{0,40}[)）])?\s*(?:[-–—:：=]|→)\s*\S")  # noqa: RUF001 - dashes as people type them
_SHORT = 60
_READING = re.compile(r"[^:：\n.]{2,50}(?::\s|：)\s*\S")  # noqa: RUF001 - the colon of Chinese and Japanese
_UNTOLD = frozenset({Place.PLAIN, Place.MIXED, Place.LOG, Place.FINDINGS, Place.DETAIL, Place.SKIP, Place.SUMMARY})


def without_asides(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Leave out of a map of lists what only sounds done, where no heading calls it a result."""
    if sum(not one.prose for one in found) < _LISTED:
        return list(found)
    return [one for one in found if not _sounds_done(one, rules)]


def _sounds_done(one: Found, rules: Rules) -> bool:
    """Say whether a result is none by its heading, and shows no commit nor plain words for it."""
    if one.section is not Section.ACCOMPLISHED or one.boxed or one.stated or HASH.search(one.text):
        return False
    if one.place is Place.DETAIL:
        return one.prose or rules["marks.done"].match(one.text) is None
    if not one.prose or rules["marks.proven"].search(one.text):
        return False
    bare = one.place is Place.ACCOMPLISHED and one.weight <= _BARE_SENTENCE
    return one.place in _UNTOLD or (bare and rules["marks.done"].search(one.text[:_LEAD_CHARACTERS]) is None)


def without_readings(found: Sequence[Found]) -> list[Found]:
    """Leave out short results that are a name with its value where no heading tells: "As of: phase 4 done"."""
    return [one for one in found if not (one.weak and one.prose and _is_reading(one))]


def _is_reading(one: Found) -> bool:
    if one.section is not Section.ACCOMPLISHED or len(one.text) > _SHORT or ids(one.text):
        return False
    return _READING.match(one.text) is not None


def without_catalogues(found: Sequence[Found], rules: Rules) -> list[Found]:
    """Leave out lists of names in code with what each is for: they describe what was built."""
    described = [one for one in found if _describes(one, rules)]
    lists = {line for line, count in Counter(one.heading for one in described).items() if count >= _LEAST_DESCRIBED}
    left_out = {id(one) for one in described if one.heading in lists}
    return [one for one in found if id(one) not in left_out] if left_out else list(found)


def _describes(one: Found, rules: Rules) -> bool:
    if one.section is not Section.ACCOMPLISHED or one.boxed or one.stated or one.prose or one.text[:1] != "`":
        return False
    name = _NAMED.match(one.text)
    return name is not None and not HASH.search(name[0]) and rules["marks.done"].search(one.text) is None


def without_names(found: Sequence[Found]) -> list[Found]:
    """Leave out what only names or proves something, but for the one such item of a list of results."""
    naming = Counter(one.heading for one in found if one.names)
    if not naming:
        return list(found)
    results = Counter(one.heading for one in found if one.section is Section.ACCOMPLISHED and not one.names)
    alone = {line for line, count in naming.items() if count == 1 and results[line] >= _LEAST_RESULTS}
    return [one for one in found if not one.names or one.heading in alone]
