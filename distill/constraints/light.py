"""The registry of standing constraints, line by line. Light: hooks read it at each compaction.

One constraint a line: `- (C-3f2a1b) **must** "its words" · seat or all · source · since 2026-11-14`. A line that a
person wrote needs no more than `- its words`. What is struck through (`~~…~~`) is revoked.
"""

import os

NAME = "constraints.md"
ALL = "all"
MUST, SHOULD = "must", "should"
MAX_BYTES = 65_536
"""So much of the file is read: some 300 constraints; `distill` writes no more into it."""
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""A pipe in the place of the file is empty at once, and holds nobody."""
APART = " · "
QUOTES = {'"': '"', "\u201c": "\u201d"}
STRUCK = "~~"
BULLETS = ("- ", "* ", "+ ")
FENCES = ("```", "~~~")
OPENED, CLOSED = "<!--", "-->"
PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"'}
LONGEST_ENTITY = 9
CHARACTERS = 0x110000


class Line:
    """What one line says."""

    __slots__ = ("force", "mark", "revoked", "seat", "tail", "text")

    def __init__(self, text: str, force: str, mark: str, tail: "list[str]", revoked: str) -> None:
        """Take what was read; the seat is the first field behind the words that is none of ours."""
        self.text, self.force, self.mark, self.revoked = text, force, mark, revoked
        named = bool(tail) and not tail[0].startswith(("[", "since ", "by "))
        self.seat = plain(tail[0]) if named else ALL
        self.tail = tail[1:] if named else tail

    @property
    def since(self) -> str:
        """Say since when it holds; empty where nobody said."""
        return next((field[6:].strip() for field in self.tail if field.startswith("since ")), "")

    @property
    def source(self) -> str:
        """Say where it comes from, in Markdown as it stands."""
        return APART.join(field for field in self.tail if not field.startswith("since "))

    def holds_for(self, seat: str) -> bool:
        """Tell whether it holds for a seat; for an unknown one, all that is not revoked holds."""
        named = (self.seat, *self.seat.split(", "))
        return not self.revoked and (not seat or ALL in named or any(_same(seat, name) for name in named))


def _same(one: str, other: str) -> bool:
    """Tell whether two names are those of one seat: `lead` is `lead@plantshop` to whoever says no more."""
    short, long = sorted((one, other), key=len)
    return short == long or ("@" not in short and long.startswith(f"{short}@"))


def active(path: str, seat: str = "") -> "list[tuple[str, str]]":
    """List the force and the words of the constraints that hold for a seat, each once, those that must hold first.

    `seat` empty: nobody knows who asks, and all of them count. A file that cannot be read holds none.
    """
    held = [(line.force, line.text) for line in lines(read(path)) if line.holds_for(seat)]
    strongest: dict[str, str] = {}
    for force, text in sorted(held, key=lambda pair: pair[0] != MUST):
        strongest.setdefault(text, force)
    return [(force, text) for text, force in strongest.items()]


def read(path: str) -> str:
    """Read the file as far as it counts, in whole lines; empty when it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | NO_WAIT)
    except OSError:
        return ""
    try:
        data = os.read(descriptor, MAX_BYTES + 1)
    except OSError:
        return ""
    finally:
        os.close(descriptor)
    whole = data if len(data) <= MAX_BYTES else data[: data.rfind(b"\n", 0, MAX_BYTES) + 1]
    return whole.decode("utf-8", "replace")


def lines(text: str) -> "list[Line]":
    """Read all constraints of a registry, revoked ones too, in their order."""
    return [line for _, line in numbered(text)]


