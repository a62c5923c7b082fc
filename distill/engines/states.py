"""Whether a text raises a state: opened to merged, written to deployed, probably to surely."""

import functools
import re
import tomllib
from dataclasses import dataclass
from importlib import resources

MOST_LINES_OF_A_DOUBT = 3
"""In a longer range a doubt may belong to something else than the item."""
_WORDS_BEFORE = 3
_CLAUSE_END = re.compile(r"[.;:!?\n|()]|,\s|\bbut\b|\band\b|->|→")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    families: tuple[re.Pattern[str], ...]
    denial: re.Pattern[str]
    doubt: re.Pattern[str]


def raised(text: str, *, cited: str, headings: str = "") -> bool:
    """Say whether a text claims a state that the cited lines do not, or drops their doubt.

    The headings above count where the cited lines themselves deny nothing. English only; the words are in claims.toml.
    """
    words = _words()
    scope = cited if _denies(cited) else f"{headings}\n{cited}"
    if any(_claims(family, text) and not _claims(family, scope) for family in words.families):
        return True
    short = cited.count("\n") < MOST_LINES_OF_A_DOUBT
    return short and bool(words.doubt.search(cited)) and not (words.doubt.search(text) or _denies(text))


def _claims(family: re.Pattern[str], text: str) -> bool:
    """Say whether a text uses a form of the family without denying it in the words before it."""
    return any(not _denied(text[: match.start()]) for match in family.finditer(text))


def _denied(before: str) -> bool:
    clause = _CLAUSE_END.split(before)[-1]
    return bool(_words().denial.search(" ".join(clause.split()[-_WORDS_BEFORE:])))


def _denies(text: str) -> bool:
    return any(
        _denied(text[: match.start()]) for family in _words().families for match in family.finditer(text)
    ) or bool(_words().doubt.search(text))


@functools.cache
def _words() -> _Words:
    table = tomllib.loads(resources.files("distill.engines").joinpath("claims.toml").read_text("utf-8"))
    return _Words(
        families=tuple(_any_of(forms) for forms in table["families"].values()),
        denial=_any_of(table["denials"]["before"]),
        doubt=_any_of(table["doubts"]["words"]),
    )


def _any_of(forms: list[str]) -> re.Pattern[str]:
    alternatives = "|".join(re.escape(form).replace(r"\ ", r"\s+") for form in sorted(forms, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{alternatives})(?![\w-])", re.IGNORECASE)
