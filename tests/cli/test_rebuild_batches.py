"""`distill rebuild` that asks a model, as a night runs it: killed, without time, with a service that fails."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import loopback_api
import loopback_batches
import pytest
from worlds import a_map, pages, put_map, random_text

ANSWER = {
    "headline": "",
    "accomplished": [{"text": "#31 moisture sensor retries", "lines": {"first": 22, "last": 22}, "quote": ""}],
    "decisions": [],
    "open_items": [],
}


def good(_params: dict[str, Any], _number: int) -> loopback_batches.Result:
    return loopback_batches.succeeded(ANSWER)


def command(*args: str) -> list[str]:
    return [sys.executable, "-m", "distill", *args]


@pytest.fixture
def wiki(project: Path) -> Path:
    maps = [put_map(project, a_map(ticket=f"PLT-{100 + n}"), f"RESTORE-MAP-{n}.md") for n in range(5)]
    subprocess.run(command("run", *map(str, maps)), cwd=project, check=True, capture_output=True, timeout=120)
    return project


def environment(url: str, **more: str) -> dict[str, str]:
    key = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": url}
    return {**os.environ, **key, **more}


def rebuild(project: Path, env: dict[str, str], *args: str) -> str:
    words = command("rebuild", *args)
    done = subprocess.run(words, cwd=project, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def by_model(project: Path) -> int:
    return sum("engine: anthropic\n" in page.read_text("utf-8") for page in pages(project))


def test_a_run_that_is_killed_is_gone_on_with_and_nothing_is_paid_twice(wiki: Path) -> None:
    with loopback_batches.serving(ends_after=4, outcome=good) as api:
        env = environment(api.url)
        run = subprocess.Popen(command("rebuild", "--engine", "batches"), cwd=wiki, env=env, stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while not list((wiki / ".distill" / "batches").glob("*.json")) and time.monotonic() < until:
            time.sleep(0.05)
        run.kill()
        run.wait(30)

        soon = rebuild(wiki, env, "--engine", "batches", "--wait", "0")
        assert "5 of them not ready yet: the next `distill rebuild --engine batches` takes them up" in soon
        told = json.loads(rebuild(wiki, env, "--engine", "batches", "--wait", "2", "--json"))

    assert [len(batch.requests) for batch in api.batches] == [5]
    assert (told["updated"], told["waiting"], by_model(wiki)) == (5, 0, 5)


def test_maps_that_the_service_never_comes_to_do_not_hide_those_that_were_paid(wiki: Path) -> None:
    last = pages(wiki)[-1].name

    def never_but_the_last(params: dict[str, Any], number: int) -> loopback_batches.Result:
        ticket = next(t for t in (f"PLT-{100 + n}" for n in range(5)) if t in str(params))
        is_last = ticket in (wiki / "wiki" / "maps" / last).read_text("utf-8")
        return good(params, number) if is_last else loopback_batches.EXPIRED

    with loopback_batches.serving(outcome=never_but_the_last) as api:
        told = json.loads(rebuild(wiki, environment(api.url), "--engine", "batches", "--wait", "2", "--json"))

    assert (told["updated"], by_model(wiki)) == (1, 1)
    assert "engine: anthropic\n" in (wiki / "wiki" / "sessions" / last).read_text("utf-8")


def test_a_cap_of_0_does_not_even_fetch_what_is_paid(wiki: Path) -> None:
    with loopback_batches.serving(ends_after=1_000, outcome=good) as api:
        rebuild(wiki, environment(api.url), "--engine", "batches", "--wait", "0.15")
        calls = len(api.headers)
        told = rebuild(wiki, environment(api.url, DISTILL_MAX_USD_PER_DAY="0"), "--engine", "batches", "--wait", "1")

    assert (len(api.headers), calls > 0) == (calls, True)
    assert "`max_usd_per_day` is 0" in told
    assert "asked of the model" not in told


def test_pages_that_were_not_asked_for_after_failures_are_asked_for_the_next_night(wiki: Path) -> None:
    with loopback_api.serving("bad_key") as api:
        told = json.loads(rebuild(wiki, environment(api.url), "--engine", "anthropic", "--json"))
    assert told["asked"] == 3

    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        told = json.loads(rebuild(wiki, environment(api.url), "--engine", "anthropic", "--json"))

    assert (told["asked"], by_model(wiki)) == (5, 5)


def test_a_limit_of_nothing_is_said_by_its_own_name(wiki: Path) -> None:
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        told = rebuild(wiki, environment(api.url), "--limit-usd", "0")

    assert api.requests == []
    assert "no model is asked: `--limit-usd` is 0: no request is made." in told
    assert "asked of the model" not in told
