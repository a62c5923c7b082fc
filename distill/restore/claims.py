"""What the agent itself says about its reading, matched to the rows of the list."""

import re
from collections.abc import Iterable

from distill.agents.transcripts.claim_lines import WORD

_SEPARATORS = re.compile(r"[_ -]")


def claim_about(entry: str, lines: Iterable[str], *, alone: bool) -> str:
    """Find the verdict's word in the first line that names an entry; empty where none does.

    `alone`: no other row has a file of that name, so the name without its folders will do.
    """
    names = [entry, entry.rpartition("/")[2]] if alone and "/" in entry else [entry]
    patterns = [re.compile(rf"(?<![\w./-]){re.escape(name)}(?![\w/-]|\.\w)") for name in names if name]
    for line in lines:
        for pattern in patterns:
            if match := pattern.search(line):
                found = WORD.search(line, match.end()) or WORD.search(line)
                if found:
                    return _SEPARATORS.sub("", found[0]).replace("NOTREAD", "NOT_READ")
    return ""
