"""The index on disk: SQLite's full-text index over the tokens of each page, and the lines to show. Thrown away at will.

FTS5 keeps where each token stands, so a run of tokens is a phrase, and it adds a page without touching the others.
"""

import hashlib
import json
import sqlite3
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from distill.model import Confidence
from distill.search import record, tokens
from distill.search.record import Field, Line, Record

FILE = "index.db"
"""Its name in the state folder."""
FIELDS = tuple(Field)
SCHEMA = """
CREATE TABLE page (
  id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL, stamp TEXT NOT NULL, sha256 TEXT NOT NULL,
  title TEXT NOT NULL, date INTEGER NOT NULL, seat TEXT NOT NULL, confidence TEXT NOT NULL,
  fields TEXT NOT NULL, lines TEXT NOT NULL
) STRICT;
CREATE INDEX page_date ON page (date);
"""
WORDS = f"CREATE VIRTUAL TABLE words USING fts5 ({', '.join(FIELDS)}, content='', tokenize='ascii');"
WAIT_S = 60.0
"""How long a second search waits for one that makes the index."""
INSERT = f"INSERT INTO words (rowid, {', '.join(FIELDS)}) VALUES (?{', ?' * len(FIELDS)})"  # noqa: S608 - constants
DELETE = f"INSERT INTO words (words, rowid, {', '.join(FIELDS)}) VALUES ('delete', ?{', ?' * len(FIELDS)})"  # noqa: S608


@dataclass(frozen=True, slots=True)
class Stamp:
    """What of a file is remembered: cheap to see, and its content's hash."""

    seen: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A page in the index."""

    name: str
    record: Record


def version(*more: ModuleType) -> str:
    """Name what an index depends on besides the pages: the code that makes it."""
    sources = (Path(module.__file__ or "") for module in (tokens, record, *more))
    tables = f"{SCHEMA}{WORDS}{unicodedata.unidata_version}".encode()
    return hashlib.sha256(tables + b"".join(map(Path.read_bytes, sources))).hexdigest()[:16]


@contextmanager
def opened(path: Path | None) -> Iterator[sqlite3.Connection]:
    """Open the index; one of another version is made anew; None: in memory, for this once.

    Raises OSError and sqlite3.OperationalError for a disk that says no, sqlite3.DatabaseError for a broken index.
    """
    if path is not None:
        path.touch(mode=0o600)
        _drop_other_version(path)
    with closing(_connected(path)) as connection:
        connection.execute("PRAGMA secure_delete = ON")  # what was taken out of a page does not stay in the file
        connection.execute("PRAGMA synchronous = OFF")  # it can be made anew
        if not _version_of(connection):
            _make(connection)
        yield connection


def _drop_other_version(path: Path) -> None:
    with closing(_connected(path)) as connection:
        found = _version_of(connection)
    if found not in {"", version()}:
        path.unlink()
        path.touch(mode=0o600)


def _connected(path: Path | None) -> sqlite3.Connection:
    return sqlite3.connect(path or ":memory:", timeout=WAIT_S, isolation_level=None)


def _version_of(connection: sqlite3.Connection) -> str:
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'version'").fetchone()
    return str(connection.execute("SELECT version FROM version").fetchone()[0]) if known else ""


def _make(connection: sqlite3.Connection) -> None:
    """Make the tables, unless another process was faster."""
    with writing(connection):
        if not _version_of(connection):
            for statement in (*SCHEMA.split(";"), WORDS, "CREATE TABLE version (version TEXT)"):
                connection.execute(statement)
            connection.execute("INSERT INTO version VALUES (?)", (version(),))


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """Make changes as one, alone."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def stamps(connection: sqlite3.Connection) -> Mapping[str, Stamp]:
    """Give what is remembered of each page."""
    return {
        name: Stamp(seen, sha256) for name, seen, sha256 in connection.execute("SELECT name, stamp, sha256 FROM page")
    }


def touch(connection: sqlite3.Connection, name: str, seen: str) -> None:
    """Remember that a file looks otherwise and holds the same."""
    connection.execute("UPDATE page SET stamp = ? WHERE name = ?", (seen, name))


def add(connection: sqlite3.Connection, name: str, stamp: Stamp, page: Record) -> None:
    """Add a page that the index does not hold."""
    lines = json.dumps([(line.number, line.field, line.text) for line in page.lines], ensure_ascii=False)
    row = connection.execute(
        "INSERT INTO page (name, stamp, sha256, title, date, seat, confidence, fields, lines)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            name,
            stamp.seen,
            stamp.sha256,
            page.title,
            int(page.date.timestamp()),
            page.seat,
            str(page.confidence),
            " ".join({line.field for line in page.lines}),
            lines,
        ),
    )
    connection.execute(INSERT, (row.lastrowid, *_columns(page)))


def remove(connection: sqlite3.Connection, name: str) -> None:
    """Take a page out."""
    number = connection.execute("SELECT id FROM page WHERE name = ?", (name,)).fetchone()[0]
    connection.execute(DELETE, (number, *_columns(entries(connection, [number])[0].record)))
    connection.execute("DELETE FROM page WHERE id = ?", (number,))


def tidy(connection: sqlite3.Connection) -> None:
    """Take the words of removed pages out of the file, too; costs time in line with the whole index."""
    connection.execute("INSERT INTO words (words) VALUES ('optimize')")


def entries(connection: sqlite3.Connection, numbers: list[int]) -> list[Entry]:
    """Give pages by their numbers, in the order asked for."""
    marks = ", ".join("?" * len(numbers))
    found = connection.execute(
        f"SELECT id, name, title, date, seat, confidence, lines FROM page WHERE id IN ({marks})",  # noqa: S608 - marks
        numbers,
    )
    by_number = {row[0]: _entry(*row[1:]) for row in found}
    return [by_number[number] for number in numbers]


def _entry(name: str, title: str, date: int, seat: str, confidence: str, lines: str) -> Entry:
    return Entry(
        name,
        Record(
            title=title,
            date=datetime.fromtimestamp(date, UTC),
            seat=seat,
            confidence=Confidence(confidence),
            lines=tuple(Line(number, Field(field), text) for number, field, text in json.loads(lines)),
        ),
    )


def _columns(page: Record) -> list[str]:
    """Write the tokens of each field, line after line, with a mark between lines."""
    parts: dict[Field, list[str]] = {field: [] for field in FIELDS}
    for line in page.lines:
        parts[line.field].append(tokens.stored(tokens.tokens(line.words)))
    return [f" {tokens.BREAK} ".join(parts[field]) for field in FIELDS]
