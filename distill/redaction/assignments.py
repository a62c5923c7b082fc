"""Keyed values: a secret's name, a sign that gives it a value, and the value.

Covers `.env`, shell, YAML, JSON (also escaped), TOML, code, flags, XML, connection strings, tables and log lines.
"""

import re
from collections.abc import Iterator
from functools import cache

from distill.redaction import passwords
from distill.redaction.allowed import in_resource_name, is_id, is_labelled_digest
from distill.redaction.key_names import key_words, kind_of_key
from distill.redaction.spans import Certainty, Span
from distill.redaction.values import is_hex, is_random, is_secret, kinds
from distill.redaction.vocabulary import Words
from distill.redaction.wrapping import continued

_NAME_BEFORE = re.compile(r"[A-Za-z0-9_.-]{0,60}")  # read backwards
_OF_NAMES = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-")
_NAME_AFTER = re.compile(r"[A-Za-z0-9_-]{0,60}")
_QUOTE = r"(?:\\{0,3}[\"'`]|&quot;|&#3[49];|&apos;|%2[27]|\\{1,2}u002[27])"
_COLOUR = r"(?:\x1b\[[0-9;]{0,12}m)"
_SIGN = re.compile(
    rf"(?:{_QUOTE}|\*{{1,2}}|__|{_COLOUR}|\]|\)){{0,3}}[ \t]{{0,8}}"
    r"(?P<sign>=>|:=|\?=|={1,2}|(?:\|\||\?\?)=?(?=[ \t]{0,4}@?[\"'`])|or(?=[ \t]{1,2}[\"'])|</key>\s{0,40}<string>"
    r"|:[ \t]{0,2}[A-Za-z_&][\w\[\].|&' ]{0,40}=(?=[ \t]{0,2}[\"'`])"
    r"|</t[dh]>\s{0,20}<t[dh][^<>\n]{0,80}>"
    r"|:{1,2}=?|\uff1a|\uff1d|→|->|⇒|\||%3[AaDd]|&#61;|&equals;"
    rf"|[,;]?\s{{0,12}}{_QUOTE}?(?:value|content){_QUOTE}?\s{{0,2}}[:=]"
    r"|[ \t]?\{\s{0,12}(?:[a-z_]{1,20}[ \t]{0,8}=[^\n=]{1,60}\n\s{0,12}){0,4}default[ \t]{0,8}="
    r"|(?P<soft>(?<=[ \"'`*_])(?:is|was|ist|es|est|to be|to|now|is now|set to|changed to|equals?"
    r"|should be|lautet|steht auf|vaut|vale|è)(?=[ \t*:])[ \t]{0,2}:?|,[ \t]{0,4}"
    r"|[ \t]?(?:的值|の値|值)?(?:[是为為はが을를은는]|设为|設為)(?=[ \t]?[\"'`「『]?[!-~]{8})"
    r"|\((?=[\"'`]|[A-Za-z0-9_.~+/=-]{16,200}\))|-(?=[ \t])|[\u2013\u2014]))"
    rf"(?:\*{{1,2}}|{_COLOUR}|[ \t]){{0,8}}(?:[>|][-+]?[ \t]*\r?\n[ \t>]{{1,16}}|\\\r?\n[ \t]{{0,16}})?"
)
_SPACE = re.compile(rf"{_QUOTE}?[ \t]{{1,4}}")
_ELEMENT = re.compile(r"[^<>\n]{0,80}>\s{0,40}(?:<!\[CDATA\[)?")
_SCHEME = re.compile(r"(?:[Bb]earer|[Bb]asic|[Tt]oken|[Aa]pi[Kk]ey|[Dd]igest)[ \t]{1,4}")
_OPEN = re.compile(
    rf"{_COLOUR}?(?:(?:\*{{0,2}}|[@$]{{1,2}}|[bruBRUN]{{1,2}})(?P<quote>{_QUOTE})|[<(\[「『“\u2018«„\u201a\u2039]|\*{{1,2}}|[bruN]{{1,2}}(?=[\"'])|@?)?{_COLOUR}?"
)
_BARE = re.compile(r"[!#$%*+./0-9:=?@A-Z^_a-z~-]{1,512}")
_LONG = re.compile(r"[!#$%*+./0-9:=?@A-Z^_a-z~-]{1,8192}")
_QUOTED = {
    '"': re.compile(r'[^"\\\n\x1b]{1,4096}'),
    "'": re.compile(r"[^'\\\n\x1b]{1,4096}"),
    "`": re.compile(r"[^`\\\n\x1b]{1,4096}"),
}
_ENTITY = re.compile(r"[!#$*+./0-9:=?@A-Z^_a-z~-]{1,4096}")
_MASKED = re.compile(r"<{16,}")  # a placeholder, as `placeholders.masked` hides it
_DONE = re.compile(r"=<{16,}+(?![A-Za-z0-9])")
_WRAPPED = 8  # shorter pieces at a line's end are words
_OPENING_LETTERS = frozenset("bruBRUNtTaAdD")  # of schemes and of string prefixes
_STRIKING = 16
# a value alone on its line, below a line that ends with the name
_BELOW = re.compile(
    r"(?:[ \t](?:for|of|on|in|to|at)[ \t][\w ./-]{1,40}(?=:[ \t]{0,4}\r?\n))?"
    r"[ \t]{0,4}(?:is|was)?[ \t]{0,2}[:\uff1a]?[*_ \t]{0,4}(?:\r?\n[ \t>]{0,12}){1,2}(?::[ \t]{1,3})?"
    r"(?:```\w{0,12}\r?\n[ \t]{0,8})?[`*_]{0,3}"
    r"(?!(?!base64:)[A-Za-z_][\w.-]{0,60}[=:](?![=`\s]))(?=[^\s`]{8,512}`{0,3}[ \t]{0,4}\r?(?:\n|\Z))"
)
# what a bare value goes on with where it has brackets in it
_BRACKETS = re.compile(r"\([A-Za-z0-9!#$%*+./:=?@^_~()-]{1,512}")
# the user's part of an address: what follows its `@` is the host
_IN_LOGIN = re.compile(r"://[^\s/@:]{0,40}:\Z")
# a name alone at a line's start, whose value reaches to the line's end whatever is in it
_ALONE = re.compile(r"(?:\A|\n)[ \t>+-]{0,12}(?:(?:export|set|setx|ENV) )?[A-Za-z_][\w.-]{0,80}[ \t]{0,8}=[ \t]{0,8}\Z")
_LINE_END = re.compile(r"[&)(%\]\[{}][!#-&(-;=?-_a-~]{2,256}(?=[ \t]{0,8}\r?(?:\n|\Z))")
_AMPERSAND = re.compile(r"(?:&(?!amp;|quot;|lt;|gt;|#|[A-Za-z_][\w.-]{0,40}=)[!#$%*+./0-9:=?@A-Z^_a-z~-]{2,256}){1,4}")
_WITHIN = re.compile(r"[)\]}](?=[A-Za-z0-9!#$%^*+=_@])[!#-&(-+\--;=?-_a-~]{2,256}(?<![.:*)\]])")
_HEX_SECRET = 32  # characters: 128 bits, the shortest that services hand out
_AROUND = 48
_LAST_WORD = re.compile(r"([A-Za-z]{2,24})[ _-]\Z")
_LAST = 25
_JOINTS = (" ", "_", "-")
# a word of a sentence, which goes on
_TALK = re.compile(r"(?!(?:bearer|basic|token|apikey|digest) )[a-z]{1,60}(?=[.,]? [A-Za-z])")
_VERBS = frozenset({"pass", "auth", "keys"})
_RUN = 512
_ENDS = ".:*,"
_DASHES = "----"
_MANY = 2000  # named values, after which no value is judged any more
_STEMS = Words(lambda: key_words().stems, folded=True)


