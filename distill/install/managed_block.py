"""A block of ours in a text of a person: put in behind everything, renewed in its place, taken out to the byte.

The first line of the block says what was put before it, so that taking it out leaves what was there. Pure.
"""

import re

BEGIN = "<!-- distill: begin ({before}); `distill uninstall` takes this block out again -->"
END = "<!-- distill: end -->"
NEW = "new"
"""What the first line says in a file that was not there."""
BLOCK = re.compile(
    r"(?P<gap>\A|(?:\r?\n){1,2})<!-- distill: begin \((?P<before>new|[0-2])\);[^\n]*\n"
    r"(?:(?!<!-- distill: begin )[^\n]*\n)*?<!-- distill: end -->\r?(?:\n|\Z)"
)
"""Ends before another beginning: where a person took an end away, what follows is theirs."""


def has(text: str) -> bool:
    """Tell whether a text holds our block."""
    return BLOCK.search(text) is not None


def put(text: str | None, lines: str) -> str:
    """Put a block with these lines behind a text, or renew the one that is there; None: there is no file yet."""
    newline = "\r\n" if text and "\r\n" in text else "\n"
    if text is not None and (found := BLOCK.search(text)) is not None:
        before = found["before"]
        gap = found["gap"]
        return f"{text[: found.start()]}{gap}{_block(lines, before, newline)}{text[found.end() :]}"
    if text is None:
        return _block(lines, NEW, newline)
    count = 0 if not text else 1 if text.endswith("\n") else 2
    return f"{text}{newline * count}{_block(lines, str(count), newline)}"


def take_out(text: str) -> str | None:
    """Take the block out, and copies of it; None where nothing is left of a file that was made for it."""
    found = BLOCK.search(text)
    if found is None:
        return text
    gap = found["gap"]
    ours = 0 if found["before"] == NEW else int(found["before"])
    kept = gap[: len(gap) - _length(gap, ours)]
    rest = f"{text[: found.start()]}{kept}{text[found.end() :]}"
    return None if found["before"] == NEW and not rest.strip() else take_out(rest)


def _length(gap: str, newlines: int) -> int:
    """Measure the last newlines of a gap."""
    ends = re.findall(r"\r?\n", gap)
    return sum(len(end) for end in ends[len(ends) - min(newlines, len(ends)) :])


def _block(lines: str, before: str, newline: str) -> str:
    body = "\n".join([BEGIN.format(before=before), lines.strip("\n"), END, ""])
    return body.replace("\n", newline)
