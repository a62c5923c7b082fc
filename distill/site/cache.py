"""What is kept from one build of a site to the next: an SQLite file that may be deleted at any time."""

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

SCHEMA = """
create table if not exists made_by (code text);
create table if not exists page (path text primary key, record text, body text, entries text);
create table if not exists clean (key text primary key);
create table if not exists piece (key text primary key, value text);
create table if not exists output
  (site text, path text, key text, size integer, mtime integer, primary key (site, path));
"""
Output = tuple[str, int, int]
"""What was written to a file of the site: a hash of all it was made from, the file's size, and its time in ns."""


class Cache:
    """The pages, and the files written of them. One build at a time uses the file; a second one remembers nothing."""

    def __init__(self, path: Path | None, code: str) -> None:
        """Open the file, and forget what other code made. A file that cannot be used is as good as none."""
        self._db = _opened(path, code)

    def records(self) -> dict[str, str]:
        """Give what is known of every page, by its path in the wiki."""
        return dict(self._db.execute("select path, record from page"))

    def body(self, path: str) -> str | None:
        """Give the HTML of a page."""
        row = self._db.execute("select body from page where path = ?", (path,)).fetchone()
        return None if row is None else str(row[0])

    def entries(self) -> Iterator[tuple[str, str]]:
        """Give what the search knows of every page."""
        yield from self._db.execute("select path, entries from page where entries <> ''")

    def put(self, path: str, record: str, body: str, entries: str) -> bool:
        """Keep a page; False where there is no room."""
        try:
            self._db.execute("insert or replace into page values (?, ?, ?, ?)", (path, record, body, entries))
        except sqlite3.OperationalError:
            return False
        return True

    def forget(self, paths: Iterable[str]) -> None:
        """Drop pages."""
        self._db.executemany("delete from page where path = ?", ((path,) for path in paths))

    def pieces(self) -> dict[str, str]:
        """Give the rendered sections of lists."""
        return dict(self._db.execute("select key, value from piece"))

    def put_pieces(self, pieces: Mapping[str, str]) -> None:
        """Keep the rendered sections of lists, and no others."""
        known = {key for (key,) in self._db.execute("select key from piece")}
        self._db.executemany("insert into piece values (?, ?)", (p for p in pieces.items() if p[0] not in known))
        self._db.executemany("delete from piece where key = ?", ((key,) for key in known - pieces.keys()))

    def clean(self) -> set[str]:
        """Give the wordings that hold nothing to redact."""
        return {key for (key,) in self._db.execute("select key from clean")}

    def put_clean(self, keys: set[str]) -> None:
        """Keep the wordings that hold nothing to redact, and no others."""
        known = self.clean()
        self._db.executemany("insert or ignore into clean values (?)", ((key,) for key in keys - known))
        self._db.executemany("delete from clean where key = ?", ((key,) for key in known - keys))

    def outputs(self, site: str) -> dict[str, Output]:
        """Give what was written into a site, by path in it."""
        rows = self._db.execute("select path, key, size, mtime from output where site = ?", (site,))
        return {path: (key, size, mtime) for path, key, size, mtime in rows}

    def put_outputs(self, site: str, outputs: Mapping[str, Output]) -> None:
        """Keep what was written into a site, and nothing of sites that are gone."""
        known = self.outputs(site)
        gone = [(site, path) for path in known.keys() - outputs.keys()]
        self._db.executemany("delete from output where site = ? and path = ?", gone)
        changed = [(site, path, *output) for path, output in outputs.items() if known.get(path) != output]
        self._db.executemany("insert or replace into output values (?, ?, ?, ?, ?)", changed)
        for (other,) in self._db.execute("select distinct site from output").fetchall():
            if not Path(other).is_dir():
                self._db.execute("delete from output where site = ?", (other,))

    def close(self, *, keep: bool) -> None:
        """Let go of the file; without `keep` it stays as it was."""
        with contextlib.suppress(sqlite3.Error):
            self._db.execute("commit" if keep else "rollback")
        self._db.close()


def _opened(path: Path | None, code: str) -> sqlite3.Connection:
    """Open a file and take it for this build; memory where it cannot be used or another build has it."""
    for _ in range(2 if path else 0):
        try:
            return _taken(str(path), code)
        except sqlite3.OperationalError:
            break
        except sqlite3.DatabaseError:
            _delete(path)
    return _taken(":memory:", code)


def _taken(name: str, code: str) -> sqlite3.Connection:
    """Open a file and lock it. Raises sqlite3.DatabaseError."""
    db = sqlite3.connect(name, timeout=0, isolation_level=None)
    try:
        db.execute("pragma synchronous = off")
        db.execute("begin immediate")
        for statement in filter(str.strip, SCHEMA.split(";")):
            db.execute(statement)
        if db.execute("select code from made_by").fetchall() != [(code,)]:
            for table in ("made_by", "page", "piece", "clean", "output"):
                db.execute(f"delete from {table}")  # noqa: S608 - names of ours
            db.execute("insert into made_by values (?)", (code,))
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _delete(path: Path | None) -> None:
    if path is not None:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
