"""`distill rebuild` and `distill review`, as a person and a night use them."""

import contextlib
import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import loopback_api
import pytest
from worlds import a_map, an_event, github_token, journal, pages, put_map, random_text

from distill import config, pipeline, spool
from distill import project as project_module
from distill.agents.events import HookEvent
from distill.outcome import Written
from distill.pages.read import parse
from distill.pages.seal import is_as_written
from distill.rebuild import nightly, run
from distill.rebuild.apply import MOST_PROPOSALS, Done, proposal

ANSWER = {
    "headline": "PLT-19 is in planning",
    "accomplished": [
        {"text": "#31 moisture sensor retries (commit 4be19c7)", "lines": {"first": 23, "last": 23}, "quote": "#31"}
    ],
    "decisions": [],
    "open_items": [
        {"text": "PLT-19: wait for the dev-seat result", "lines": {"first": 13, "last": 16}, "quote": "PLT-19"}
    ],
}


def distill(project: Path, *args: object, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "distill", *map(str, args)],
        cwd=project,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def rebuilt(project: Path, *args: str, code: int = 0, **env: str) -> dict[str, object]:
    done = distill(project, "rebuild", "--json", *args, **env)
    assert done.returncode == code, done.stderr + done.stdout
    told: dict[str, object] = json.loads(done.stdout)
    return told


def a_wiki(project: Path, count: int = 3, **settings: object) -> list[Path]:
    """Make pages of maps that differ."""
    place = pipeline.Place(wiki=project / "wiki", state=Path(project_module.make_state(str(project))))
    loaded = replace(config.load(project, env={}), **settings)  # type: ignore[arg-type]
    for n in range(count):
        raw = pipeline.read_map(put_map(project, a_map(ticket=f"PLT-{100 + n}"), f"RESTORE-MAP-{n}.md"), loaded)
        assert isinstance(raw, pipeline.RawMap)
        assert isinstance(pipeline.run(raw, loaded, place, env={}), Written)
    return pages(project)


def touched(project: Path) -> dict[str, int]:
    """Tell when each file of project was last written."""
    return {
        str(p): p.stat().st_mtime_ns
        for top in ("wiki", ".distill")
        for p in (project / top).rglob("*")
        if p.is_file() and p.suffix != ".lock"
    }


def outdate(page: Path) -> str:
    """Make a page look as if an older engine had written it: as written, and different."""
    from distill.pages.seal import resealed

    text = resealed(page.read_text("utf-8").replace("moisture sensor retries", "moisture sensor"))
    page.write_text(text, "utf-8")
    assert is_as_written(text)
    return text


def test_what_is_current_is_not_touched(project: Path) -> None:
    a_wiki(project)
    first = rebuilt(project)
    before = touched(project)

    second = rebuilt(project)

    assert (first["current"], second["current"]) == (3, 3)
    assert touched(project) == before


def test_what_an_older_engine_wrote_is_made_again(project: Path) -> None:
    (page, *_) = a_wiki(project)
    wanted = page.read_text("utf-8")
    outdate(page)

    told = rebuilt(project)

    assert (told["updated"], told["current"], told["proposed"]) == (1, 2, 0)
    assert page.read_text("utf-8") == wanted
    assert journal(project)[-1] | {"time": ""} == {
        "time": "", "outcome": "updated", "page": page.name, "event": "rebuild",
    }  # fmt: skip


