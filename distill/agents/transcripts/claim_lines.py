"""Lines in which an agent says how far it read something: rows of an audit table, or bullets."""

import re
from collections.abc import Iterator

MOST_LINES = 400
MOST_LENGTH = 600
MOST_TEXT = 200_000
WORD = re.compile(r"(?<![A-Za-z_])(?:FULL|PARTIAL|NOT[_ -]?READ|STALE|UNVERIFIABLE)(?![A-Za-z_])")


def claim_lines(text: str) -> Iterator[str]:
    """Give the lines of a text that hold a verdict's word, at most `MOST_LINES`, the first ones first."""
    found = 0
    for line in text[:MOST_TEXT].splitlines():
        if found < MOST_LINES and len(line) <= MOST_LENGTH and WORD.search(line):
            found += 1
            yield line.strip()