def spans(text: str) -> Iterator[Span]:
    """Find the values that a secret's name announces."""
    seen, barren, many = -1, "", 0
    for at in dict.fromkeys(at for at, _ in _STEMS.places(text)):
        if at < seen or (barren and text.startswith(barren, at)):  # what gave nothing a moment ago gives nothing again
            continue
        start = _name_start(text, at) if at and text[at - 1] in _OF_NAMES else at
        end = _NAME_AFTER.match(text, at).end()  # type: ignore[union-attr]
        seen = end
        span = _value_after(text, start, end) if many < _MANY else _rest(text, end)
        many += span is not None
        barren = text[at : at + _RUN] if span is None else ""
        if span is not None:
            seen = max(seen, span.end)
            yield span
        elif (run := _BARE.match(text, end)) and run.end() - end >= _RUN:
            seen = run.end()  # a run without a break that is no value: hostile text, or base64 that others look at


def _name_start(text: str, at: int) -> int:
    return at - _NAME_BEFORE.match(text[max(0, at - 60) : at][::-1]).end()  # type: ignore[union-attr]


def _rest(text: str, start: int) -> Span | None:
    """Take the rest of a paragraph: in a text with thousands of secrets nobody misses what is harmless."""
    stop = text.find("\n\n", start)
    return Span(start, stop if stop >= 0 else len(text), "secret", Certainty.KEYED)


