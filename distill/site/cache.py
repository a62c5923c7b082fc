"""What is kept from one build of a site to the next: an SQLite file that may be deleted at any time."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from distill.site.packed import packed, unpacked
from distill.site.record import Record, record_of, row_of
from distill.site.shelf import Shelf

SCHEMA = """
create table if not exists made_by (part text primary key, code text);
create table if not exists entries (path text primary key, text text);
create table if not exists items (path text primary key, text text);
create table if not exists record (path text primary key, row blob);
create table if not exists line (path text primary key, text text);
create table if not exists state (name text primary key, value blob);
create table if not exists memo (key text primary key, value blob);
create table if not exists piece (key text primary key, value text);
create table if not exists segments (value text);
create table if not exists shard (segment text, path text, text text, primary key (segment, path));
create table if not exists holder (thing text primary key, pages blob) without rowid;
create table if not exists asker (thing text primary key, pages blob) without rowid;
create table if not exists looked (name text primary key, value blob);
"""
STATE, LOOKED, HOLDER, ASKER = "state", "looked", "holder", "asker"
PAGES = ("entries", "items", "record", "line", STATE, "memo", "piece", "segments", "shard", HOLDER, ASKER)
"""Tables of what was made, which the code that makes pages decides about."""
LOOKS = (LOOKED,)
"""Tables of what was looked at, which the rules of the redaction decide about."""
SITE = "site "
"""Begins the name of what was written into a site."""
SINCE = "since "
"""Begins the name of what changed since a large part was written."""
PAGE_BYTES = 1 << 15
"""Of the file: what is kept of ten thousand pages in one value is read in a few pieces."""
Output = tuple[str, int, int]
"""What was written to a file of the site: a hash of all it was made from, the file's size, and its time in ns."""


class Code(NamedTuple):
    """Hashes of the code that made what is kept."""

    pages: str
    looks: str


