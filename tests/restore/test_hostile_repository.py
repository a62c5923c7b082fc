"""No program that a repository's settings name is started by looking at it, and a slow git is not waited for long."""

import os
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from distill import git
from distill.compaction import git_facts
from distill.restore import changes
from distill.restore.listed import Listed, Thing

SIGNED = """tree {tree}
author n <a@b> 1700000000 +0000
committer n <a@b> 1700000000 +0000
gpgsig {dashes}BEGIN PGP SIGNATURE{dashes}
 Version: 1
 iQ
 {dashes}END PGP SIGNATURE{dashes}

signed
"""


def run(folder: Path, *words: str, said: str = "") -> str:
    done = subprocess.run(["git", *words], cwd=folder, input=said, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """Make a repository whose settings name a program for all that git can be told to start."""
    folder, trap = tmp_path / "trapped", tmp_path / "trap"
    folder.mkdir()
    trap.write_text(f"#!/bin/sh\necho sprung >> {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    run(folder, "init", "-q")
    (folder / "a.txt").write_text("one\n")
    run(folder, "add", "a.txt")
    text = SIGNED.format(tree=run(folder, "write-tree"), dashes="-" * 5)
    commit = run(folder, "hash-object", "-t", "commit", "-w", "--stdin", said=text)
    run(folder, "update-ref", "HEAD", commit)
    for key in ("gpg.program", "filter.x.clean", "filter.y.process", "core.fsmonitor", "diff.external", "core.pager"):
        run(folder, "config", key, str(trap))
    run(folder, "config", "log.showSignature", "true")
    run(folder, "config", "filter.x.required", "true")
    (folder / ".git" / "info").mkdir(exist_ok=True)
    (folder / ".git" / "info" / "attributes").write_text("* filter=x\n*.md filter=y\n")
    (folder / "new.md").write_text("new\n")
    os.utime(folder / "a.txt", (time.time() + 5, time.time() + 5))
    return folder


LOOKS: "dict[str, Callable[[Path], object]]" = {
    "audit": lambda folder: changes.unchanged_in_git(folder / "a.txt", datetime.now(UTC), time.monotonic() + 20),
    "map": lambda folder: git.checkout_of(folder, os.environ, seconds=20),
    "hook": lambda folder: git_facts.lines(str(folder), os.environ, 20),
}


@pytest.mark.parametrize("look", LOOKS)
def test_looking_starts_no_program_of_the_repositorys(look: str, trapped: Path) -> None:
    assert LOOKS[look](trapped)
    assert not (trapped.parent / "sprung").exists()


def test_the_trap_is_one(trapped: Path) -> None:
    run(trapped, "-c", "core.fsmonitor=false", "diff", "--no-ext-diff", "--shortstat", "HEAD")
    assert (trapped.parent / "sprung").exists()


def test_a_file_in_no_state_to_be_looked_at_counts_as_changed(trapped: Path) -> None:
    (trapped / ".git" / "index").write_bytes(b"broken")
    assert not changes.unchanged_in_git(trapped / "a.txt", datetime.now(UTC), time.monotonic() + 20)
    assert not changes.unchanged_in_git(trapped / "gone" / "a.txt", datetime.now(UTC), time.monotonic() + 20)


def test_all_files_together_wait_for_git_no_longer_than_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text("#!/bin/sh\nexec sleep 30\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(changes, "GIT_S", 0.5)
    now = datetime.now(UTC)
    rows = {n: Listed(thing=Thing.FILE, path=str(tmp_path / f"{n}"), changed_at=now) for n in range(40)}
    started = time.monotonic()

    assert changes.changed_since(rows, now - timedelta(days=1)) == frozenset(rows)
    assert time.monotonic() - started < 5
