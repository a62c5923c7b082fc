"""Prose: "the admin password is …", "пароль до стенду: …", "密码是…", in some twenty languages; the strict gate."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from distill.redaction import letters, literals, passwords
from distill.redaction.allowed import in_resource_name, is_digest, is_id, is_uuid
from distill.redaction.literals import ranges
from distill.redaction.spans import Certainty, Span, lowered
from distill.redaction.values import is_hex, is_random, kinds
from distill.redaction.vocabulary import Words

_REACH = 160  # the same, with what may stand between a line's end and a value below
_SAME = 512
_NEAR = 24  # characters between the word and a lead of a passphrase
_CLAUSE_ENDS = frozenset({"", ".", ",", ";", ")", "\n", "\r", "`", '"', "'", "|", "*"})
_LONGEST_LABEL = 4  # `API` between the word and its colon
_WINDOW = 72  # characters between the word and the value, at most
_VALUE = re.compile(r"[!#$%*+./0-9:=?@A-Z^_a-z~&-]{8,4096}")
_WORD = re.compile(r"[!-~]{8}")  # a password may hold any sign
_BRACKETS = re.compile(
    r"\([A-Za-z0-9!#$%*+./:=?@^_~()-]{1,512}|\)(?=[A-Za-z0-9!#$%^*+=_@-])[A-Za-z0-9!#$%*+./:=?@^_~()-]{2,512}"
)
# identifiers and plain assignments are not prose
_NO_PROSE = re.compile(r"[a-rt-z0-9_]|s[a-z0-9_]|[ \"'`]{0,3}=")
_ENDING = re.compile(r"[a-zà-ɏ]{0,5}(?![a-zà-ɏ])|")
_SYMBOL = re.compile(r"[!#$%^*?~]")
_ASSIGNED = re.compile(r"[A-Za-z_][\w.]{0,60}=(?=\w)")
# a value alone on its line, below the line that ends with the word
_BELOW = re.compile(
    r"[^\n\"'`(){}=|/<]{0,24}\n\s{0,20}(?:```\w{0,10}\n\s{0,8})?[`>*]{0,3}"
    r"[ \t]?([!#$%*+./0-9:=?@A-Z^_a-z~&-]{8,200})`{0,3}[ \t]{0,4}\r?(?=\n|\Z)"
)
_OF_A_FILE = re.compile(r"(?i)\b(?:sha-?\d{1,3}(?:sum)?|md5(?:sum)?|digest|checksum|fingerprint)\b")
_WALLET = re.compile(r"0x[0-9a-fA-F]{64}")  # 256 bits behind the word for a password are no address
_STOP = re.compile(r"[.!?;](?=\s)|。|\n|REDACTED|<<<|://")


@dataclass(frozen=True, slots=True)
class ProseWords:
    """The word table, see `prose_words.toml`."""

    words: tuple[str, ...]
    strong: frozenset[str]
    """Words for a password: a passphrase of words or a UUID may be one."""
    english: frozenset[str]
    other_words: tuple[str, ...]
    lead: re.Pattern[str]


@cache
def prose_words() -> ProseWords:
    """Read the word table once."""
    import tomllib  # here, so that importing the redactor stays light

    table = tomllib.loads(Path(__file__).with_name("prose_words.toml").read_text("utf-8"))
    leads = table["leads"]
    signs = "|".join(re.escape(s) for s in sorted({*leads["signs"], *leads["glued"]}, key=len, reverse=True))
    words = "|".join(re.escape(w) for w in sorted(set(leads["words"]), key=len, reverse=True))
    everything = sorted({w for group in table["words"].values() for w in group}, key=lambda w: (-len(w), w))
    return ProseWords(
        words=tuple(everything),
        strong=frozenset(table["strong"]),
        english=frozenset(table["words"]["en"]),
        other_words=tuple(w for w in sorted(everything, reverse=True) if not w.isascii()),
        lead=re.compile(rf"(?:{signs}|(?<=[\s*\"'`])(?:{words})(?=[\s:*\"'`]))[\s*:]{{0,4}}[\"'`«„“「『(*]{{0,3}}"),
    )


_ASCII_WORDS = Words(lambda: (word for word in prose_words().words if word.isascii()), folded=True)


def spans(text: str) -> Iterator[Span]:
    """Find what looks random shortly after a word for a secret and a lead such as `:` or `is`."""
    low, seen, barren = lowered(text), -1, ""
    for at, word in sorted(_hits(text, low)):
        if at < seen or (barren and text.startswith(barren, at)):  # what gave nothing a moment ago gives nothing again
            continue
        end = _end(low, at, word)
        if (word.isascii() and _NO_PROSE.match(low, end)) or in_resource_name(text, at):
            continue
        seen = end
        span = _value_in(text, low, seen, word)
        barren = text[at : at + _SAME] if span is None else ""
        if span:
            seen = span.end
            yield span


def _end(low: str, at: int, word: str) -> int:
    """Find the end of a word with its ending, as in `passordet`; English words take none."""
    end = at + len(word)
    if not word.isascii() or word in prose_words().english:
        return end
    return _ENDING.match(low, end).end()  # type: ignore[union-attr]


def _hits(text: str, low: str) -> Iterator[tuple[int, str]]:
    yield from _ASCII_WORDS.places(text)
    if not low.isascii():
        yield from ((start, low[start:end]) for start, end in _other_words(low))


def _other_words(low: str) -> list[tuple[int, int]]:
    """List where words beyond ASCII stand; `re` looks only for those whose parts are in the text."""
    words = prose_words().other_words
    if literals.linear():
        return ranges(_pattern(words), low)
    parts = "\n".join({part for part in low.split() if not part.isascii()})
    here = tuple(w for w in words if all(p.isascii() or p in parts for p in w.split()))
    return ranges(_pattern(here), low, keep=False) if here else []


@lru_cache(maxsize=8)
def _pattern(words: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, words))


def _value_in(text: str, low: str, start: int, word: str) -> Span | None:
    first = (_WORD if word in prose_words().strong else _VALUE).search(text, start, start + _REACH)
    if not first:
        return None
    stop = _STOP.search(text, start, start + _WINDOW)
    limit = stop.start() if stop else min(len(text), start + _WINDOW)
    for lead in prose_words().lead.finditer(low, start, limit) if first.start() <= limit else ():
        value = _taken(text, lead.end(), word) if _leads(text, lead, start) else ""
        if _passes(value, text, lead.start(), word) and _is_told(text, lead, start, value):
            return Span(lead.end(), lead.end() + len(value), _kind(word), Certainty.GUESS)
    below = _BELOW.match(text, start)
    if below and _striking(below[1]) and _passes(below[1], "", 0, word):
        return Span(below.start(1), below.end(1), _kind(word), Certainty.GUESS)
    return None


def _leads(text: str, lead: re.Match[str], start: int) -> bool:
    """Tell a lead from a part of a word: a sign between ASCII characters, as in `host:port` and `::`."""
    before = text[lead.start() - 1 : lead.start()]
    return (
        lead.end() - lead.start() > 1
        or (lead.start() - start <= _LONGEST_LABEL and text[start : lead.start()].strip(" -").isupper())
        or not lead.group().isascii()
        or not (before.isascii() and before.strip(" ([{*`\"'"))
    )


def _taken(text: str, place: int, word: str) -> str:
    """Take the value that begins at `place`, with brackets and, of a password, whatever signs it holds."""
    found = _VALUE.match(text, place)
    more = _BRACKETS.match(text, found.end()) if found else None
    value = (found.group() + (more.group() if more else "")).rstrip(".:*?!&,)") if found else ""
    return passwords.whole(text, place, value) if word in prose_words().strong else value


def _is_told(text: str, lead: re.Match[str], start: int, value: str) -> bool:
    """Tell a value from talk: behind a mere word it is striking, a passphrase is near and the last of its clause."""
    if lead.group()[0].isalpha() and not _striking(value):
        return False
    if not letters.is_passphrase(value):
        return True
    after = text[lead.end() + len(value) : lead.end() + len(value) + 1]
    return lead.start() - start <= _NEAR and (not lead.group()[0].isascii() or after in _CLAUSE_ENDS)


def _striking(value: str) -> bool:
    """After a mere word such as `is` or `to`, names such as `argon2id` are not enough."""
    return len(value) >= 12 or kinds(value) > 2  # noqa: PLR2004


def _passes(value: str, text: str, lead: int, word: str) -> bool:
    strong = word in prose_words().strong
    if (
        "://" in value
        or (_ASSIGNED.match(value) and not _SYMBOL.search(value))
        or is_digest(value, text[max(0, lead - 24) : lead])
        or (is_hex(value) and _OF_A_FILE.search(text, max(0, lead - _WINDOW), lead + 1))
    ):
        return False
    return (strong and (is_uuid(value) or _WALLET.fullmatch(value) is not None)) or (
        not is_id(value) and is_random(value, numbered_words=strong)
    )


def _kind(word: str) -> str:
    return "password" if word in prose_words().strong else "secret"
