"""The marks of a page that tell a person's changes from ours: a redaction in place is no change of a person's."""

import re

from distill.pages.seal import seal_of

BLOCK = re.compile(r"\A\ufeff?---[ \t]*\r?\n.*?^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
MARK = re.compile(r"^(?:seal|reviewed_seal):[ \t]*['\"]?(?P<mark>[0-9a-f]{16})['\"]?[ \t]*\r?$", re.MULTILINE)
"""The seal it was written with, and the one it had when a person reviewed it."""


def carried_over(before: str, after: str) -> str:
    """Let each mark that fitted the page before fit it after: what was as written or reviewed still counts as that.

    A mark that did not fit stays, so what a person had changed still counts as changed.
    """
    block = BLOCK.match(after)
    if block is None or not MARK.search(block[0]):
        return after
    old, new = seal_of(before), seal_of(after)
    kept = MARK.sub(lambda line: line[0].replace(old, new) if line["mark"] == old else line[0], block[0])
    return kept + after[block.end() :]