def _value_after(text: str, start: int, end: int) -> Span | None:
    name = text[start:end]
    if not (kind := kind_of_key(name)) or (text.startswith("=<", end) and _DONE.match(text, end)):
        return None
    span = _announced(text, start, end, kind)
    return None if span is None or _is_other(text, start, name) else span


def _announced(text: str, start: int, end: int, kind: str) -> Span | None:
    """Find the value of a name by what stands between them."""
    name = text[start:end]
    before = text[max(0, start - 2) : start]
    strict = kind == "bare-key"
    if text[end : end + 1] == "=" and text[end + 1 : end + 2].isalnum():
        place = end + 1
    elif sign := _SIGN.match(text, end):
        place, strict = sign.end(), strict or sign["soft"] is not None or _is_prose(text, start, name)
        if text[place : place + 1] in ("\n", "\r"):
            below = _BELOW.match(text, end)
            place, strict = (below.end() if below else place), True
    elif before.endswith("-") or name.startswith("-") or _quote_follows(text, end):
        gap = _SPACE.match(text, end)
        if not gap:
            return None
        place, strict = gap.end(), not name.startswith("--")
    elif before.endswith(("<", ":")) and (element := _ELEMENT.match(text, end)):
        place = element.end()
    elif below := _BELOW.match(text, end):
        place, strict = below.end(), True
    else:
        return _beside(text, name, end, kind)
    return value_at(text, place, kind, strict=strict)


def _is_other(text: str, start: int, name: str) -> bool:
    """Tell what the words before say to be none: `cache key`, the name of a resource in the cloud."""
    if name.endswith(_DASHES):  # the head of a block, `BEGIN PUBLIC KEY-----`
        return True
    last = None
    if text[max(0, start - 1) : start] in _JOINTS and name.isalpha() and name.islower():
        last = _LAST_WORD.search(text, max(0, start - _LAST), start)
    return (last is not None and last[1].lower() in key_words().harmless) or in_resource_name(text, start)


def _beside(text: str, name: str, end: int, kind: str) -> Span | None:
    """Judge what stands beside a name with only a blank between, as in `set KEY …`: it has to be striking."""
    gap = _SPACE.match(text, end) if kind != "bare-key" else None
    if gap and _TALK.match(text, gap.end()):
        return None
    span = value_at(text, gap.end(), kind, strict=True) if gap else None
    value = text[span.start : span.end] if span else ""
    if name.lower() in _VERBS and not (is_random(value) and (kinds(value) > 2 or len(value) >= _HEX_SECRET)):  # noqa: PLR2004
        return None
    if is_hex(value):  # beside a secret's name a short one is a commit, a long one is the secret
        return span if len(value) >= _HEX_SECRET else None
    striking = (kinds(value) > 2 or len(value) >= _STRIKING) and (name.isupper() or "_" in name or not is_id(value))  # noqa: PLR2004
    return span if striking else None


def _quote_follows(text: str, end: int) -> bool:
    return text[end : end + 1] in (" ", "\t") and text[end + 1 : end + 2] in ('"', "'", "`", "“", "「")


def _is_prose(text: str, start: int, name: str) -> bool:
    """Tell talk from an assignment: a lower-case word among other words, as in `new token: …`."""
    return (
        name.isalpha()
        and name[1:].islower()
        and text[max(0, start - 1) : start] == " "
        and text[max(0, start - 2) : start - 1].isalnum()
    )


