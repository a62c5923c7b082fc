"""A block of ours in a text of a person: put in behind everything, renewed in its place, taken out to the byte.

The first line of the block says what was put before it, so that taking it out leaves what was there, and has a checksum
of what we wrote. Where that no longer holds, a person has written into the block: those lines come to stand below it.
Pure.
"""

import re
from binascii import crc32
from collections.abc import Collection

BEGIN = "<!-- distill: begin ({before}); `distill uninstall` takes this block out again -->"
END = "<!-- distill: end -->"
NEW = "new"
"""What the first line says in a file that was not there."""
BLOCK = re.compile(
    r"(?P<gap>\A|(?:\r?\n){1,2})<!-- distill: begin \((?P<before>new|[0-2])(?: (?P<mark>[0-9a-f]{8}))?\);[^\n]*\n"
    r"(?P<body>(?:(?!<!-- distill: begin )[^\n]*\n)*?)<!-- distill: end -->\r?(?:\n|\Z)"
)
"""Ends before another beginning: where a person took an end away, what follows is theirs."""


def has(text: str) -> bool:
    """Tell whether a text holds our block."""
    return BLOCK.search(text) is not None


def put(text: str | None, lines: str, known: Collection[str] = ()) -> str:
    """Put a block with these lines behind a text, or renew the one that is there; None: there is no file yet.

    `known`: lines that may be ours; the others of a block that was changed are a person's and are put below it.
    """
    newline = "\r\n" if text and "\r\n" in text else "\n"
    if text is not None and (found := BLOCK.search(text)) is not None:
        theirs = "".join(_persons(found, [*lines.split("\n"), *known]))
        block = _block(lines, found["before"], newline)
        return f"{text[: found.start()]}{found['gap']}{block}{theirs}{text[found.end() :]}"
    if text is None:
        return _block(lines, NEW, newline)
    count = 0 if not text else 1 if text.endswith("\n") else 2
    return f"{text}{newline * count}{_block(lines, str(count), newline)}"


def take_out(text: str, known: Collection[str] = ()) -> str | None:
    """Take the block out, and copies of it; None where nothing is left of a file that was made for it.

    What a person wrote into it stays in its place; `known` as for `put`.
    """
    found = BLOCK.search(text)
    if found is None:
        return text
    gap = found["gap"]
    ours = 0 if found["before"] == NEW else int(found["before"])
    theirs = "".join(_persons(found, known))
    kept = gap if theirs else gap[: len(gap) - _length(gap, ours)]
    rest = f"{text[: found.start()]}{kept}{theirs}{text[found.end() :]}"
    return None if found["before"] == NEW and not rest.strip() else take_out(rest, known)


def written_inside(text: str, known: Collection[str]) -> list[str]:
    """List the lines that a person wrote into our block; `known` as for `put`."""
    found = BLOCK.search(text)
    return [line.rstrip("\r\n") for line in _persons(found, known)] if found is not None else []


def _persons(found: "re.Match[str]", known: Collection[str]) -> list[str]:
    """Give the lines of a block that are a person's, each with its end."""
    lines = found["body"].splitlines(keepends=True)
    if found["mark"] == _mark("".join(line.rstrip("\r\n") + "\n" for line in lines)):
        return []
    return [line for line in lines if line.strip() and line.strip() not in known]


def _mark(body: str) -> str:
    return f"{crc32(body.encode('utf-8', 'surrogatepass')):08x}"


def _length(gap: str, newlines: int) -> int:
    """Measure the last newlines of a gap."""
    ends = re.findall(r"\r?\n", gap)
    return sum(len(end) for end in ends[len(ends) - min(newlines, len(ends)) :])


def _block(lines: str, before: str, newline: str) -> str:
    inner = lines.strip("\n") + "\n"
    body = f"{BEGIN.format(before=f'{before} {_mark(inner)}')}\n{inner}{END}\n"
    return body.replace("\n", newline)
