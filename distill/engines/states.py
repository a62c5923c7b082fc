"""Whether a text raises a state: opened to merged, written to deployed, probably to surely."""

import functools
import re
import tomllib
from dataclasses import dataclass
from importlib import resources

MOST_LINES_OF_A_DOUBT = 3
"""In a longer range a doubt may belong to something else than the item."""
_WORDS_BEFORE = 3
_WORDS_OF_A_PART = 5
# "3 of 5 checks green" is not green
_PART_OF = re.compile(r"\b([0-9]{1,9})\s*(?:of|/)\s*([0-9]{1,9})\b")
_CLAUSE_END = re.compile(r"[.;:!?\n|()]|,\s|\bbut\b|\band\b|->|→")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Family:
    claims: re.Pattern[str]
    shown_by: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    families: tuple[_Family, ...]
    pending: re.Pattern[str]
    denial: re.Pattern[str]
    doubt: re.Pattern[str]


def raised(text: str, *, cited: str, headings: str = "") -> bool:
    """Say whether a text claims a state that the cited lines do not, or drops their doubt.

    The headings above count as well where the cited lines deny nothing and are about nothing pending.
    """
    words = _words()
    settled = not (_denies(cited) or words.pending.search(cited))
    scope = f"{headings}\n{cited}" if settled else cited
    if any(_claims(family, text) and not _shows(family, scope, settled=settled) for family in words.families):
        return True
    short = cited.count("\n") < MOST_LINES_OF_A_DOUBT
    return short and bool(words.doubt.search(cited)) and not (words.doubt.search(text) or _denies(text))


def _claims(family: _Family, text: str) -> bool:
    """Say whether a text uses a form of the family without denying it in the words before it."""
    return any(not _denied(text[: match.start()]) for match in family.claims.finditer(text))


def _shows(family: _Family, scope: str, *, settled: bool) -> bool:
    return _claims(family, scope) or (settled and bool(family.shown_by.search(scope)))


def _denied(before: str) -> bool:
    clause = _CLAUSE_END.split(before)[-1].split()
    if _words().denial.search(" ".join(clause[-_WORDS_BEFORE:])):
        return True
    parts = _PART_OF.findall(" ".join(clause[-_WORDS_OF_A_PART:]))
    return any(int(part) < int(whole) for part, whole in parts)


def _denies(text: str) -> bool:
    claimed = (match for family in _words().families for match in family.claims.finditer(text))
    return any(_denied(text[: match.start()]) for match in claimed)


@functools.cache
def _words() -> _Words:
    table = tomllib.loads(resources.files("distill.engines").joinpath("claims.toml").read_text("utf-8"))
    families = table["family"].values()
    return _Words(
        families=tuple(_Family(claims=_any_of(f["claims"]), shown_by=_any_of(f["shown_by"])) for f in families),
        pending=_any_of(table["pending"]["words"]),
        denial=_any_of(table["denial"]["words"]),
        doubt=_any_of(table["doubt"]["words"]),
    )


def _any_of(forms: list[str]) -> re.Pattern[str]:
    """Match any of the forms as whole words; nothing where there are none."""
    ordered = sorted(forms, key=len, reverse=True)
    alternatives = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in ordered) or r"(?!)"
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE)
