"""A decision to what, why and rejected, where the words say so plainly."""

import re
from dataclasses import dataclass

from distill.engines.extractive.entries import Columns
from distill.engines.extractive.rules import Rules

_ENDS = " .;,，。；、—–-:：("  # noqa: RUF001
_LEAST = 3
_MAX_REJECTED = 90
_POSTPOSED = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_CLAUSE_END = re.compile(r"\s[—–(]|[.;:：；。]\s|[.;:。]$|,\s")  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a decision; `why` and `rejected` are empty where the text does not name them."""

    what: str
    why: str = ""
    rejected: str = ""


def parts_of(text: str, rules: Rules, columns: Columns | None = None) -> Parts:
    """Take a decision apart by its columns, its labels ("Why:", "Rejected:") or its conjunctions."""
    if columns is not None and (columns.why or columns.rejected):
        return Parts(columns.what, columns.why, columns.rejected)
    body = rules["split.decision"].sub("", text, count=1)
    found = _by_labels(body, rules)
    if not found.why and not found.rejected:
        found = _by_versus(body, rules) or found
    if not found.rejected:
        found = _by_instead(found, rules)
    if not found.why:
        found = _by_because(found, rules)
    return found if len(found.what) >= _LEAST else Parts(body)


def _by_labels(text: str, rules: Rules) -> Parts:
    """Cut at the labels; what stands after a label is its part, up to the next label."""
    marks = [(match, name) for name in ("why", "rejected") for match in rules[f"split.{name}"].finditer(text)]
    marks = [(match, name) for match, name in marks if text.count("`", 0, match.start()) % 2 == 0]
    marks.sort(key=lambda mark: mark[0].start())
    if not marks:
        return Parts(text)
    held = {"why": "", "rejected": ""}
    for index, (match, name) in enumerate(marks):
        end = marks[index + 1][0].start() if index + 1 < len(marks) else len(text)
        value = text[match.end() : end].strip(_ENDS)
        value = value.removesuffix(")") if value.count(")") > value.count("(") else value
        held[name] = f"{held[name]}; {value}" if held[name] else value
    what = text[: marks[0][0].start()].strip(_ENDS)
    return Parts(what + (")" if what.count("(") > what.count(")") else ""), held["why"], held["rejected"])


def _by_versus(text: str, rules: Rules) -> Parts | None:
    """Read "A over B: reason"."""
    match = rules["split.versus"].match(text)
    if not match or text.count("`", 0, match.end()) % 2:
        return None
    groups = [group for group in match.groups() if group]
    return Parts(groups[0].strip(_ENDS), groups[2].strip(_ENDS), groups[1].strip(_ENDS)) if len(groups) > 2 else None  # noqa: PLR2004 - A, B, reason


def _by_instead(parts: Parts, rules: Rules) -> Parts:
    match = rules["marks.instead"].search(parts.what)
    if match and _POSTPOSED.search(match[0]):
        return parts  # "A 대신 B" names what was turned down first
    if not match or match.start() < _LEAST or parts.what.count("`", 0, match.start()) % 2:
        return parts
    rest = parts.what[match.end() :]
    because = rules["marks.because"].search(rest)
    end = _CLAUSE_END.search(rest)
    stop = min((found.start() for found in (because, end) if found), default=len(rest))
    rejected = rest[:stop].strip(_ENDS)
    if (
        not _LEAST <= len(rejected) <= _MAX_REJECTED
        or rejected.count("`") % 2
        or rejected.count("(") != rejected.count(")")
    ):
        return parts
    what = parts.what[: match.start()].rstrip(_ENDS) + " " + rest[stop:].lstrip(".")
    return Parts(" ".join(what.split()), parts.why, rejected)


def _by_because(parts: Parts, rules: Rules) -> Parts:
    match = rules["marks.because"].search(parts.what)
    if not match or match.start() < _LEAST or parts.what.count("`", 0, match.start()) % 2:
        return parts
    what, why = parts.what[: match.start()].rstrip(_ENDS), parts.what[match.end() :].strip(_ENDS)
    if len(why) < _LEAST or len(what) < _LEAST or what.count("(") != what.count(")"):
        return parts
    return Parts(what, why, parts.rejected)