def value_at(text: str, place: int, kind: str, *, strict: bool) -> Span | None:
    """Judge the value that begins at `place`; `strict` asks for one that looks random."""
    start, quote = _opened(text, place)
    value = _taken(text, start, quote, spaces=kind == "password") if start >= 0 else ""
    if not quote and value[-1:] not in ("", " "):
        value = _whole(text, place, start, value)
    if kind == "password" and not quote and start >= 0 and not strict:
        value = passwords.whole(text, start, value)
    end = start + len(value)
    wrapped = continued(text, end) if len(value) >= _WRAPPED else end
    if not _passes(value, kind, strict=strict):
        rest = text[end:wrapped].split()
        if not rest or not _passes(value + rest[-1], kind, strict=strict):
            return None
    return Span(start, wrapped, "api-key" if kind in ("key", "bare-key") else kind, Certainty.KEYED)


def _whole(text: str, place: int, start: int, value: str) -> str:
    """Take a bare value's rest along, and leave the host of an address: brackets and `&` do not end a secret."""
    if "@" in value and _IN_LOGIN.search(text, max(0, place - _AROUND), place):
        return value.partition("@")[0]
    end = start + len(value)
    if (line := _LINE_END.match(text, end)) and _ALONE.search(text, max(0, place - _RUN), place):
        return text[start : line.end()].rstrip(_ENDS)
    if more := _BRACKETS.match(text, end):
        return value + more.group().rstrip("._:*,)")
    more = _AMPERSAND.match(text, end) or (_WITHIN.match(text, end) if len(value) >= _WRAPPED else None)
    return value + more.group() if more else value


def _opened(text: str, place: int) -> tuple[int, str]:
    """Step over what stands before a value: an authorization scheme, a quote or bracket; -1 where nothing follows."""
    if hidden := _MASKED.match(text, place):
        return (hidden.end() if text[hidden.end() : hidden.end() + 1].isalnum() else -1), ""
    if text[place : place + 1].isalnum() and text[place : place + 1] not in _OPENING_LETTERS:
        return place, _percent_sign(text, place)
    if scheme := _SCHEME.match(text, place):
        place = scheme.end()
    opened = _OPEN.match(text, place)
    quote = (opened and opened["quote"]) or _percent_sign(text, place)
    place = opened.end() if opened else place
    scheme = _SCHEME.match(text, place)
    return (scheme.end() if scheme else place), quote


def _taken(text: str, place: int, quote: str, *, spaces: bool) -> str:
    """Take the value: up to its closing quote, else to the end of a word; empty where it holds wrong blanks."""
    found = _pattern(quote).match(text, place)
    if found and found.end() - place == _RUN and not quote:
        found = _LONG.match(text, place)
    value = found.group() if found else ""
    if quote[-1:] not in _QUOTED:
        return value.rstrip(_ENDS + "!?" if len(value) >= _HEX_SECRET else _ENDS)
    return value if " " not in value or (spaces and _spaced(value)) else ""


def _passes(value: str, kind: str, *, strict: bool) -> bool:
    if kind != "password" and len(value) < _STRIKING and value.isalpha():
        return False
    if kind == "bare-key" and is_labelled_digest(value):
        return False
    return (is_random if strict else is_secret)(value, numbered_words=kind == "password")


@cache
def _percent() -> re.Pattern[str]:
    return re.compile(r"(?:[A-Za-z0-9._~+/-]|%(?!2[267]|3[BbDd]|0[Aa])[0-9A-Fa-f]{2}){1,4096}")


def _percent_sign(text: str, place: int) -> str:
    before = text[max(0, place - 3) : place]
    return before if before.lower() in ("%3d", "%3a") else ""


def _pattern(quote: str) -> re.Pattern[str]:
    if quote.startswith("%"):
        return _percent()
    if quote.startswith("&") or "u00" in quote:
        return _ENTITY
    return _QUOTED.get(quote[-1:], _BARE)


def _spaced(value: str) -> bool:
    return is_random(value.replace(" ", "_"), numbered_words=True)