def test_what_a_person_changed_stays_and_no_old_version_is_proposed(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(page.read_text("utf-8").replace("retries", "retries, by hand"), "utf-8")
    mine = page.read_bytes()

    told = rebuilt(project)

    assert (told["current"], told["proposed"]) == (3, 0)
    assert page.read_bytes() == mine


def test_where_there_is_something_new_for_a_changed_page_it_is_proposed_once(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(outdate(page) + "\nMine.\n", "utf-8")
    mine = page.read_bytes()

    first, second = rebuilt(project), rebuilt(project)

    assert page.read_bytes() == mine
    assert [first["proposed"], second["proposed"]] == [1, 0]
    assert "moisture sensor retries" in proposal(page).read_text("utf-8")
    assert [row["reason"] for row in journal(project) if row.get("event") == "rebuild"] == ["edited"]


def test_a_proposal_that_a_person_worked_on_stays_and_another_lies_beside_it(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(outdate(page) + "\nMine.\n", "utf-8")
    rebuilt(project)
    worked_on = outdate(proposal(page)) + "\nHalf taken over.\n"
    proposal(page).write_text(worked_on, "utf-8")
    mine, told = page.read_bytes(), []

    for _ in range(2):
        (project / ".distill" / "rebuild.json").unlink()  # as after a change of the engine
        told.append(rebuilt(project)["proposed"])

    assert told == [1, 0]
    assert proposal(page).read_text("utf-8") == worked_on
    assert "moisture sensor retries" in proposal(page, 2).read_text("utf-8")
    assert page.read_bytes() == mine


def test_a_proposal_as_it_was_written_gives_way_to_a_newer_one(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(outdate(page) + "\nMine.\n", "utf-8")
    rebuilt(project)
    wanted = proposal(page).read_text("utf-8")
    outdate(proposal(page))
    (project / ".distill" / "rebuild.json").unlink()  # as after a change of the engine

    assert rebuilt(project)["proposed"] == 1

    assert proposal(page).read_text("utf-8") == wanted
    assert not proposal(page, 2).exists()


def test_where_each_proposal_was_changed_the_page_is_left_and_named(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(outdate(page) + "\nMine.\n", "utf-8")
    for number in range(1, MOST_PROPOSALS + 1):
        proposal(page, number).write_text(f"draft {number}", "utf-8")

    told = rebuilt(project)

    assert told["left"] == 1
    assert f"{MOST_PROPOSALS} proposals beside it were changed" in json.dumps(told["changes"])
    assert proposal(page, MOST_PROPOSALS).read_text("utf-8") == f"draft {MOST_PROPOSALS}"


def test_a_reviewed_page_is_a_persons_too(project: Path) -> None:
    (page, *_) = a_wiki(project)
    outdate(page)
    assert distill(project, "review", page.name, "--as", "verified", "--by", "Ada").returncode == 0
    mine = page.read_bytes()

    told = rebuilt(project)

    assert told["proposed"] == 1
    assert page.read_bytes() == mine


def test_a_change_after_a_review_drops_it(project: Path) -> None:
    (page, *_) = a_wiki(project)
    assert distill(project, "review", page, "--as", "reviewed", "--by", "Ada").returncode == 0
    page.write_text(page.read_text("utf-8") + "\nMore.\n", "utf-8")

    told = rebuilt(project)

    meta = parse(page.read_text("utf-8")).meta
    assert told["lowered"] == [page.name]
    assert (meta.confidence, meta.reviewed_by) == ("low", "Ada")
    assert page.read_text("utf-8").endswith("\nMore.\n")


def test_a_dry_run_writes_nothing(project: Path) -> None:
    (page, other, *_) = a_wiki(project)
    outdate(page)
    distill(project, "review", other, "--as", "reviewed", "--by", "Ada")
    other.write_text(other.read_text("utf-8") + "More.\n", "utf-8")
    before = touched(project)

    told = rebuilt(project, "--dry-run")

    assert (told["updated"], told["lowered"]) == (1, [other.name])
    assert touched(project) == before


def test_pages_that_cannot_be_made_again_are_named_and_stay(project: Path) -> None:
    (first, second, third) = a_wiki(project)
    first.write_text("no page", "utf-8")
    (project / "wiki" / "maps" / second.name).unlink()
    third.write_text(third.read_text("utf-8").replace("map: ../maps/", "map: ../../maps/"), "utf-8")

    told = rebuilt(project)

    assert told["left"] == 3
    assert first.read_text("utf-8") == "no page"


def test_waiting_events_are_taken_up(project: Path) -> None:
    put_map(project, a_map())
    (project / "distill.toml").write_text("wikki = 1\n", "utf-8")
    from worlds import fire, wait_for

    fire(an_event(project))
    wait_for(project, "failed:config-error")
    (project / "distill.toml").unlink()

    told = rebuilt(project)

    assert told["from_spool"] == 1
    assert len(pages(project)) == 1


def test_since_passes_over_what_is_older(project: Path) -> None:
    a_wiki(project)

    assert rebuilt(project, "--since", "2999-01-01")["pages"] == 0
    assert rebuilt(project, "--since", "2020-01-01")["pages"] == 3


def test_with_a_key_pages_made_without_one_are_asked_for_once(project: Path) -> None:
    a_wiki(project, 2, engine="auto")
    assert all("fallback_reason: no-key" in page.read_text("utf-8") for page in pages(project))

    with loopback_api.serving(*[loopback_api.answered(ANSWER)] * 4) as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url, "DISTILL_DEADLINE_SECONDS": "60"}
        dry = rebuilt(project, "--dry-run", **env)
        first = rebuilt(project, **env)
        second = rebuilt(project, **env)

    assert (dry["asked"], first["asked"], second["asked"]) == (2, 2, 0)
    assert 0 < float(str(first["usd"])) <= float(str(dry["usd"]))
    assert len(api.requests) == 2
    assert all("engine: anthropic" in page.read_text("utf-8") for page in pages(project))
    assert all("fallback" not in page.read_text("utf-8") for page in pages(project))


def test_a_limit_of_nothing_asks_nothing_and_changes_nothing(project: Path) -> None:
    a_wiki(project, 2, engine="auto")
    texts = [page.read_bytes() for page in pages(project)]
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url}
        told = rebuilt(project, "--limit-usd", "0", **env)

    assert api.requests == []
    assert told["current"] == 2
    assert [page.read_bytes() for page in pages(project)] == texts


def test_after_three_failures_of_the_service_no_more_is_asked(project: Path) -> None:
    a_wiki(project, 5, engine="auto")
    texts = [page.read_bytes() for page in pages(project)]
    with loopback_api.serving("bad_key", "bad_key", "bad_key", "bad_key", "bad_key") as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url, "DISTILL_DEADLINE_SECONDS": "60"}
        told = rebuilt(project, **env)

    assert (told["asked"], len(api.requests)) == (3, 3)
    assert "the service does not take the key" in str(told["stopped"])
    assert [page.read_bytes() for page in pages(project)] == texts


def test_a_refusal_is_not_paid_twice(project: Path) -> None:
    a_wiki(project, 1, engine="auto")
    with loopback_api.serving("refusal", "refusal", "refusal") as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url, "DISTILL_DEADLINE_SECONDS": "60"}
        rebuilt(project, **env)
        rebuilt(project, **env)

    assert len(api.requests) == 1
    assert "fallback_reason: refused" in pages(project)[0].read_text("utf-8")


def test_an_engine_that_cannot_be_had_is_said(project: Path) -> None:
    a_wiki(project, 1)

    done = distill(project, "rebuild", "--engine", "batches")

    assert done.returncode == 0
    assert "no model is asked: No API key" in done.stdout
    assert distill(project, "rebuild", "--engine", "gpt").returncode == 3


def test_what_todays_rules_find_ends_with_1(project: Path) -> None:
    (page, *_) = a_wiki(project)
    page.write_text(page.read_text("utf-8") + f"\n{github_token()}\n", "utf-8")

    assert rebuilt(project, code=1)["places"] == 1


def test_one_at_a_time(project: Path) -> None:
    from distill import locks

    a_wiki(project, 1)
    with locks.held(project / ".distill" / "locks" / "rebuild.lock", seconds=0) as mine:
        assert mine
        done = distill(project, "rebuild")

    assert done.returncode == 0
    assert "another rebuild" in done.stderr


def test_a_repository_with_windows_line_ends_is_current(project: Path) -> None:
    for page in a_wiki(project):
        page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n"))

    told = rebuilt(project)

    assert (told["current"], told["proposed"]) == (3, 0)


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor_makes_the_same_pages(project: Path, kind: str) -> None:
    wanted = [page.read_text("utf-8") for page in a_wiki(project, 4)]
    for page in pages(project):
        outdate(page)
    settings = config.load(project, env={})
    plan, _ = nightly.plan(project, project / ".distill", settings, {}, nightly.Wanted())
    pool = ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    with pool:
        report = run.rebuild(replace(plan, executor=pool), tick=lambda _: None)

    assert report.count(Done.UPDATED) == 4
    assert [page.read_text("utf-8") for page in pages(project)] == wanted


def test_review_says_what_it_cannot_do(project: Path) -> None:
    (page, *_) = a_wiki(project, 1)

    assert distill(project, "review", "none.md", "--as", "reviewed", "--by", "A").returncode == 7
    assert distill(project, "review", page, "--as", "sure", "--by", "A").returncode == 2
    done = distill(
        project, "review", page, "--as", "reviewed", GIT_CONFIG_GLOBAL=os.devnull, GIT_CONFIG_SYSTEM=os.devnull
    )
    assert (done.returncode, "needs a name" in done.stderr) == (7, True)


def test_a_dask_cluster_can_take_the_place_of_the_processes(project: Path) -> None:
    distributed = pytest.importorskip("distributed")
    wanted = [page.read_text("utf-8") for page in a_wiki(project, 3)]
    for page in pages(project):
        outdate(page)
    local = {
        "host": "127.0.0.1",
        "dashboard_address": "127.0.0.1:0",
        "processes": False,
        "protocol": "tcp",
        "n_workers": 1,
    }

    with distributed.LocalCluster(**local) as cluster:
        told = rebuilt(project, "--cluster", cluster.scheduler_address)

    assert told["updated"] == 3
    assert [page.read_text("utf-8") for page in pages(project)] == wanted


def test_a_cluster_that_is_not_there_is_said(project: Path) -> None:
    a_wiki(project, 1)

    assert distill(project, "rebuild", "--cluster", "nonsense://127.0.0.1:1").returncode == 3


def test_a_worker_that_ends_on_its_event_does_not_end_the_night(project: Path) -> None:
    state = Path(project_module.make_state(str(project)))
    for lane in ("a", "b"):
        spool.put(str(state), HookEvent({**an_event(project), "seat": lane}), now_ns=1, pid=1)
    asked: list[str] = []

    def killed(python: str, root: str, at: str, lane: str) -> list[str]:
        assert (root, at) == (str(project), str(state))
        asked.append(lane)
        return [python, "-c", "import os; os.kill(os.getpid(), 9)"]

    assert nightly.take_up_spool(project, state, os.environ, command=killed) == 0
    assert asked == ["a", "b"]
    assert len(spool.waiting(str(state))) == 2


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of this kind")
def test_the_bar_fills_also_where_pages_are_passed_over_for_their_date(project: Path) -> None:
    import pty

    (page,) = a_wiki(project, 1)
    for n in range(60):
        page.with_name(f"2026-01-01-copy-{n}.md").write_text(page.read_text("utf-8"), "utf-8")
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "distill", "rebuild", "--since", "2999-01-01"], cwd=project, stderr=follower
    ) as run_:
        assert run_.wait(timeout=60) == 0
    os.close(follower)
    shown = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
        while piece := os.read(leader, 65_536):
            shown += piece
    os.close(leader)
    assert b"100%" in shown
