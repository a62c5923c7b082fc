"""`distill rebuild` and `distill review` killed, interrupted, out of disk, or given what is not theirs."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from worlds import a_map, github_token, journal, pages, put_map, random_text

from distill import config, files
from distill.cli.review import review
from distill.config import Settings
from distill.engines import fallback
from distill.engines.interface import Distillation
from distill.errors import PageError
from distill.model import Confidence, Redacted
from distill.pages.seal import resealed
from distill.rebuild import nightly, run
from distill.rebuild.apply import Done

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


@posix
def test_one_page_that_cannot_be_written_does_not_end_the_night_of_the_others(project: Path) -> None:
    mine, *others = a_wiki(project, 3)
    wanted = [page.read_text("utf-8") for page in others]
    for page in (mine, *others):
        outdate(page)
    mine.write_text(mine.read_text("utf-8") + "\nMine.\n", "utf-8")
    mine.with_name(f".{mine.name}.proposed").mkdir()
    before = mine.read_bytes()

    done = distill(project, "rebuild")

    assert [page.read_text("utf-8") for page in others] == wanted
    assert mine.read_bytes() == before
    assert f"left: {mine.name} (it cannot be written (Is a directory))" in done.stdout
    assert (done.returncode, "the disk said no" in done.stderr) == (7, True)
    assert [row["page"] for row in journal(project) if row.get("reason") == "page-error"] == [mine.name]


def in_process(project: Path, **changes: Any) -> run.Report:
    plan, _ = nightly.plan(project, project / ".distill", config.load(project, env={}), {}, nightly.Wanted())
    return run.rebuild(replace(plan, **changes), tick=lambda _: None)


def test_a_disk_without_room_ends_the_run_at_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = {page: outdate(page) for page in a_wiki(project, 3)}
    tried: list[Path] = []

    def full(path: Path, *_: object, **__: object) -> bool:
        tried.append(path)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "_by_draft", full)
    with pytest.raises(OSError, match="No space left"):
        in_process(project)

    assert len(tried) == 1
    assert {page: page.read_text("utf-8") for page in old} == old


@pytest.mark.parametrize("which", ["page", "map"])
def test_what_somebody_saves_while_the_draft_goes_to_the_disk_stays(
    project: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    (page,) = a_wiki(project, 1)
    outdate(page)
    archive(page).write_text(archive(page).read_text("utf-8") + f"\nThe password is {random_text(12)}\n", "utf-8")
    saved = page if which == "page" else archive(page)
    write = files._write_draft

    def and_meanwhile(draft: Path, content: str | bytes, mode: int) -> None:
        write(draft, content, mode)
        saved.write_text("Mine, saved at the wrong moment.\n", "utf-8")

    monkeypatch.setattr(files, "_write_draft", and_meanwhile)
    report = in_process(project)

    assert saved.read_text("utf-8") == "Mine, saved at the wrong moment.\n"
    assert report.count(Done.LEFT) == 1


def test_a_review_does_not_overwrite_what_is_saved_meanwhile(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (page,) = a_wiki(project, 1)
    write = files._write_draft

    def and_meanwhile(draft: Path, content: str | bytes, mode: int) -> None:
        write(draft, content, mode)
        page.write_text("Mine, saved at the wrong moment.\n", "utf-8")

    monkeypatch.setattr(files, "_write_draft", and_meanwhile)
    monkeypatch.chdir(project)
    with pytest.raises(PageError, match="changed meanwhile"):
        review(page, confidence=Confidence.REVIEWED, by="Ann")

    assert page.read_text("utf-8") == "Mine, saved at the wrong moment.\n"


def test_a_page_that_breaks_the_program_is_left_and_the_others_are_made(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = a_wiki(project, 3)
    first = next(page for page in made if "PLT-100" in page.read_text("utf-8"))
    for page in made:
        outdate(page)
    distil = fallback.extracted

    def breaks(source: Redacted, settings: Settings) -> Distillation:
        if "PLT-100" in source.text:
            raise RecursionError
        return distil(source, settings)

    monkeypatch.setattr(fallback, "extracted", breaks)
    report = in_process(project)

    assert [(each.path, "RecursionError" in each.why) for each in report.applied if each.why] == [(first, True)]
    assert report.count(Done.UPDATED) == 2


class Killed(Executor):
    """An executor one of whose processes is killed after the first page, as when memory runs out."""

    def map(self, fn: Any, *rows: Any, **_: Any) -> Any:  # type: ignore[override]
        yield fn(*next(zip(*rows, strict=True)))
        raise BrokenExecutor("terminated abruptly")


def test_an_executor_that_breaks_leaves_the_rest_for_another_night(project: Path) -> None:
    old = {page: outdate(page) for page in a_wiki(project, 3)}

    report = in_process(project, executor=Killed())

    assert (report.count(Done.UPDATED), report.count(Done.LEFT)) == (1, 2)
    assert sum(page.read_text("utf-8") == text for page, text in old.items()) == 2
    assert in_process(project).count(Done.UPDATED) == 2


@pytest.mark.parametrize("broken", ["[" * 100_000, '{"fingerprint": "', "\udcff", '{"fingerprint": 1, "pages": []}'])
def test_a_broken_memory_costs_time_and_nothing_else(project: Path, broken: str) -> None:
    wanted = {page: page.read_text("utf-8") for page in a_wiki(project)}
    for page in wanted:
        outdate(page)
    (project / ".distill" / "rebuild.json").write_bytes(broken.encode("utf-8", "surrogateescape"))

    assert in_process(project).count(Done.UPDATED) == 2
    assert {page: page.read_text("utf-8") for page in wanted} == wanted


DIES = """
import os, sys
from distill import files
left = int(sys.argv[1])

