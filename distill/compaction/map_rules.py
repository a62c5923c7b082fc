"""The constraints that a map lists under a heading of its own, word for word. Light.

The preparation finds more of them (`distill.engines.extractive`); this is for when it has not run.
"""

from distill.project import read_small

WORDS = (
    "constraint",
    "standing rule",
    "vorgaben",
    "regeln",
    "contrainte",
    "restric",
    "vincol",
    "ограничен",
    "制約",
    "约束",
)
"""What such a heading holds, in small letters."""
MOST_BYTES = 262_144
MOST = 100
BULLETS = ("- ", "* ", "+ ")


def of(path: str) -> "list[str]":
    """List the items below the headings that speak of constraints; a file that cannot be read has none."""
    found: list[str] = []
    level = 0
    for line in read_small(path, MOST_BYTES).decode("utf-8", "replace").splitlines():
        depth = len(line) - len(line.lstrip("#"))
        if depth and line[depth : depth + 1] == " ":
            is_theirs = any(word in line.lower() for word in WORDS)
            level = depth if is_theirs else 0 if depth <= level else level
        elif level and line.startswith(BULLETS) and not line[2:].strip().startswith("~~"):
            found.append(line[2:].strip())
    return list(dict.fromkeys(item for item in found if item))[:MOST]
