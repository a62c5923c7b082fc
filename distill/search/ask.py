"""Brings the index up to date and asks it; where the disk refuses an index, it is made in memory for this once."""

import contextlib
import sqlite3
from pathlib import Path

from distill.search import store
from distill.search.find import Answer, find
from distill.search.query import Query
from distill.search.refresh import refresh


def ask(query: Query, sessions: Path, index: Path | None, *, limit: int, now_ns: int) -> Answer:
    """Answer a query from the pages as they are on disk now. Raises OSError, sqlite3.Error."""
    for _ in range(2) if index is not None else ():
        try:
            return _asked(query, sessions, index, limit, now_ns)
        except (sqlite3.OperationalError, OSError):
            break  # a full or read-only disk; what is wrong with the pages comes again below
        except sqlite3.DatabaseError:
            _throw_away(index)
    return _asked(query, sessions, None, limit, now_ns)


def _throw_away(index: Path | None) -> None:
    if index is not None:
        with contextlib.suppress(OSError):
            index.unlink()


def _asked(query: Query, sessions: Path, index: Path | None, limit: int, now_ns: int) -> Answer:
    with store.opened(index) as connection:
        refresh(connection, sessions, now_ns=now_ns)
        return find(connection, query, limit=limit)
