"""Rows from the end to the beginning: any bytes, in bounded memory, and no row hidden by a broken one."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.agents.transcripts import rows


def records(path: Path) -> list[object]:
    """Give all records of a file, the first one first."""
    return [r for row in reversed(list(rows.newest_first(str(path)))) for r in reversed(row.records)]


def unread(path: Path) -> int:
    return sum(row.unread for row in rows.newest_first(str(path)))


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "t.jsonl"
    path.write_bytes(data)
    return path


@given(st.binary(max_size=3_000), st.integers(1, 400), st.integers(10, 900))
def test_any_bytes_are_read_without_raising(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, block: int, longest: int
) -> None:
    path = tmp_path_factory.mktemp("any") / "t.jsonl"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BLOCK", block)
        patch.setattr(rows, "MOST_LINE", longest)
        found = list(rows.newest_first(str(path)))

    assert sum(row.passed for row in found) == len(data) - data.count(b"\n")
    assert all(isinstance(record, dict) for row in found for record in row.records)


TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)


@given(st.lists(TEXTS, max_size=12), st.integers(1, 200), st.booleans())
def test_every_sound_row_is_found_wherever_blocks_end(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], block: int, ends: bool
) -> None:
    data = "\n".join(json.dumps({"type": "user", "text": t}, ensure_ascii=False) for t in texts)
    path = tmp_path_factory.mktemp("sound") / "t.jsonl"
    path.write_bytes(data.encode() + (b"\n" if ends else b""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BLOCK", block)

        assert [r["text"] for r in records(path)] == texts
        assert unread(path) == 0


@pytest.mark.parametrize(
    ("data", "sound", "broken"),
    [
        (b'{"type":"user","n":1}{"type":"user","n":2}\n', [1, 2], 0),
        (b'{"type":"user","n":1} \0\0 {"type":"user","n":2}\n', [1, 2], 0),
        (b'{"type":"user","message":{"role":"us{"type":"user","n":2}\n', [2], 1),
        (b'{"type":"user","n":1}\n{"type":"us', [1], 1),
        (b'\0\0\0\0{"type":"user","n":1}\n', [1], 0),
        (b"\0\0\0\0\n", [], 1),
        (b'{"type":"user","n":1}\r\n\r\n', [1], 0),
        ('{"type":"user","n":"a\u2028b\u0085c"}\n'.encode(), ["a\u2028b\u0085c"], 0),
        (b'[1, 2]\n"text"\nnull\n', [], 3),
        (b'{"type":"user","n":' + b"9" * 6000 + b"}\n", [], 1),
        (b"[" * 200_000 + b"\n" + b'{"type":"user","n":1}\n', [1], 1),
        (b'{"type":"user","a":' * 60_000, [], 1),
        (b'{"type":"user","n":"nul \0 and tab \t"}\n', ["nul \0 and tab \t"], 0),
        (b'\xff\xfe bad\n{"type":"user","n":"caf\xe9"}\n', ["caf\ufffd"], 1),
        (b"", [], 0),
    ],
)
def test_what_is_sound_is_used_and_what_is_broken_is_counted(
    tmp_path: Path, data: bytes, sound: list[object], broken: int
) -> None:
    path = written(tmp_path, data)

    assert [r["n"] for r in records(path)] == sound
    assert unread(path) == broken


@pytest.mark.parametrize("kind", ["api-request", "api-request-blob", "queue-operation", "a-kind-of-tomorrow"])
def test_bulky_rows_are_passed_over_unparsed(tmp_path: Path, kind: str) -> None:
    blob = json.dumps({"type": kind, "message": {"type": "user", "role": "user", "content": "x"}})
    path = written(tmp_path, (blob + "\n" + blob + '{"type":"user"}\n').encode())

    last, first = rows.newest_first(str(path))
    assert (first.parsed, first.records, first.unread) == (0, (), 0)
    assert last.records[0] == {"type": "user"}


def test_an_overlong_row_is_passed_over_and_counted(tmp_path: Path) -> None:
    long = b'{"type":"user","message":"' + b"y" * 5_000_000 + b'"}\n'
    path = written(tmp_path, b'{"type":"user","n":1}\n' + long + b'{"type":"user","n":2}\n')

    assert [r["n"] for r in records(path)] == [1, 2]
    assert unread(path) == 1


@pytest.mark.parametrize(
    "head",
    [
        b'{"timestamp":"2026-11-30T02:06:41.280Z","ordinal":18,"type":"compacted","payload":{"message":"',
        b'{"parentUuid":null,"type":"system","subtype":"compact_boundary","timestamp":"2026-11-30T02:06:41.280Z","x":"',
    ],
)
def test_an_overlong_boundary_is_still_one(tmp_path: Path, head: bytes) -> None:
    path = written(tmp_path, head + b"y" * 3_000_000 + b'"}\n')

    (row,) = rows.newest_first(str(path))
    assert row.records[0]["timestamp"] == "2026-11-30T02:06:41.280Z"
    assert row.records[0]["type"] in {"compacted", "system"}


def test_what_is_no_file_has_no_rows(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    for path in ("", str(tmp_path), str(tmp_path / "missing"), str(tmp_path / "pipe"), "a\0b", "/dev/zero"):
        assert list(rows.newest_first(path)) == []
