"""Whether a restore map is still the template. Light: the hooks look, and the worker by the same rule."""

FIRST_PARTS = ("Summary", "Active Work", "Session Totals", "Decisions")
"""Parts of the template; one of them has something in it as soon as a map says anything."""
TITLE = "## "
_OPEN, _CLOSE = "<!--", "-->"


def is_unfilled(text: str) -> bool:
    """Tell whether a map is still the template: begun, and nothing of substance written into it."""
    holds: dict[str, bool] = {}
    title = ""
    for line in without_comments(text).split("\n"):
        if line.startswith(TITLE):
            title = line[len(TITLE) :]
            holds[title] = False
        elif title and line.strip():
            holds[title] = True
    return all(holds.get(part) is False for part in FIRST_PARTS)


def without_comments(text: str) -> str:
    """Leave out all HTML comments, in linear time; one that never ends is text."""
    parts: list[str] = []
    start = 0
    while (begin := text.find(_OPEN, start)) >= 0 and (end := text.find(_CLOSE, begin + len(_OPEN))) >= 0:
        parts.append(text[start:begin])
        start = end + len(_CLOSE)
    return "".join([*parts, text[start:]])
