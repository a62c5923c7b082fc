"""The Anthropic engine end to end: the installed command against a Messages API on the loopback."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import loopback_api
import pytest
from worlds import a_map, an_event, fire, fixture_text, journal, pages, put_map, random_text, wait_for

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
INVENTED = {
    **ANSWER,
    "accomplished": [
        *ANSWER["accomplished"],
        {"text": "#999 merged and deployed (commit deadbee)", "lines": {"first": 23, "last": 23}, "quote": "#31"},
    ],
}


def run(project: Path, url: str, **env: str) -> dict[str, object]:
    """Run the command on a fresh map with a key and an address; return its result."""
    path = put_map(project, a_map())
    command = [sys.executable, "-m", "distill", "run", str(path), "--engine", "anthropic", "--json"]
    environment = {**os.environ, "ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": url, **env}
    done = subprocess.run(
        command, cwd=project, env=environment, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    assert environment["ANTHROPIC_API_KEY"] not in done.stdout + done.stderr
    result: dict[str, object] = json.loads(done.stdout)["results"][0]
    return result


def test_a_good_answer_makes_a_page_of_the_engine(project: Path) -> None:
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        result = run(project, api.url)

    page = pages(project)[0].read_text("utf-8")
    assert (result["engine"], result["fallback_reason"]) == ("anthropic", None)
    assert (result["input_tokens"], result["output_tokens"]) == (1200, 90)
    assert result["cost_usd"] == pytest.approx(1200 * 0.1e-6 + 90 * 0.5e-6)
    assert "engine: anthropic" in page
    assert "model: claude-haiku-5-5" in page
    assert "prompt: distill@" in page
    assert '"Never push to `main`; every change goes through a pull request." (must)' in page
    assert journal(project)[-1]["cost_usd"] == "0.000165"


@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        ("bad_key", "bad-key"),
        ("rate_limit_hour", "rate-limited"),
        ("overloaded", "overloaded"),
        ("hang", "api-timeout"),
        ("drip", "api-timeout"),
        ("html_200", "bad-answer"),
        ("html_as_json", "bad-answer"),
        ("refusal", "refused"),
        ("truncated", "truncated"),
        ("empty", "bad-answer"),
        ("none_content", "bad-answer"),
        ("off_schema", "bad-answer"),
        ("not_json", "bad-answer"),
        ("retired_model", "unknown-model"),
        ("no_credit", "api-error"),
        ("too_long", "api-error"),
        ("server_error", "api-error"),
    ],
)
def test_every_failure_ends_in_a_page_that_says_why(project: Path, scenario: str, reason: str) -> None:
    with loopback_api.serving(scenario) as api:  # only what never answers is waited for
        result = run(project, api.url, DISTILL_DEADLINE_SECONDS="20" if reason == "api-timeout" else "40")

    page = pages(project)[0].read_text("utf-8")
    assert (result["engine"], result["fallback_reason"]) == ("extractive", reason)
    assert "engine: extractive" in page
    assert "fallback_from: anthropic" in page
    assert f"fallback_reason: {reason}" in page
    assert "PLT-19" in page
    assert 1 <= len(api.requests) <= 2
    assert journal(project)[-1]["reason"] == reason


def test_without_a_key_nothing_is_called(project: Path) -> None:
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        result = run(project, api.url, ANTHROPIC_API_KEY=" \n")

    assert result["fallback_reason"] == "no-key"
    assert api.requests == []
    assert "fallback_reason: no-key" in pages(project)[0].read_text("utf-8")


def test_at_a_cap_of_0_nothing_is_called(project: Path) -> None:
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        result = run(project, api.url, DISTILL_MAX_USD_PER_DAY="0")

    assert api.requests == []
    assert (result["engine"], result["fallback_reason"]) == ("extractive", "cap-reached")
    assert "`max_usd_per_day` is 0" in pages(project)[0].read_text("utf-8")


def test_the_days_cap_holds_from_run_to_run(project: Path) -> None:
    capped = {"DISTILL_MAX_USD_PER_DAY": "0.03", "DISTILL_DEADLINE_SECONDS": "10"}
    with loopback_api.serving("hang") as api:
        first = run(project, api.url, **capped)
        (project / "restore-maps" / "RESTORE-MAP.md").unlink()
        pages(project)[0].unlink()
        second = run(project, api.url, **capped)

    assert [first["fallback_reason"], second["fallback_reason"]] == ["api-timeout", "cap-reached"]
    assert len(api.requests) == 1


def test_a_repository_does_not_say_what_is_spent(project: Path) -> None:
    (project / "distill.toml").write_text("max_usd_per_day = 1000\n", "utf-8")
    path = put_map(project, a_map())

    done = subprocess.run(
        [sys.executable, "-m", "distill", "run", str(path)], cwd=project, capture_output=True, text=True, check=False
    )

    assert done.returncode == 3
    assert "must not say what you spend" in done.stderr


def test_what_the_model_invents_is_dropped_and_counted(project: Path) -> None:
    with loopback_api.serving(loopback_api.answered(INVENTED)) as api:
        result = run(project, api.url)

    page = pages(project)[0].read_text("utf-8")
    assert result["engine"] == "anthropic"
    assert not re.search(r"(?<![0-9a-f])999(?![0-9a-f])", page)  # the hash of a map may hold such digits
    assert "deadbee" not in page
    assert "#31 moisture" in page
    assert "1 item" in page


def test_an_answer_of_inventions_alone_is_set_aside(project: Path) -> None:
    only = {"headline": "", "decisions": [], "open_items": [], "accomplished": INVENTED["accomplished"][1:]}
    with loopback_api.serving(loopback_api.answered(only)) as api:
        result = run(project, api.url)

    assert (result["engine"], result["fallback_reason"]) == ("extractive", "unsupported-claims")


def test_no_secret_is_in_any_request(project: Path) -> None:
    text, values = fixture_text("orchestrator")
    path = project / "map.md"
    path.write_text(text, "utf-8")
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        environment = {**os.environ, "ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url}
        subprocess.run(
            [sys.executable, "-m", "distill", "run", str(path)],
            cwd=project,
            env=environment,
            check=True,
            capture_output=True,
        )

    sent = b"".join(request.raw for request in api.requests).decode()
    assert "HBR-33" in sent
    for value in values.values():
        assert not any(value[i : i + 8] in sent for i in range(4, len(value) - 8))


def test_three_hooks_at_once_make_one_call_and_one_page(project: Path) -> None:
    put_map(project, a_map())
    with loopback_api.serving(loopback_api.answered(ANSWER)) as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url}
        for _ in range(3):
            fire(an_event(project), env)
        wait_for(project, "skipped:duplicate", count=2)

    assert len(api.requests) == 1
    assert len(pages(project)) == 1
