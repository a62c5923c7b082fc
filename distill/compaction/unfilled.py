"""Whether a restore map is still the template. Light: the hooks look, and the worker by the same rule."""

from distill.compaction.comments import without_comments

FIRST_PARTS = ("Summary", "Active Work", "Session Totals", "Decisions")
"""Parts of the template; one of them has something in it as soon as a map says anything."""
TITLE = "## "


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
