"""Files that the next steps of a map name and that its list leaves out: to be read before they are edited."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from distill.engines.extractive.engine import digest_of
from distill.maps.reading_list import EntryKind, Row
from distill.restore.listed import Listed, Thing, look

MOST = 12
MOST_WORDS = 2_000
MARKS = "`*_\"'()[]<>.,;:"


def unlisted(text: str, rows: Iterable[Row], folders: tuple[Path, ...]) -> Iterator[tuple[Row, Listed]]:
    """Give such files as rows, each with what it is; their lines are those of the next step that names them."""
    known = {row.entry for row in rows}
    lines, found = text.split("\n"), 0
    for item in digest_of(text).open_items:
        said = " ".join(lines[item.lines.first - 1 : item.lines.last])
        for word in (w.strip(MARKS) for w in said.split()[:MOST_WORDS]):
            if word in known or not _may_be_a_path(word):
                continue
            known.add(word)
            listed = look(word, folders)
            if listed.thing is Thing.FILE and found < MOST:
                found += 1
                yield _row(word, item.lines.first), listed


def _may_be_a_path(word: str) -> bool:
    return 2 < len(word) < 300 and "." in word and not word.startswith((".", "/", "~")) and "://" not in word  # noqa: PLR2004 - a name and an ending


def _row(entry: str, line: int) -> Row:
    return Row(line=line, rank=None, entry=entry, kind=EntryKind.PATH, tokens=None, why="named in a next step")
