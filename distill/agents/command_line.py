"""Command lines as the clients' settings hold them: one string that a shell takes apart again."""

import re
import shlex

NEEDS_QUOTES = re.compile(r"[^A-Za-z0-9_@%+=:,./-]")
ENDING_WELL = " || exit 0"
"""Python ends with 2 where its script is gone, and a hook that ends with 2 refuses the prompt or the compaction."""
SPECIAL_IN_DOUBLE_QUOTES = re.compile(r'["$`]')


def quoted(argv: list[str], *, windows: bool) -> str:
    """Write a command so that its words come back whole from sh and bash; on Windows, from Git Bash.

    Git Bash eats backslashes, so paths get forward slashes there, which Windows takes as well; and double
    quotes where they serve, which its other shells know too.
    """
    return " ".join(_for_git_bash(word) for word in argv) if windows else shlex.join(argv)


def _for_git_bash(word: str) -> str:
    slashed = word.replace("\\", "/")
    if slashed and not NEEDS_QUOTES.search(slashed):
        return slashed
    return shlex.quote(slashed) if SPECIAL_IN_DOUBLE_QUOTES.search(slashed) else f'"{slashed}"'


def words(command: str) -> list[str]:
    """Take a command apart as a shell would, without what only has it end well; empty when it is none."""
    try:
        return shlex.split(command.strip().removesuffix(ENDING_WELL))
    except ValueError:
        return []
