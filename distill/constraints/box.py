"""What the hook leaves for the worker, and the worker for the hook: one small file of a lane each. Light.

`<state>/summaries/<lane>.txt` is a summary that the client sent, with what looks like a secret hidden;
`<state>/notices/<lane>.txt` is a line for the person.
Both are taken away by whoever reads them, and swept when nobody does.
"""

import os

from distill.compaction import shape
from distill.project import write_small

SUMMARIES, NOTICES = "summaries", "notices"
MAX_BYTES = 1_000_000
MOST_SUMMARY = 200_000
"""Characters of a summary that are kept: clients write a tenth of that."""
NO_WAIT = getattr(os, "O_NONBLOCK", 0)


def put(state: str, folder: str, lane: str, text: str) -> None:
    """Leave a text; a newer one takes its place. Raises OSError."""
    os.makedirs(os.path.join(state, folder), 0o700, exist_ok=True)
    draft = os.path.join(state, folder, f"{lane}.{os.getpid()}.draft")
    write_small(draft, text.encode("utf-8", "replace")[:MAX_BYTES])
    os.replace(draft, _path(state, folder, lane))


def put_summary(state: str, lane: str, summary: str) -> None:
    """Leave a summary without what looks like a secret: the model may have repeated one. Raises OSError."""
    put(state, SUMMARIES, lane, shape.masked_lines(summary[:MOST_SUMMARY]))


def take(state: str, folder: str, lane: str) -> str:
    """Take a text out; empty where there is none."""
    path = _path(state, folder, lane)
    try:
        descriptor = os.open(path, os.O_RDONLY | NO_WAIT)
    except OSError:
        return ""
    try:
        os.unlink(path)
        return os.read(descriptor, MAX_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _path(state: str, folder: str, lane: str) -> str:
    return os.path.join(state, folder, f"{lane}.txt")