def numbered(text: str) -> "list[tuple[int, Line]]":
    """Read all constraints of a registry, each with the number of its line, from 0.

    Front matter, comments, code blocks and indented lists are no constraints; a line that is indented below one
    goes on with it.
    """
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    found: list[tuple[int, str]] = []
    follows, until = False, "---" if rows[0].rstrip() == "---" else ""
    for at, row in enumerate(rows):
        stripped = row.strip()
        if until:
            until = "" if at and until in stripped else until
        elif stripped.startswith(FENCES):
            follows, until = False, stripped[:3]
        elif stripped.startswith(OPENED):
            follows, until = False, "" if CLOSED in stripped else CLOSED
        elif row.startswith(BULLETS) and stripped[2:]:
            found.append((at, row[2:].strip()))
            follows = True
        elif follows and row.startswith("  ") and stripped and not stripped.startswith(BULLETS):
            found[-1] = (found[-1][0], f"{found[-1][1]} {stripped}")
        else:
            follows = False
    return [(at, line) for at, body in found if (line := parse(body)).text]


def parse(body: str) -> Line:
    """Read one line without its bullet."""
    revoked = ""
    if body.startswith(STRUCK):
        end = body.rfind(STRUCK)
        body, revoked = (body[2:end], body[end + 2 :].strip() or STRUCK) if end > 0 else (body[2:], STRUCK)
    mark, body = _mark(body)
    force, body = _force(body)
    words, tail = _words(body)
    text = plain(words).strip()
    if not text.isprintable():
        from distill.compaction.parts import on_a_line  # noqa: PLC0415 - hooks load this file, and hardly ever need that one

        text = on_a_line(text).strip()
    return Line(text, force, mark, tail, revoked)


def _mark(body: str) -> "tuple[str, str]":
    """Part the id from the rest."""
    end = body.find(")") if body.startswith("(C-") else -1
    return (body[1:end], body[end + 1 :].lstrip()) if end > 0 else ("", body)


def _force(body: str) -> "tuple[str, str]":
    """Part the force from the rest; what does not say how strongly it binds, must hold."""
    for force in (MUST, SHOULD):
        marked = f"**{force}**"
        if body[: len(marked)].lower() == marked:
            return force, body[len(marked) :].lstrip()
    return MUST, body


def _words(body: str) -> "tuple[str, list[str]]":
    """Part the words from the fields behind them."""
    close = QUOTES.get(body[:1])
    if close:
        words, apart, rest = body[1:].partition(close + APART)
        if apart:
            return words, rest.split(APART)
        if body.endswith(close) and len(body) > 1:
            return body[1:-1], []
    fields = body.split(APART)
    return fields[0], fields[1:]


def plain(text: str) -> str:
    """Undo the escapes of Markdown, outside of code spans."""
    if "\\" not in text and "&" not in text:
        return text
    parts: list[str] = []
    at = 0
    while at < len(text):
        piece, at = _piece(text, at)
        parts.append(piece)
    return "".join(parts)


def _piece(text: str, at: int) -> "tuple[str, int]":
    """Read what begins at a place: a code span as it stands, an escaped character, or a plain one."""
    char = text[at]
    if char == "`":
        end = _end_of_code(text, at)
        return text[at:end], end
    if char == "\\" and text[at + 1 : at + 2] in PUNCTUATION:
        return text[at + 1], at + 2
    if char == "&":
        end = text.find(";", at, at + LONGEST_ENTITY + 1)
        value = _entity(text[at + 1 : end]) if end > 0 else ""
        if value:
            return value, end + 1
    return char, at + 1


def _end_of_code(text: str, at: int) -> int:
    """Find the end of the code span that begins at a backtick, else of the run of backticks."""
    run = at
    while text[run : run + 1] == "`":
        run += 1
    ticks, end = text[at:run], run
    while (end := text.find(ticks, end)) >= 0:
        stop = end + len(ticks)
        while text[stop : stop + 1] == "`":
            stop += 1
        if stop - end == len(ticks):
            return stop
        end = stop
    return run


def _entity(name: str) -> str:
    """Give the character of an entity; empty for one that `distill` never writes."""
    if not name.startswith("#"):
        return NAMED.get(name, "")
    digits = name[1:]
    return chr(int(digits)) if digits.isascii() and digits.isdigit() and 0 < int(digits) < CHARACTERS else ""
