"""Private key blocks: PEM, PGP and PuTTY; plain, quoted, indented, in one escaped line, cut off, headless."""

import re
from collections.abc import Iterator

from distill.redaction.runs import runs
from distill.redaction.spans import Certainty, Span, finds

_HEAD = re.compile(
    r"-{4,5} ?BEGIN ([A-Z0-9 ]{0,40}?)(PRIVATE KEY|SECRET KEY|CERTIFICATE|PRIVATE)( BLOCK)?[A-Z0-9 ]{0,20} ?-{4,5}"
)
_TAIL = re.compile(r"-{4,5} ?END [A-Z0-9 ]{1,60} ?-{4,5}")
_PUTTY = re.compile(r"PuTTY-User-Key-File-\d: ?[\w-]{1,40}")
# what stands between the lines of a block: newlines, real or escaped, with the prefixes of quotes, lists and diffs
_GAP = re.compile(
    r"(?:\s|\\{1,4}[nrt]|<br ?/?>|&#10;|%0[AaDd]|\\u000[aA]|[>|+*#]|[\"'`,]|\\(?=\s)|\x1b\[[0-9;]{0,8}m"
    r"|-(?=\s|[A-Z][a-z]+-?[A-Z][a-z]+:|[A-Z][a-z]+:)){1,40}"
)
_BODY = re.compile(r"[A-Za-z0-9+/_=-]{4,4096}|%2[BbFf]|%3[Dd]|=[A-Za-z0-9+/]{4}")
_FIELD = re.compile(
    r"Private-MAC[:=] ?[0-9a-f]{0,128}|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset"
    r"|Encryption|Public-Lines|Private-Lines|MessageID"
    r"|Key-Derivation|Argon2-\w{1,20})[:=](?:(?!  |<br)[^\n\\]){0,200}"
)
_LONGEST_TAIL = 70
_SHORT = 40  # a word before a blank that is shorter is prose
_MOST_PARTS = 2000
_WORD_LINE = re.compile(r"[A-Z]?[a-z]{1,15}(?:-[a-z]+)*(?![A-Za-z0-9+/=])")
# what a tool put before a line stays out: numbers, bars, times, comment marks, `echo "`
_FULL_LINE = re.compile(r"[A-Za-z0-9+/]{56}")
_FULL = 56
_RUN_LINE = re.compile(
    r"(?m)^(?:[ \t>|+*-]{0,12}|.{0,60}?(?<![A-Za-z0-9+/=_-]))([A-Za-z0-9+/]{56,100})"
    r"(?:={0,2}|[\"'\\,n+]{0,4})[\"']?(?: ?>> ?\S{1,40}|[ \t]{0,20}[│|])?\r?$"
)
_DIGEST = re.compile(r"(?i)(?:sha\d{1,3}|md5|integrity|digest|checksum|etag|hash|fingerprint|h1)[\"'`:=\s-]{0,6}$")
_LONG_RUN = re.compile(r"[A-Za-z0-9+/_=-]{40,}")
_FURTHEST_TAIL = 20_000  # a key of 16,384 bits is 12,700 characters
_MOST_OTHER = 0.3  # so many lines between head and tail may be fields, or the short last one
_FULL_LINES = 2  # this many full lines of base64 in a row are a block, whatever stands above them


def spans(text: str) -> Iterator[Span]:
    """Find key blocks with a head, PuTTY files, tails whose head is gone, and bare base64 blocks."""
    yield from _headed(text)
    for at in finds(text, "PuTTY-User-Key-File-"):
        if found := _PUTTY.match(text, at):
            yield Span(at, _block_end(text, found.end()), "private-key", Certainty.SELF_NAMING)
    yield from _bare_blocks(text)


def _headed(text: str) -> Iterator[Span]:
    """Find blocks by their heads; one that follows another without a tail goes with it."""
    block: Span | None = None
    for at in finds(text, "BEGIN"):
        if block and at < block.end:
            continue
        head = _HEAD.match(text, max(0, text.rfind("-----", max(0, at - 7), at)))
        if head is None:
            continue
        ends = max(_block_end(text, head.end()), _prefixed_end(text, head.end()))
        if ends == head.end() and head[2] == "CERTIFICATE":
            continue  # talk about one
        if block and _is_open(text, block.end, head.start()):
            block = Span(block.start, ends, block.kind, block.certainty)
            continue
        if block:
            yield block
        kind = "certificate" if head[2] == "CERTIFICATE" else "private-key"
        block = Span(head.start(), ends, kind, Certainty.SELF_NAMING)
    if block:
        yield block


