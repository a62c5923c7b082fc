"""Label lines ("Done:", "**Offen**") and labels at the head of a statement ("Next: …")."""

import re

from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import sentences
from distill.maps.plain import plain

_LABEL = re.compile(r"[^\n]{1,90}")
_BOLD = re.compile(r"(?:\*\*|__)[^*\n]{1,90}(?:\*\*|__)[:：]?(?:\s*\([^()]{0,60}\))?[:：]?")  # noqa: RUF001
_LEAD = re.compile(
    r"\[?((?:[^:：\n]|\d:\d){1,40}?)\]?\s*[:：]\s+(?=\S)|\[([^\]\n]{2,24})\]\s+|([^:：\n]{1,12}?)：\s*(?=\S)"  # noqa: RUF001
)
_INNER = re.compile(r"(?:[;；]\s*|[.。]\s+)(?=([^\W\d_][^\n:：.;]{0,30}?)\s*[:：]\s+\S)")  # noqa: RUF001
_COLON = re.compile(r"[:：\]]")  # noqa: RUF001
_MAX_LEAD = 44
_MAX_WORDS = 12
_STOPS = (".", "!", "。", "！")  # noqa: RUF001
_LEAST_STATEMENT = 16
LABELS = (
    ("labels.decision", Place.DECISIONS),
    ("labels.done", Place.ACCOMPLISHED),
    ("labels.open", Place.OPEN),
    ("labels.constraint", Place.CONSTRAINTS),
    ("labels.ruled_out", Place.RULED_OUT),
    ("labels.proposed", Place.DECISIONS),
)


def is_label(markdown: str) -> bool:
    """Say whether a paragraph or an item is a label for what follows: bold as a whole, or short with a colon."""
    text = markdown.strip()
    if "\n" in text or not _LABEL.fullmatch(text):
        return False
    bare = text.rstrip("*_ ")
    ends = bare.endswith((":", "："))  # noqa: RUF001
    if not ends and not text.startswith(("**", "__")):
        return False
    if bare.endswith(_STOPS) and len(text) > _LEAST_STATEMENT:
        return False  # a sentence in bold says something itself
    if ends and ". " in text and len(list(sentences(text))) > 1:
        return False  # only its last sentence is one
    return bool(_BOLD.fullmatch(text)) or (ends and len(text.split()) <= _MAX_WORDS)


def label_text(markdown: str) -> str:
    """Give a label without its markup and colon."""
    return plain(markdown).strip(" *_").rstrip(":： ")  # noqa: RUF001


def lead(text: str, rules: Rules) -> tuple[Place, str] | None:
    """Read a label at the head of a statement: its place and the statement without it."""
    match = _LEAD.match(text) if _COLON.search(text[:_MAX_LEAD]) else None
    if not match:
        return None
    name = (match[1] or match[2] or match[3] or "").strip()
    for key, place in LABELS:
        if rules[key].fullmatch(name):
            return place, text[match.end() :].strip()
    last = name.rpartition(" ")[2]
    if last != name and rules["labels.constraint"].fullmatch(last):
        return Place.CONSTRAINTS, text[match.end() :].strip()
    return None


def split_labelled(text: str, rules: Rules) -> list[str]:
    """Split a statement at labels inside it ("Done: …; next: …")."""
    parts: list[str] = []
    start = 0
    for match in _INNER.finditer(text):
        name = match[1].strip()
        is_place = any(rules[key].fullmatch(name) for key, _ in LABELS[1:3])
        if is_place and text.count("`", 0, match.start()) % 2 == 0:
            parts.append(text[start : match.start()].strip())
            start = match.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]