class Cache:
    """The pages, and the files written of them. One build at a time uses the file; a second one remembers nothing."""

    def __init__(self, path: Path | None, code: Code) -> None:
        """Open the file, and forget what other code made. A file that cannot be used is as good as none."""
        self._db = _opened(path, code)
        self._shelves: dict[tuple[str, str], Shelf] = {}

    def state(self, name: str) -> Any:  # noqa: ANN401 - whatever was kept by this name
        """Give what was kept by a name; nothing where there is nothing."""
        return _whole(self._blob(STATE, name))

    def put_state(self, name: str, value: object) -> None:
        """Keep a value by a name."""
        self._put_blob(STATE, name, packed(value))

    def shelf(self, table: str, name: str) -> dict[str, Any]:
        """Give values of many pages by key, which are kept by a name."""
        shelf = self._shelves.get((table, name))
        if shelf is None:
            base, since = _whole(self._blob(table, name)), _whole(self._blob(table, SINCE + name))
            shelf = self._shelves[table, name] = Shelf(base, since)
        return shelf.values

    def put_shelf(self, table: str, name: str, now: Mapping[str, Any]) -> None:
        """Keep these values and no others; little is written where few of them changed."""
        self.shelf(table, name)
        base, since = self._shelves[table, name].replaced(now)
        if base is not None:
            self._put_blob(table, name, packed(base))
        if since is not None:
            self._put_blob(table, SINCE + name, packed(since))

    def records(self) -> dict[str, Record]:
        """Give what is known of every page, by its path in the wiki."""
        rows = ((path, _whole(row)) for path, row in self._db.execute("select path, row from record"))
        return {path: record_of(row, partial(self.items, path)) for path, row in rows if row}

    def record(self, path: str) -> Record | None:
        """Give what is known of a page; nothing of one that is not known."""
        found = self._db.execute("select row from record where path = ?", (path,)).fetchone()
        row = _whole(found[0]) if found else None
        return record_of(row, partial(self.items, path)) if row else None

    def put_records(self, records: Iterable[tuple[str, Record]]) -> None:
        """Keep what is known of some pages."""
        rows = ((path, packed(row_of(record))) for path, record in records)
        self._db.executemany("insert or replace into record values (?, ?)", rows)

    def row(self, table: str, thing: str) -> tuple[str, ...]:
        """Give the pages that are kept of a thing. Raises sqlite3.DatabaseError for what is broken."""
        found = self._db.execute(f"select pages from {table} where thing = ?", (thing,)).fetchone()  # noqa: S608 - as below
        row = unpacked(found[0]) if found else ()
        if row is None:
            raise sqlite3.DatabaseError(f"What is known of {thing} is broken.")
        return tuple(row)

    def put_rows(self, table: str, rows: Mapping[str, tuple[str, ...]], *, alone: bool) -> None:
        """Keep pages of things, and nothing of a thing that has none; `alone`: nothing of others either."""
        if alone:
            self._db.execute(f"delete from {table}")  # noqa: S608 - as below
        gone = ((thing,) for thing, row in rows.items() if not row)
        self._db.executemany(f"delete from {table} where thing = ?", gone)  # noqa: S608 - as below
        fresh = ((thing, packed(row)) for thing, row in rows.items() if row)
        self._db.executemany(f"insert or replace into {table} values (?, ?)", fresh)  # noqa: S608 - as below

    def items(self, path: str) -> str:
        """Give the items of a session page."""
        return self._text("items", path) or ""

    def put_items(self, path: str, text: str) -> None:
        """Keep the items of a session page."""
        self._db.execute("insert or replace into items values (?, ?)", (path, text))

    def entries(self) -> Iterator[tuple[str, str]]:
        """Give what the theme's search knows of every page."""
        yield from self._db.execute("select path, text from entries")

    def put_entries(self, path: str, text: str) -> bool:
        """Keep what the theme's search knows of a page; False where there is no room."""
        try:
            if text:
                self._db.execute("insert or replace into entries values (?, ?)", (path, text))
            else:
                self._db.execute("delete from entries where path = ?", (path,))
        except sqlite3.OperationalError:
            return False
        return True

    def line(self, path: str) -> str | None:
        """Give the line of a session page for programs."""
        return self._text("line", path)

    def put_line(self, path: str, text: str) -> None:
        """Keep the line of a session page."""
        self._db.execute("insert or replace into line values (?, ?)", (path, text))

    def forget(self, paths: Iterable[str]) -> None:
        """Drop pages."""
        gone = [(path,) for path in paths]
        for table in ("entries", "items", "record", "line"):
            self._db.executemany(f"delete from {table} where path = ?", gone)  # noqa: S608 - names of ours

    def pieces(self) -> dict[str, str]:
        """Give the rendered sections of lists."""
        return dict(self._db.execute("select key, value from piece"))

    def put_pieces(self, pieces: Mapping[str, str]) -> None:
        """Keep the rendered sections of lists, and no others."""
        self._keep("piece", "key", pieces.items(), pieces.keys())

    def memo(self, key: str) -> bytes:
        """Give what a group of pages says together, packed."""
        row = self._db.execute("select value from memo where key = ?", (key,)).fetchone()
        return b"" if row is None else bytes(row[0])

    def put_memos(self, made: Mapping[str, bytes], keys: set[str]) -> None:
        """Keep what groups of pages say together that is made anew, and of all else what has these keys."""
        self._db.executemany("delete from memo where key = ?", ((key,) for key in made))
        self._keep("memo", "key", made.items(), keys)

    def looked(self, name: str) -> Any:  # noqa: ANN401 - as above
        """Give what was seen when all was looked at."""
        return _whole(self._blob("looked", name))

    def put_looked(self, name: str, value: object) -> None:
        """Keep what was seen when all was looked at."""
        self._put_blob("looked", name, packed(value))

    def segments(self) -> str:
        """Give what is known of the segments of the search; nothing where there are none."""
        return next((value for (value,) in self._db.execute("select value from segments")), "")

    def shard(self, segment: str, path: str) -> str:
        """Give a file of a segment of the search."""
        wanted = "select text from shard where segment = ? and path = ?"
        row = self._db.execute(wanted, (segment, path)).fetchone()
        return "" if row is None else str(row[0])

    def put_shards(self, segment: str, files: Mapping[str, str]) -> None:
        """Keep the files of a segment."""
        rows = ((segment, path, text) for path, text in files.items())
        self._db.executemany("insert or replace into shard values (?, ?, ?)", rows)

    def put_segments(self, value: str, names: set[str]) -> None:
        """Keep what is to be known of segments, and the files of no others."""
        if value == self.segments():
            return
        self._db.execute("delete from segments")
        self._db.execute("insert into segments values (?)", (value,))
        known = {name for (name,) in self._db.execute("select distinct segment from shard")}
        self._db.executemany("delete from shard where segment = ?", ((name,) for name in known - names))

    def outputs(self, site: str) -> dict[str, Output]:
        """Give what was written into a site, by path in it."""
        return self.shelf(STATE, f"{SITE}{site}")

    def put_outputs(self, site: str, outputs: Mapping[str, Output]) -> None:
        """Keep what was written into a site, and nothing of sites that are gone."""
        self.put_shelf(STATE, f"{SITE}{site}", outputs)
        for (name,) in self._db.execute("select name from state").fetchall():
            if name.startswith(SITE) and not Path(name.removeprefix(SITE)).is_dir():
                self._db.execute("delete from state where name in (?, ?)", (name, SINCE + name))

    def close(self, *, keep: bool) -> None:
        """Let go of the file; without `keep` it stays as it was."""
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("commit" if keep else "rollback")
        self._db.close()

    def _blob(self, table: str, name: str) -> bytes:
        row = self._db.execute(f"select value from {table} where name = ?", (name,)).fetchone()  # noqa: S608 - as below
        return b"" if row is None else bytes(row[0])

    def _put_blob(self, table: str, name: str, value: bytes) -> None:
        self._db.execute(f"insert or replace into {table} values (?, ?)", (name, value))  # noqa: S608 - as below

    def _text(self, table: str, path: str) -> str | None:
        row = self._db.execute(f"select text from {table} where path = ?", (path,)).fetchone()  # noqa: S608 - as below
        return None if row is None else str(row[0])

    def _keep(self, table: str, key: str, rows: Iterable[tuple[str, object]], keys: Iterable[str]) -> None:
        """Keep rows that are known by their key, and no others."""
        known = {found for (found,) in self._db.execute(f"select {key} from {table}")}  # noqa: S608 - names of ours
        fresh = (row for row in rows if row[0] not in known)
        self._db.executemany(f"insert into {table} values (?, ?)", fresh)  # noqa: S608 - names of ours
        gone = ((found,) for found in known.difference(keys))
        self._db.executemany(f"delete from {table} where {key} = ?", gone)  # noqa: S608 - names of ours


