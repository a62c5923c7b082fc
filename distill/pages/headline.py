"""The title of a page: what the session was about, in one line."""

import re
import unicodedata

from distill.model import Digest
from distill.pages.text import one_line, shorten

LIMIT = 100
"""Longest title in characters."""
ROOM_FOR_TWO = 24
"""Characters that must be left before a second item is worth adding."""
NOTHING = "Session without recorded items"
IDENTIFIER = re.compile(r"(?<![\w#])(?:[A-Z][A-Z0-9]{1,9}-\d+|#\d+|P[0-3]\b)")
WHY = re.compile(r"\s*(?:\b(?:Why|Rejected|Owner|Blocked by):|[.;。；]\s).*$", re.DOTALL)  # noqa: RUF001 - Chinese
STOPS = " .;:,。、；：！✅✔☑"  # noqa: RUF001 - Chinese and Japanese
TOTAL = re.compile(r"(?:PRs|pull requests) merged: (?P<count>[1-9][0-9]{0,3})(?![0-9]|[.,][0-9])", re.IGNORECASE)
BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""
NUMBER = re.compile(r"(?<![\w#/])#([0-9]{1,7})(?!\w)")


def headline(digest: Digest) -> str:
    """Give the digest's own headline, else one made from its weightiest items; never empty, 100 characters at most."""
    own = _plain(digest.headline)
    return shorten(_counted(own, digest) if own else _from_items(digest), LIMIT)


def _from_items(digest: Digest) -> str:
    done = _weightiest([item.text for item in digest.accomplished])
    to_do = _weightiest([item.text for item in digest.open_items])
    settled = _weightiest([item.what for item in digest.decisions])
    parts = [part for part in (done, to_do and f"open: {to_do}" if done else to_do, settled) if part]
    if not parts:
        return NOTHING
    title = shorten(_counted(parts[0], digest), LIMIT)
    for part in parts[1:2]:
        room = LIMIT - len(title) - 2
        title += f"; {shorten(part, room)}" if room >= ROOM_FOR_TWO else ""
    return title


def _weightiest(texts: list[str]) -> str:
    """Choose the text with the most ids, the earliest among equals, and keep its first sentence."""
    plain = [text for text in map(_plain, texts) if text]
    best = max(plain, key=lambda text: min(len(IDENTIFIER.findall(text)), 3), default="")
    return (WHY.sub("", best) or best).rstrip(STOPS)


def _counted(title: str, digest: Digest) -> str:
    """Say `4 PRs merged (#31–#36)` for `Pull requests merged: 4`, with the numbers that the items name."""  # noqa: RUF002
    total = TOTAL.match(title)
    if total is None:
        return title
    count, rest = int(total["count"]), title[total.end() :]
    numbers = "" if "#" in rest.partition(";")[0] else _numbers(count, digest)
    said = f"{count} PR{'' if count == 1 else 's'} merged{numbers}"
    return f"{said}{rest}" if len(said) + len(rest) <= LIMIT else title


def _numbers(count: int, digest: Digest) -> str:
    """Name the first and the last pull request of an item that names as many as there are."""
    for item in digest.accomplished:
        named = sorted({int(number) for number in NUMBER.findall(item.text)})
        if len(named) == count:
            return f" (#{named[0]})" if count == 1 else f" (#{named[0]}–#{named[-1]})"  # noqa: RUF001
    return ""


def _plain(text: str) -> str:
    """Bring text to one line; what nobody could see is nothing, for a title is also what leads to its page."""
    plain = one_line(text.replace("`", ""))
    return plain if any(map(_is_seen, plain)) else ""


def _is_seen(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS" and char not in BLANK
