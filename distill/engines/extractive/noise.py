"""Statements that carry no result, state, decision or directive: bare paths, commands, links, what a file is."""

import re

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.own_signs import SIGN
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.tokens import TICKET
from distill.maps.blocks import Task

_NAME = r"(?:`[^`]+`|https?://\S++)"
_BARE = re.compile(rf"{_NAME}(?:(?:\s*+[,;、+·&])?\s*+{_NAME})*+\W{{0,2}}")
_FILE = r"`(?=[^`\s]*/|[^`\s]*\.[A-Za-z]\w{0,4}`)[^`\s]*`"
_DESCRIBED = re.compile(rf"{_FILE}(?:\s*[,、]\s*{_FILE})*(?:\s*[(（][^()（）]{{0,60}}[)）])?\s*(?:[-–—:：→=·]|$)")  # noqa: RUF001
_COMMAND = re.compile(r"`[^`]+`(?P<rest>[^`]{0,48})")
_COUNTED = re.compile(
    r"\b\d[\d ,.]*\s*(?:/\s*\d+|tests?\s+)?\s*(?:passed|passing|passes|pass\b|failed|skipped|green)|\d+/\d+\W*$",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"[\w*./-]*[a-z*]\.[a-z]{1,5}")
_LABELLED = re.compile(r"[^`:]{2,30}:\s+")
_COMMIT = re.compile(r"`(?=[0-9a-f]*\d)[0-9a-f]{7,40}\s+\S+\s+\S")
_TICKET_ROW = re.compile(rf"`?{TICKET.pattern}`? · ")
"""A row that begins with a ticket tells what belongs to it."""
_MAX_LABEL = 32
_COUNT = re.compile(r"[^:：`]{1,24}[:：]\s*[~<>≈+-]?\d[\d.,/ ]*%?")  # noqa: RUF001
"""A figure with its name: "rows: 11"."""
_NAMED_PATH = re.compile(r"[^:`]{2,30}:\s+`?[^\s`]*[/@][^\s`]*`?")
"""A name with where it lies: "Wrapper: @shop/wrapper/*"."""
_NAMED = frozenset({Place.DECISIONS, Place.OPEN})
"""Where a label before a name says something: "Package: `x`" was decided, "Failed: `make`" is open."""
_MAX_CHECKED = 80
_END_CHARACTERS = 14
_MAX_COUNTED = 110
_MAX_LINK_LABEL = 24
_URL = re.compile(r"https?://\S+")
_STATED = ("done", "open", "forbid", "demand", "decided", "trouble")


def is_noise(entry: Entry, rules: Rules) -> bool:
    """Say whether an entry only names things; a box or a state of its own makes it an item all the same."""
    if entry.task is Task.DONE and is_proof(entry.text, rules):
        return True
    if entry.task is not None or entry.struck or entry.active:
        return False
    if entry.place is Place.CONSTRAINTS:
        return (entry.text.startswith("`") and bool(_BARE.fullmatch(entry.text))) or bool(
            _NAMED_PATH.fullmatch(entry.text)
        )
    return _only_names(entry) or (
        entry.place is not Place.OPEN and entry.columns is None and _tells_nothing(entry, rules)
    )


def _only_names(entry: Entry) -> bool:
    text = SIGN.sub("", entry.text, count=1) if entry.place is Place.ACCOMPLISHED else entry.text
    told = entry.composed and entry.place is Place.ACCOMPLISHED  # "Labels moved to:" with the labels
    if names_only(text) and not told and (entry.place not in _NAMED or text.startswith(("`", "http"))):
        return True
    return "http" in text and bool(_URL.search(text)) and len(_URL.sub("", text)) < _MAX_LINK_LABEL


def _tells_nothing(entry: Entry, rules: Rules) -> bool:
    """Say whether a text leads to what is no text, describes a file, or is a proof."""
    text = entry.text
    if text.endswith((":", "：")) and entry.place is Place.ACCOMPLISHED and len(text) <= _MAX_LINK_LABEL:  # noqa: RUF001 - Chinese
        return True
    counted = entry.place is Place.ACCOMPLISHED and len(text) <= _MAX_LABEL and _COUNT.fullmatch(text)
    if entry.place is Place.ACCOMPLISHED and _FILE_NAME.fullmatch(text):
        return True
    if counted and not rules["marks.done"].search(text):
        return True
    if text.startswith("`") and (described := _DESCRIBED.match(text)):
        rest = text[described.end() :]
        return not any(rules[f"marks.{name}"].search(rest) for name in _STATED)
    return is_proof(text, rules)


def names_only(text: str) -> bool:
    """Say whether a text is nothing but names of files, commands or links; a commit with its subject says more."""
    if _COMMIT.match(text) or _TICKET_ROW.match(text):
        return False
    bare = _LABELLED.sub("", text, count=1) if ":" in text[:_MAX_LABEL] and text.count("`") else text
    return bare.startswith(("`", "http")) and bool(_BARE.fullmatch(bare))


def is_proof(text: str, rules: Rules) -> bool:
    """Say whether a short statement only tells that checks went through: a command or a count with its result."""
    if len(text) > _MAX_COUNTED:
        return False
    if text.startswith("`"):
        command = _COMMAND.fullmatch(text.replace("→", " "))
        if command and rules["marks.proof"].search(command["rest"]):
            return True
    if not _went_through(text, rules):
        return False
    return bool(rules["marks.checks"].search(text)) and not rules["marks.demand"].search(text)


def _went_through(text: str, rules: Rules) -> bool:
    """Say whether a text counts what passed, or ends by saying that it did."""
    if not any(map(str.isdigit, text)):
        return len(text) <= _MAX_CHECKED and bool(rules["marks.proof"].search(text[-_END_CHARACTERS:]))
    counted = _COUNTED.search(text)
    return counted is not None and not rules["marks.done"].search(text[: counted.start()])