def _whole(data: bytes) -> Any:  # noqa: ANN401 - whatever was kept
    """Read a value; nothing where none was kept. Raises sqlite3.DatabaseError for one that is broken.

    To go on without it would be to go on with half of what was known: of pages, say, and not of their files.
    """
    value = unpacked(data)
    if value is None and data and data != packed(None):
        raise sqlite3.DatabaseError("A value is broken.")
    return value


def _opened(path: Path | None, code: Code) -> sqlite3.Connection:
    """Open a file and take it for this build; memory where it cannot be used or another build has it."""
    for _ in range(2 if path else 0):
        try:
            return _taken(str(path), code)
        except sqlite3.OperationalError:
            break
        except sqlite3.DatabaseError:
            _delete(path)
    return _taken(":memory:", code)


def _taken(name: str, code: Code) -> sqlite3.Connection:
    """Open a file and lock it. Raises sqlite3.DatabaseError."""
    db = sqlite3.connect(name, timeout=0, isolation_level=None)
    try:
        db.execute(f"pragma page_size = {PAGE_BYTES}")
        db.execute("pragma synchronous = off")
        db.execute("begin immediate")
        for statement in filter(str.strip, SCHEMA.split(";")):
            db.execute(statement)
        _drop_others(db)
        for part, tables in (("pages", PAGES), ("looks", LOOKS)):
            _forget_others(db, part, getattr(code, part), tables)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _drop_others(db: sqlite3.Connection) -> None:
    """Drop the tables of other versions."""
    found = {name for (name,) in db.execute("select name from sqlite_master where type = 'table'")}
    for table in found.difference(PAGES, LOOKS, ("made_by",)):
        db.execute(f'drop table "{table}"')


def _forget_others(db: sqlite3.Connection, part: str, code: str, tables: tuple[str, ...]) -> None:
    """Empty tables that other code filled."""
    if db.execute("select code from made_by where part = ?", (part,)).fetchall() != [(code,)]:
        for table in tables:
            db.execute(f"delete from {table}")  # noqa: S608 - names of ours
        db.execute("insert or replace into made_by values (?, ?)", (part, code))


def _delete(path: Path | None) -> None:
    if path is not None:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
