"""Writing files: all or nothing, and never over another's."""

import contextlib
import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from distill import files
from distill.errors import ConfigError
from distill.install import exact_write


def test_a_new_file_is_whole_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "wiki" / "sessions" / "a.md"

    assert files.write_new(path, "text ü\n", tmp=tmp_path / "tmp") is True
    assert path.read_text("utf-8") == "text ü\n"
    assert list((tmp_path / "tmp").iterdir()) == []
    assert [p.name for p in path.parent.iterdir()] == ["a.md"]


def test_what_exists_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("mine")

    assert files.write_new(path, "yours", tmp=tmp_path / "tmp") is False
    assert path.read_text() == "mine"


def test_on_a_file_system_without_links_it_is_just_as_exclusive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    path = tmp_path / "a.md"

    assert files.write_new(path, "first", tmp=tmp_path / "tmp") is True
    assert files.write_new(path, "second", tmp=tmp_path / "tmp") is False
    assert path.read_text() == "first"


def test_between_disks_the_draft_is_hidden_beside_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(files, "_same_disk", lambda *_: False)
    monkeypatch.setattr(files, "_claim", lambda draft, _: seen.append(f"{draft.parent.name}/{draft.name}") or True)

    files.write_new(tmp_path / "sessions" / "a.md", "x", tmp=tmp_path / "tmp")

    assert seen[0].startswith("sessions/.")  # MkDocs leaves names with a leading dot alone
    assert not seen[0].endswith(".md")


def test_replace_changes_a_file_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    files.replace(path, "one", tmp=tmp_path / "tmp")
    files.replace(path, "two", tmp=tmp_path / "tmp")

    assert path.read_text() == "two"
    assert list((tmp_path / "tmp").iterdir()) == []


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (600, 600))


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("old")
    code = (
        "import signal, sys; from pathlib import Path; from distill import files\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "try: files.replace(Path(sys.argv[1]), 'x' * 5000, tmp=Path(sys.argv[2]))\n"
        "except OSError as e: print(e.errno)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(tmp_path / "tmp")],
        capture_output=True,
        text=True,
        preexec_fn=_limit,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "COVERAGE_PROCESS_START": ""},
        check=False,
    )

    assert done.stdout.strip() == str(errno.EFBIG)
    assert path.read_text() == "old"
    assert list((tmp_path / "tmp").iterdir()) == []


def test_reading_is_bounded_and_takes_regular_files_only(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    os.mkfifo(tmp_path / "pipe")

    assert len(files.read_bounded(path, 10)) == 11
    for other in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(OSError):
            files.read_bounded(other, 10)


def test_between_mounts_of_one_disk_the_draft_is_hidden_beside_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bind mount has the same device number, and links and renames over its border fail all the same."""
    real = Path.hardlink_to

    def over_a_border(self: Path, target: Path) -> None:
        if target.parent != self.parent:
            raise OSError(errno.EXDEV, "another mount")
        real(self, target)

    monkeypatch.setattr(Path, "hardlink_to", over_a_border)
    path = tmp_path / "sessions" / "a.md"

    assert files.write_new(path, "text", tmp=tmp_path / "tmp") is True
    assert path.read_text() == "text"
    assert [p.name for p in path.parent.iterdir()] == ["a.md"]
    assert list((tmp_path / "tmp").iterdir()) == []


def test_what_a_person_saves_while_the_draft_reaches_the_disk_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, sync = tmp_path / "a.md", os.fsync

    def slow(descriptor: int) -> None:
        sync(descriptor)
        if path.read_bytes() == b"before":
            (tmp_path / "saved").write_bytes(b"a person's")
            (tmp_path / "saved").replace(path)

    for write in (
        lambda: files.rewrite(path, b"ours", expected=b"before", tmp=tmp_path / "tmp"),
        lambda: exact_write.write(path, b"ours", expected=b"before"),
    ):
        path.write_bytes(b"before")
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", slow)
            with contextlib.suppress(ConfigError):
                assert not write()
        assert path.read_bytes() == b"a person's"
        assert [one.name for one in tmp_path.rglob("*.draft")] == []
