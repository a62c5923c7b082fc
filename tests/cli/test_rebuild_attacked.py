"""`distill rebuild` and `distill review` killed, interrupted, out of disk, or given what is not theirs."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worlds import a_map, journal, pages, put_map

from distill.pages.seal import resealed

ON_A_FULL_DISK = Path("/dev/full")
posix = pytest.mark.skipif(os.name != "posix", reason="signals and links of POSIX")


def distill(project: Path, *args: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "distill", *map(str, args)]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120, check=False)


def a_wiki(project: Path, count: int = 2) -> list[Path]:
    maps = [put_map(project, a_map(ticket=f"PLT-{100 + n}"), f"RESTORE-MAP-{n}.md") for n in range(count)]
    done = distill(project, "run", *maps)
    assert done.returncode == 0, done.stderr
    return pages(project)


def outdate(page: Path) -> str:
    text = resealed(page.read_text("utf-8").replace("moisture sensor retries", "moisture sensor"))
    page.write_text(text, "utf-8")
    return text


def archive(page: Path) -> Path:
    return page.parent.parent / "maps" / page.name


def of_group(group: int) -> list[int]:
    """Name the processes of a group that still run."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in listed.splitlines()]
    return [int(pid) for pid, pgid, stat in rows if int(pgid) == group and not stat.startswith("Z")]


def gone(group: int, seconds: float = 10.0) -> bool:
    until = time.monotonic() + seconds
    while of_group(group) and time.monotonic() < until:
        time.sleep(0.05)
    return not of_group(group)


def begun(project: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "distill", "rebuild", "--jobs", "2"],
        cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


@posix
@pytest.mark.parametrize("after", [0.4, 0.8, 1.2, 1.6])
def test_killed_at_any_moment_it_leaves_no_process_and_the_next_run_mends(project: Path, after: float) -> None:
    wanted = {page: page.read_text("utf-8") for page in a_wiki(project, 48)}
    old = {page: outdate(page) for page in wanted}

    run = begun(project)
    time.sleep(after)
    run.kill()
    run.communicate(timeout=30)

    assert gone(run.pid)
    assert all(page.read_text("utf-8") in {wanted[page], old[page]} for page in wanted)
    assert distill(project, "rebuild").returncode == 0
    assert {page: page.read_text("utf-8") for page in wanted} == wanted


@posix
@pytest.mark.parametrize("after", [0.4, 0.6, 0.9, 1.3])
def test_an_interrupt_ends_it_with_130_and_without_a_process_or_a_traceback(project: Path, after: float) -> None:
    for page in a_wiki(project, 48):
        outdate(page)

    run = begun(project)
    time.sleep(after)
    interrupted = run.poll() is None
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=30)

    assert gone(run.pid)
    assert not interrupted or run.returncode in {130, -signal.SIGINT, 0}
    assert "Traceback" not in errors or run.returncode == -signal.SIGINT  # Python itself was still starting


@pytest.mark.skipif(not ON_A_FULL_DISK.exists(), reason="no /dev/full here")
def test_an_output_on_a_full_disk_is_said(project: Path) -> None:
    a_wiki(project, 1)
    with ON_A_FULL_DISK.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "distill", "rebuild"],
            cwd=project, stdout=full, stderr=subprocess.PIPE, text=True, timeout=120, check=False,
        )  # fmt: skip

    assert done.returncode == 7
    assert "the disk said no" in done.stderr
    assert "report" not in done.stderr


@pytest.mark.parametrize("command", [("rebuild",), ("review", "PAGE", "--as", "reviewed", "--by", "Ann")])
def test_a_wiki_that_takes_nothing_is_said_and_stays(project: Path, command: tuple[str, ...]) -> None:
    (page,) = a_wiki(project, 1)
    old = outdate(page)
    tmp = project / ".distill" / "tmp"
    for left in tmp.iterdir():
        left.unlink()
    tmp.rmdir()
    tmp.write_text("in the way")

    done = distill(project, *(page.name if word == "PAGE" else word for word in command))

    assert done.returncode == 7
    assert "the disk said no" in done.stderr
    assert page.read_text("utf-8") == old


def test_bytes_that_are_not_utf8_are_never_lost(project: Path) -> None:
    page, other = a_wiki(project)
    distill(project, "review", page.name, "--as", "verified", "--by", "Ann")
    for path in (page, archive(other)):
        path.write_bytes(path.read_bytes() + "\nGrüße\n".encode("latin-1"))
    outdate(other)
    mine = [path.read_bytes() for path in (page, archive(other), other)]

    done = distill(project, "rebuild")

    assert [path.read_bytes() for path in (page, archive(other), other)] == mine
    assert done.stdout.count("not UTF-8 text") == 2


@posix
def test_what_is_a_link_is_left_alone(project: Path, tmp_path: Path) -> None:
    page, other = a_wiki(project)
    outdate(page)
    elsewhere, secret = tmp_path / "elsewhere.md", tmp_path / "private.md"
    page.rename(elsewhere)
    page.symlink_to(elsewhere)
    secret.write_text("# Restore map\n\n## Decisions\n- Decision: nobody else's business\n", "utf-8")
    archive(other).unlink()
    archive(other).symlink_to(secret)
    before = [elsewhere.read_bytes(), other.read_bytes(), secret.read_bytes()]

    done = distill(project, "rebuild")

    assert [elsewhere.read_bytes(), other.read_bytes(), secret.read_bytes()] == before
    assert page.is_symlink()
    assert archive(other).is_symlink()
    assert done.stdout.count("a link, not a file") == 2
    assert "nobody else's business" not in done.stdout + "".join(str(row) for row in journal(project))


@posix
def test_a_review_keeps_the_link_that_a_page_is(project: Path, tmp_path: Path) -> None:
    (page,) = a_wiki(project, 1)
    elsewhere = tmp_path / "elsewhere.md"
    page.rename(elsewhere)
    page.symlink_to(elsewhere)

    assert distill(project, "review", page.name, "--as", "reviewed", "--by", "Ann").returncode == 0

    assert page.is_symlink()
    assert "confidence: reviewed" in elsewhere.read_text("utf-8")


@posix
def test_what_is_no_event_in_the_spool_holds_nobody(project: Path) -> None:
    spool = project / ".distill" / "spool"
    a_wiki(project, 1)
    spool.mkdir(exist_ok=True)
    (spool / "lane--1-1.json").mkdir()
    os.mkfifo(spool / "lane--2-2.json")

    done = distill(project, "rebuild")

    assert done.returncode == 0, done.stderr
    assert len([row for row in journal(project) if row.get("reason") == "disk-error"]) == 2
