"""Token figures as people write them: `~2,000`, `2k`, `4500 tok`, `1.3万`."""

import re
import unicodedata
from dataclasses import dataclass

_GROUPED = r"\d{1,3}(?:[.,'’_ \u00a0\u202f]\d{3}){1,4}(?!\d)"  # noqa: RUF001
_FIGURE = re.compile(
    rf"(?P<about>[~≈∼〜～約约ca]*\.?[ ]?)(?P<number>{_GROUPED}|\d{{1,12}}(?:[.,]\d{{1,3}})?)"  # noqa: RUF001
    r"[ ]?(?P<unit>[kKmM](?![a-zA-Z])|тыс|千|천|万|萬|만)?(?P<word>[ ]?(?:tok|ток|トークン|토큰|令牌|词元))?",
    re.IGNORECASE,
)
_UNITS = {"k": 1_000, "m": 1_000_000, "тыс": 1_000, "千": 1_000, "천": 1_000, "万": 10_000, "萬": 10_000, "만": 10_000}
_SEPARATORS = re.compile(r"[^\d]")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of tokens, and how it is written, at which place."""

    tokens: int
    written: str
    start: int


def figure_in(text: str, *, sure: bool = False) -> Figure | None:
    """Find the first figure of a short text; with `sure`, only one that says of itself that it counts tokens."""
    for match in _FIGURE.finditer(_digits(text[:400])):
        if sure and not (match["about"].strip() or match["unit"] or match["word"]):
            continue
        start, end = match.start("number"), match.end("unit") if match["unit"] else match.end("number")
        return Figure(_value(match), text[start:end], start)
    return None


def _value(match: re.Match[str]) -> int:
    number, unit = match["number"], (match["unit"] or "").casefold()
    if unit or not re.fullmatch(_GROUPED, number):
        fraction = re.search(r"[.,](\d{1,3})$", number)
        whole = _SEPARATORS.sub("", number[: fraction.start()] if fraction else number)
        return round(float(f"{whole}.{fraction[1] if fraction else 0}") * _UNITS.get(unit, 1))
    return int(_SEPARATORS.sub("", number))


def _digits(text: str) -> str:
    """Make full-width and Eastern digits plain ones, one character for one."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
