"""What `distill index` knows from the last time, in an SQLite file that may be deleted at any time."""

import contextlib
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Mapping
from importlib.resources import files as package_files
from pathlib import Path

from distill.errors import PageError
from distill.site.catalogue import INDEXES, BadPage, Catalogue, newest_first, read_page, summary
from distill.site.record import Record, dump, load

FILE = "index-pages.sqlite"
SCHEMA = """
create table if not exists made_by (code text);
create table if not exists page (name text primary key, record text);
create table if not exists written (path text primary key, key text, look text);
create table if not exists all_seen (hash text);
"""
TABLES = ("made_by", "page", "written", "all_seen")
SETTLED_NS = 2_000_000_000
"""A file that was changed so shortly before it was read may change again without looking otherwise."""
UNSETTLED = "unsettled"
MADE_OF = ("site", "pages")
"""Packages whose code decides what an index page says."""
Written = dict[str, tuple[str, str]]
"""By path: what an index page was made from, and how its file looked then."""


class Kept:
    """Pages as they were read, and index pages as they were written."""

    def __init__(self, path: Path | None) -> None:
        """Open the file; one that cannot be used is as good as none."""
        self._db = _opened(path)

    def catalogue(self, sessions: Path, seen: Mapping[str, str]) -> Catalogue:
        """List the session pages, which look as was seen; only those that are new or changed are read.

        Raises OSError.
        """
        known = dict(self._db.execute("select name, record from page"))
        records = {name: _record(sessions, name, look, known.get(name)) for name, look in seen.items()}
        changed = [(name, text) for name, (_, text) in records.items() if known.get(name) != text]
        self._db.executemany("insert or replace into page values (?, ?)", changed)
        self._db.executemany("delete from page where name = ?", [(name,) for name in known.keys() - records.keys()])
        pages = [record.summary for record, _ in records.values() if record.summary]
        bad = tuple(BadPage(name, record.problem) for name, (record, _) in records.items() if record.problem)
        return Catalogue(newest_first(pages), bad)

    def all_seen(self) -> str:
        """Give a hash of how everything looked when all was up to date; empty where it was not."""
        row = self._db.execute("select hash from all_seen").fetchone()
        return "" if row is None else str(row[0])

    def put_all_seen(self, hashed: str) -> None:
        """Keep a hash of how everything looks."""
        self._db.execute("delete from all_seen")
        self._db.execute("insert into all_seen values (?)", (hashed,))

    def written(self) -> Written:
        """Give what was written."""
        return {path: (key, look) for path, key, look in self._db.execute("select path, key, look from written")}

    def put_written(self, written: Mapping[str, tuple[str, str]]) -> None:
        """Keep what was written, and nothing else."""
        known = self.written()
        changed = [(path, *said) for path, said in written.items() if known.get(path) != said]
        self._db.executemany("insert or replace into written values (?, ?, ?)", changed)
        gone: Iterable[tuple[str]] = [(path,) for path in known.keys() - written.keys()]
        self._db.executemany("delete from written where path = ?", gone)

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(sqlite3.Error):
            self._db.commit()
        self._db.close()


def looks(folder: Path, now_ns: int) -> dict[str, str]:
    """Say of each page how its file looks, without reading it; by name. Raises OSError; no folder is an empty one."""
    if not folder.is_dir():
        return {}
    with os.scandir(folder) as found:
        entries = sorted((entry for entry in found if _is_page(entry)), key=lambda entry: entry.name)
    return {entry.name: _look(entry.stat(), now_ns) for entry in entries}


def _look(found: os.stat_result, now_ns: int) -> str:
    """Say how a file looks; one that was changed just now looks like no other."""
    settled = now_ns - max(found.st_mtime_ns, found.st_ctime_ns) > SETTLED_NS
    return f"{found.st_mtime_ns}:{found.st_ctime_ns}:{found.st_size}:{found.st_ino}" if settled else UNSETTLED


def _is_page(entry: os.DirEntry[str]) -> bool:
    name = entry.name
    return name.endswith(".md") and name[0] != "." and name not in INDEXES and entry.is_file()


def _record(folder: Path, name: str, seen: str, known: str | None) -> tuple[Record, str]:
    """Give what is known of a page, else read it."""
    if known is not None and seen != UNSETTLED:
        record = load(known)
        if record.digest == seen:
            return record, known
    try:
        record = Record(digest=seen, summary=summary(name, read_page(folder / name)[0]))
    except PageError as error:
        record = Record(digest=seen, problem=str(error))
    return record, dump(record)


def _opened(path: Path | None) -> sqlite3.Connection:
    """Open the file; memory where it cannot be used or another run has it."""
    for _ in range(2 if path else 0):
        try:
            return _taken(str(path))
        except sqlite3.OperationalError:
            break
        except sqlite3.DatabaseError:
            with contextlib.suppress(OSError):
                Path(str(path)).unlink(missing_ok=True)
    return _taken(":memory:")


def _taken(name: str) -> sqlite3.Connection:
    """Open a file and lock it; forget what other code made. Raises sqlite3.DatabaseError."""
    db = sqlite3.connect(name, timeout=0, isolation_level=None)
    try:
        db.execute("pragma synchronous = off")
        db.execute("begin immediate")
        for statement in filter(str.strip, SCHEMA.split(";")):
            db.execute(statement)
        code = _code()
        if db.execute("select code from made_by").fetchall() != [(code,)]:
            for table in TABLES:
                db.execute(f"delete from {table}")  # noqa: S608 - names of ours
            db.execute("insert into made_by values (?)", (code,))
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db


def _code() -> str:
    """Hash the code that makes index pages."""
    root = Path(str(package_files("distill")))
    sha = hashlib.sha256()
    for path in sorted(path for folder in MADE_OF for path in (root / folder).rglob("*.py")):
        sha.update(path.name.encode() + b"\0" + path.read_bytes())
    return sha.hexdigest()
