"""Sentences that forbid something, wherever they stand: compaction loses them first."""

import re
from collections.abc import Iterator

from distill.engines.extractive.entries import Entry
from distill.engines.extractive.places import SECTIONS
from distill.engines.extractive.rules import Rules
from distill.engines.extractive.sentences import sentences

_CLAUSE = re.compile(r"[,，、;；:：]\s*|\s[—–-]\s")  # noqa: RUF001 - punctuation of all scripts
_BEFORE_WORDS = " *_-—–⚠\ufe0f🚫❌❗‼\"“„'"  # noqa: RUF001 - signs and quotation marks before the words
_DANGLING = re.compile(r"\b(?:it|that|this|then|them|those|these|so)\b", re.IGNORECASE)
_PARENTHESES = re.compile(r"(?<=\S)\s*[(（][^()（）]{0,200}[)）]")  # noqa: RUF001
_END_CHARACTERS = 20


def prohibitions(entry: Entry, rules: Rules) -> Iterator[str]:
    """Give the sentences of an entry that forbid something, with the one before where they lean on it."""
    if entry.quoted and entry.place not in SECTIONS:
        return
    if not rules["marks.forbid"].search(entry.text) and not rules["marks.forbid_anywhere"].search(entry.text):
        return
    before = ""
    for sentence in sentences(entry.text):
        if forbids(_PARENTHESES.sub(" ", sentence), rules):
            if clause := _last_clause(sentence, rules):
                yield clause
                continue
            leans = before and _DANGLING.search(sentence[-_END_CHARACTERS:])
            yield f"{before} {sentence}" if leans else sentence
        before = sentence


def _last_clause(sentence: str, rules: Rules) -> str:
    """Give what stands after a semicolon where that forbids and can be read alone; empty otherwise."""
    before, _, clause = sentence.rpartition("; ")
    alone = before and len(clause) > _END_CHARACTERS and not _DANGLING.search(clause)
    return clause if alone and begins_forbidding(clause, rules) and not forbids(before, rules) else ""


def leading_prohibitions(text: str, rules: Rules) -> list[str]:
    """Give the sentences of a text that begin by forbidding."""
    if not rules["marks.forbid"].search(text):
        return []
    return [sentence for sentence in sentences(text) if begins_forbidding(sentence, rules)]


def begins_forbidding(sentence: str, rules: Rules) -> bool:
    """Say whether the first words of a sentence forbid."""
    return bool(rules["marks.forbid"].match(sentence.lstrip(_BEFORE_WORDS)))


def forbids(sentence: str, rules: Rules) -> bool:
    """Say whether a sentence forbids something: it begins so, a clause of it does, or a word is in capitals."""
    if begins_forbidding(sentence, rules):
        return True
    if told := rules["marks.forbid_anywhere"].search(sentence):
        unproven = rules["marks.unproven"].search(sentence)  # "has never run" tells, and forbids nothing
        return unproven is None or unproven.end() <= told.start()
    if any(begins_forbidding(clause, rules) for clause in _CLAUSE.split(sentence)[1:]):
        return True
    found = rules["marks.forbid"].search(sentence)
    shouted = sentence[found.start() : found.end()] if found else ""
    return shouted.isupper() and shouted.upper() != shouted.lower()


def directs(text: str, rules: Rules) -> bool:
    """Say whether a text forbids, demands or prefers something anywhere."""
    return any(rules[f"marks.{name}"].search(text) for name in ("forbid", "forbid_anywhere", "demand", "prefer"))
