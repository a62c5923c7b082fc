"""The part of the home page that tells what is new."""

MARKER = "<!-- distill:sessions -->"
"""Where the home page wants the overview; without it the overview comes last."""
NEWEST = 20


def merged(text: str, block: str) -> str:
    """Put the block where the home page marks its place, else at its end."""
    return text.replace(MARKER, block, 1) if MARKER in text else f"{text.rstrip()}\n\n{block}\n"
