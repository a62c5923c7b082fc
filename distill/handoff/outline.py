"""The outline of a handoff: every part once and in order, whatever a text said that it is taken from."""

import re
from collections.abc import Iterable, Sequence

from distill.handoff.wording import Wording, wordings
from distill.maps.decode import normalise

PROOF, VERIFICATION = 1, 8
"""Places of the parts whose lines are looked at, in the outline of nine parts."""
MOST_LINES = 40
MOST_LINE = 1_000
Outline = tuple[tuple[str, ...], ...]
"""The lines of each part; none where there is nothing to say."""
_HEADING = re.compile(
    r"[ \t]{0,3}(?P<marks>#{1,6}[ \t]+)?(?:\*\*)?(?:(?P<number>\d{1,2})[.)][ \t]+)?(?P<title>[^\n]{1,120}?)[ \t:*]*"
)
_CODE = re.compile(r"`[^`\n]+`")
_ITEM = re.compile(r"[ \t]*[-*+][ \t]+")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b")


def arranged(text: str, titles: Sequence[str]) -> Outline:
    """Read an outline: parts by their titles in any language, doubles put together, what is missing left empty."""
    parts: list[list[str]] = [[] for _ in titles]
    place, in_fence = None, False
    for line in normalise(text).split("\n"):
        in_fence ^= bool(_FENCE.match(line))
        found = None if in_fence else _place(line, titles)
        if found is not None:
            place = found
        elif place is not None and line.strip():
            parts[place].append(line)
    return tuple(_said(lines) for lines in parts)


def _place(line: str, titles: Sequence[str]) -> int | None:
    """Tell which part a line begins."""
    match = _HEADING.fullmatch(line)
    if not match or line.lstrip().startswith(("-", "`")):
        return None
    known, title = _known(titles), match["title"].strip().casefold()
    if title in known:
        return known[title]
    number = int(match["number"]) if match["number"] else 0
    return number - 1 if match["marks"] and 0 < number <= len(titles) else None


def _known(titles: Sequence[str]) -> dict[str, int]:
    own = {title.casefold(): at for at, title in enumerate(titles)}
    nine = [wording.parts for wording in wordings().values()]
    if any(tuple(titles) == parts for parts in nine):
        own = {title.casefold(): at for parts in nine for at, title in enumerate(parts)} | own
        own["verify command"] = VERIFICATION
    return own


def _said(lines: Iterable[str]) -> tuple[str, ...]:
    """Leave out the words for nothing, which are written where a part is empty."""
    nothing = {wording.nothing.casefold() for wording in wordings().values()}
    kept = [line.rstrip()[:MOST_LINE] for line in lines if line.strip(" \t-*.").casefold() not in nothing]
    return tuple(kept[:MOST_LINES])


def with_doubts(outline: Outline, wording: Wording) -> Outline:
    """Mark the claims of the part with the proofs that name neither a command nor a commit."""
    if len(outline) <= PROOF:
        return outline
    marked = tuple(line if _proves(line, wording) else f"{line} ({wording.unverified})" for line in outline[PROOF])
    return (*outline[:PROOF], marked, *outline[PROOF + 1 :])


def _proves(line: str, wording: Wording) -> bool:
    return bool(_CODE.search(line) or _HASH.search(line)) or wording.unverified in line


def one_line(text: str) -> str:
    """Give a text as one item of a part."""
    return "- " + _ITEM.sub("", " ".join(text.split()), count=1)


def titles_of(text: str) -> tuple[str, ...]:
    """Read an outline file of the person's own: one title a line; numbers, marks and `//` notes are left out."""
    found = []
    for line in text.splitlines():
        match = _HEADING.fullmatch(_ITEM.sub("", line, count=1))
        if match and match["title"].strip() and not line.lstrip().startswith(("//", "<!--")):
            found.append(match["title"].strip())
    return tuple(dict.fromkeys(found))[:MOST_LINES]