def _is_open(text: str, end: int, start: int) -> bool:
    """Tell whether a block without a tail is followed by the head of another."""
    return not text[end:start].strip() and "END " not in text[end - _LONGEST_TAIL : end]


def _block_end(text: str, place: int) -> int:
    """Walk over gaps, fields and base64 parts; end after the tail, or after the last part."""
    end = place
    for _ in range(_MOST_PARTS):
        gap = _GAP.match(text, place)
        place = gap.end() if gap else place
        if tail := _TAIL.match(text, place):
            return tail.end()
        field = _FIELD.match(text, place)
        part = field or _BODY.match(text, place)
        if not part or (not field and _is_word(text, part.start(), part.end())) or _new_paragraph(text, end, place):
            break
        place = end = part.end()
    return end


def _prefixed_end(text: str, place: int) -> int:
    """Find the tail of a block whose lines a tool put something in front of; `place` when there is none."""
    next_head = text.find("BEGIN", place, place + _FURTHEST_TAIL)
    tail = _TAIL.search(text, place, next_head if next_head >= 0 else place + _FURTHEST_TAIL)
    if tail is None:
        return place
    lines = [line for line in text[place : tail.start()].split("\n")[1:-1] if line.strip()]
    other = sum(not _LONG_RUN.search(line) for line in lines)
    return tail.end() if lines and other <= max(1, _MOST_OTHER * len(lines)) else place


def _is_word(text: str, start: int, end: int) -> bool:
    """Text after a block that was cut off: a short plain word, or a rule of dashes."""
    part = text[start:end]
    return (
        _WORD_LINE.fullmatch(part) is not None
        or not part.strip("-=_")
        or (text[end : end + 1] == " " and end - start < _SHORT and not _TAIL.match(text, end + 1))
    )


def _new_paragraph(text: str, end: int, place: int) -> bool:
    """Tell whether a blank line ends the block: one that is followed by no full base64 line."""
    if text[end:place].count("\n") < 2 and "\\n\\n" not in text[end:place]:  # noqa: PLR2004
        return False
    line = text[place : place + 100].split("\n", 1)[0].split("\\n", 1)[0].strip()
    return not (len(line) > 40 and re.fullmatch(r"[A-Za-z0-9+/=_-]+", line))  # noqa: PLR2004


def _bare_blocks(text: str) -> Iterator[Span]:
    """Two or more full lines of base64 in a row, with the shorter line that ends them."""
    start = end = lines = 0
    for line in (m for m in _full_lines(text) if _is_base64(m[1]) and not _is_digest(text, m)):
        if lines and text.count("\n", end, line.start(1)) == 1:
            end, lines = line.end(1), lines + 1
            continue
        yield from _closed(text, start, end, lines)
        start, end, lines = line.start(1), line.end(1), 1
    yield from _closed(text, start, end, lines)


def _full_lines(text: str) -> Iterator[re.Match[str]]:
    done = -1
    for low, high in runs(text):
        full = _FULL_LINE.search(text, low, high) if low >= done and high - low >= _FULL else None
        if full:
            place = full.start()
            start = text.rfind("\n", 0, place) + 1
            stop = text.find("\n", place)
            done = stop if stop >= 0 else len(text)
            if found := _RUN_LINE.match(text, start):
                yield found


def _closed(text: str, start: int, end: int, lines: int) -> Iterator[Span]:
    if lines < _FULL_LINES and not (lines and text.startswith(("MII", "b3BlbnNzaC1rZXk"), start)):
        return
    gap = _GAP.match(text, end)
    last = re.compile(r"[A-Za-z0-9+/]{1,99}={0,2}(?=[\s\"'`\\]|$)").match(text, gap.end()) if gap else None
    if gap and last and text[end : gap.end()].count("\n") == 1 and not _WORD_LINE.fullmatch(last.group()):
        end = last.end()
    if (gap := _GAP.match(text, end)) and (tail := _TAIL.match(text, gap.end())):
        end = tail.end()
    yield Span(start, end, "base64", Certainty.GUESS)


def _is_digest(text: str, line: re.Match[str]) -> bool:
    return _DIGEST.search(text, max(line.start(), line.start(1) - 40), line.start(1)) is not None


def _is_base64(line: str) -> bool:
    """Mixed case and digits, unlike hexadecimal lines and rules."""
    return line.lower() != line and line.upper() != line and any(c.isdigit() for c in line)
