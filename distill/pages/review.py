"""How far a page can be relied on: raised by a person, dropped again by whoever changes the page after that."""

import dataclasses
import re
from collections.abc import Mapping
from datetime import UTC, datetime

from distill.errors import PageError
from distill.model import Confidence
from distill.pages import front_matter
from distill.pages.page import PageMeta
from distill.pages.read import normal_text, parse
from distill.pages.render import facts_line
from distill.pages.seal import CONFIDENCE, FRONT, seal_of

KEYS = ("confidence", *front_matter.REVIEW)
LONGEST_NAME = 120


def reviewed(text: str, confidence: Confidence, *, by: str, at: datetime) -> str:
    """Say on a page how far it can be relied on, who says so and when; all else stays as it stands.

    Raises PageError for what is no page of ours, and for a name without letters.
    """
    name = " ".join(by.split())[:LONGEST_NAME]
    if confidence is not Confidence.LOW and not any(c.isalpha() for c in name):
        raise PageError("A review needs a name: say --by NAME, or set user.name in git.")
    meta = parse(text).meta
    said = dataclasses.replace(
        meta,
        confidence=confidence,
        reviewed_by=name,
        reviewed_at=f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        reviewed_seal=seal_of(text),
    )
    return _with(text, said)


def dropped(text: str) -> str:
    """Take the confidence back from a page that was changed after its review; who reviewed it stays."""
    return _with(text, dataclasses.replace(parse(text).meta, confidence=Confidence.LOW))


def outlived(text: str, meta: PageMeta) -> bool:
    """Tell whether a page was changed after its confidence was raised."""
    raised = meta.confidence is not Confidence.LOW and meta.reviewed_seal
    return bool(raised) and meta.reviewed_seal != seal_of(text)


def _with(text: str, meta: PageMeta) -> str:
    """Put the lines about the confidence into a page's text."""
    text = normal_text(text)
    front = FRONT.match(text)
    if front is None:
        raise PageError("The page does not begin with front matter between two lines of `---`.")
    block = _block(front["block"], front_matter.lines(meta, KEYS))
    body = CONFIDENCE.sub(lambda _: facts_line(meta), text[front.end("block") :], count=1)
    return f"---\n{block}{body}"


def _block(block: str, said: Mapping[str, str]) -> str:
    """Replace the lines of these keys where the first of them stands, or put them behind the others."""
    kept = re.sub(rf"^(?:{'|'.join(KEYS)}):.*\n(?:[ \t]+.*\n)*", "", block, flags=re.MULTILINE)
    before = len(block[: m.start()].splitlines()) if (m := re.search(r"^confidence:", block, re.MULTILINE)) else None
    lines = kept.splitlines(keepends=True)
    at = len(lines) if before is None else min(before, len(lines))
    return "".join([*lines[:at], *(f"{line}\n" for line in said.values()), *lines[at:]])
