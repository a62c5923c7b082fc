"""What is kept from one build of a site to the next: an SQLite file that may be deleted at any time."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

SCHEMA = """
create table if not exists made_by (part text primary key, code text);
create table if not exists page (path text primary key, record text, entries text);
create table if not exists line (path text primary key, text text);
create table if not exists piece (key text primary key, value text);
create table if not exists segments (value text);
create table if not exists shard (segment text, path text, text text, primary key (segment, path));
create table if not exists output
  (site text, path text, key text, size integer, mtime integer, primary key (site, path));
create table if not exists clean (key text primary key);
create table if not exists seen (path text primary key, look text, digest text);
"""
PAGES = ("page", "line", "piece", "segments", "shard", "output")
"""Tables of what was made, which the code that makes pages decides about."""
LOOKS = ("clean", "seen")
"""Tables of what was looked at, which the rules of the redaction decide about."""
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

    def records(self) -> dict[str, str]:
        """Give what is known of every page, by its path in the wiki."""
        return dict(self._db.execute("select path, record from page"))

    def entries(self) -> Iterator[tuple[str, str]]:
        """Give what the theme's search knows of every page."""
        yield from self._db.execute("select path, entries from page where entries <> ''")

    def put(self, path: str, record: str, entries: str) -> bool:
        """Keep a page; False where there is no room."""
        try:
            self._db.execute("insert or replace into page values (?, ?, ?)", (path, record, entries))
        except sqlite3.OperationalError:
            return False
        return True

    def line(self, path: str) -> str | None:
        """Give the line of a session page for programs."""
        row = self._db.execute("select text from line where path = ?", (path,)).fetchone()
        return None if row is None else str(row[0])

    def put_line(self, path: str, text: str) -> None:
        """Keep the line of a session page."""
        self._db.execute("insert or replace into line values (?, ?)", (path, text))

    def forget(self, paths: Iterable[str]) -> None:
        """Drop pages."""
        gone = [(path,) for path in paths]
        self._db.executemany("delete from page where path = ?", gone)
        self._db.executemany("delete from line where path = ?", gone)

    def pieces(self) -> dict[str, str]:
        """Give the rendered sections of lists."""
        return dict(self._db.execute("select key, value from piece"))

    def put_pieces(self, pieces: Mapping[str, str]) -> None:
        """Keep the rendered sections of lists, and no others."""
        self._keep("piece", "key", pieces.items(), pieces.keys())

    def clean(self) -> set[str]:
        """Give the wordings that hold nothing to redact."""
        return {key for (key,) in self._db.execute("select key from clean")}

    def put_clean(self, keys: set[str]) -> None:
        """Keep the wordings that hold nothing to redact, and no others."""
        self._keep("clean", "key", ((key,) for key in keys), keys)

    def seen(self) -> dict[str, tuple[str, str]]:
        """Give how each file looked, and the hash of its bytes."""
        return {path: (look, digest) for path, look, digest in self._db.execute("select * from seen")}

    def put_seen(self, seen: Mapping[str, tuple[str, str]], before: Mapping[str, tuple[str, str]]) -> None:
        """Keep how files look; `before`: what was kept."""
        changed = ((path, *told) for path, told in seen.items() if before.get(path) != told)
        self._db.executemany("insert or replace into seen values (?, ?, ?)", changed)
        self._db.executemany("delete from seen where path = ?", ((path,) for path in before.keys() - seen.keys()))

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
        rows = self._db.execute("select path, key, size, mtime from output where site = ?", (site,))
        return {path: (key, size, mtime) for path, key, size, mtime in rows}

    def put_outputs(self, site: str, outputs: Mapping[str, Output], before: Mapping[str, Output]) -> None:
        """Keep what was written into a site, and nothing of sites that are gone; `before`: what was kept."""
        gone = [(site, path) for path in before.keys() - outputs.keys()]
        self._db.executemany("delete from output where site = ? and path = ?", gone)
        changed = ((site, path, *output) for path, output in outputs.items() if before.get(path) != output)
        self._db.executemany("insert or replace into output values (?, ?, ?, ?, ?)", changed)
        for (other,) in self._db.execute("select distinct site from output where site <> ?", (site,)).fetchall():
            if not Path(other).is_dir():
                self._db.execute("delete from output where site = ?", (other,))

    def close(self, *, keep: bool) -> None:
        """Let go of the file; without `keep` it stays as it was."""
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("commit" if keep else "rollback")
        self._db.close()

    def _keep(self, table: str, key: str, rows: Iterable[tuple[str, ...]], keys: Iterable[str]) -> None:
        """Keep rows that are known by their key, and no others."""
        known = {found for (found,) in self._db.execute(f"select {key} from {table}")}  # noqa: S608 - names of ours
        fresh = (row for row in rows if row[0] not in known)
        width = 2 if table == "piece" else 1
        self._db.executemany(f"insert into {table} values ({', '.join('?' * width)})", fresh)  # noqa: S608
        gone = ((found,) for found in known.difference(keys))
        self._db.executemany(f"delete from {table} where {key} = ?", gone)  # noqa: S608 - names of ours


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
        db.execute("pragma synchronous = off")
        db.execute("pragma journal_mode = memory")
        db.execute("begin immediate")
        for statement in filter(str.strip, SCHEMA.split(";")):
            db.execute(statement)
        for part, tables in (("pages", PAGES), ("looks", LOOKS)):
            _forget_others(db, part, getattr(code, part), tables)
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


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