def dying(real):
    def step(*args):
        global left
        left -= 1
        if left == 0:
            os._exit(9)
        return real(*args)
    return step

files._write_draft, files._take_over = dying(files._write_draft), dying(files._take_over)
from distill.cli.main import main
main(["rebuild"])
"""
"""A rebuild that is gone at its n-th step on the disk: a draft, or its taking the place of a file."""


def test_killed_at_each_step_on_the_disk_the_next_run_brings_all_to_its_end(project: Path, tmp_path: Path) -> None:
    for page in a_wiki(project, 1):
        outdate(page)
        archive(page).write_text(archive(page).read_text("utf-8") + f"\n- token {github_token()}\n", "utf-8")
    whole = tmp_path / "whole"
    shutil.copytree(project, whole)
    assert distill(whole, "rebuild").returncode == 0
    wanted = {path.relative_to(whole): path.read_bytes() for path in (whole / "wiki").rglob("*.md")}
    assert b"redactions: {github-token: 1}" in b"".join(wanted.values())

    for step in range(1, 8):
        again = tmp_path / f"step-{step}"
        shutil.copytree(project, again)
        died = subprocess.run([sys.executable, "-c", DIES, str(step)], cwd=again, capture_output=True, check=False)
        assert distill(again, "rebuild").returncode == 0
        assert {path.relative_to(again): path.read_bytes() for path in (again / "wiki").rglob("*.md")} == wanted
        if died.returncode != 9:
            break
    assert (died.returncode, step) == (0, 7)


@pytest.mark.skipif(sys.platform != "linux", reason="names that are no text")
def test_a_name_that_is_no_text_is_a_name(project: Path) -> None:
    (page,) = a_wiki(project, 1)
    wanted = page.read_bytes()
    outdate(page)
    odd = Path(os.fsdecode(os.fsencode(page.parent) + b"/\xff.md"))
    page.rename(odd)

    assert in_process(project).count(Done.UPDATED) == 1
    assert odd.read_bytes() == wanted
    assert in_process(project).count(Done.CURRENT) == 1
    assert distill(project, "rebuild", "--json").returncode == 0
