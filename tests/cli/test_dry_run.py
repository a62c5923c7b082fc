"""`distill run --dry-run`: shows what would be sent, sends and writes nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import loopback_api
from worlds import a_map, github_token, put_map, random_text


def dry(project: Path, *args: object, **env: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "distill", "run", "--dry-run", *map(str, args)]
    return subprocess.run(
        command, cwd=project, env={**os.environ, **env}, capture_output=True, text=True, timeout=60, check=False
    )


def test_it_shows_the_redacted_request_and_sends_nothing(project: Path) -> None:
    token = github_token()
    path = put_map(project, a_map(extra=f"- {token}\n"))
    with loopback_api.serving(loopback_api.answered()) as api:
        done = dry(project, path, "--json", ANTHROPIC_API_KEY=random_text(30), ANTHROPIC_BASE_URL=api.url)

    (told,) = json.loads(done.stdout)["requests"]
    assert done.returncode == 0
    assert api.requests == []
    assert token[8:] not in done.stdout
    assert "PLT-19" in told["user"]
    assert told["redactions"] == {"github-token": 1}
    assert 0 < told["usd_at_most"] < 0.1
    assert 500 < told["input_tokens_about"] < 5_000
    assert not (project / "wiki").exists()
    assert not (project / ".distill").exists()


def test_a_person_reads_it_whole(project: Path) -> None:
    done = dry(project, put_map(project, a_map()))

    assert done.returncode == 0
    assert "PLT-19" in done.stdout
    assert "nothing was sent" in done.stdout


def test_it_says_what_keeps_a_run_from_sending(project: Path) -> None:
    path, key = put_map(project, a_map()), random_text(30)

    assert "nor would a run now send it: No API key" in dry(project, path).stdout
    assert "`extractive`" in dry(project, path, "--engine", "extractive", ANTHROPIC_API_KEY=key).stdout
    assert "`max_usd_per_day` is 0" in dry(project, path, ANTHROPIC_API_KEY=key, DISTILL_MAX_USD_PER_DAY="0").stdout
    assert "nor would" not in dry(project, path, ANTHROPIC_API_KEY=key).stdout


def test_a_map_that_cannot_be_read_and_none_at_all(project: Path) -> None:
    assert dry(project, project / "none.md").returncode == 4
    assert dry(project).returncode == 2


def test_a_model_without_a_price_says_so(project: Path) -> None:
    done = dry(project, put_map(project, a_map()), DISTILL_MODEL="some-model")

    assert "its price is not known" in done.stdout
