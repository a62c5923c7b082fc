"""`--exact`: the count endpoint over a loopback API; redacted text alone goes out; a failure falls back with a note."""

import json

import loopback_api
import pytest
from loopback_api import Reply
from made_secrets import made

from distill.cli.token_counts import TokenCounts
from distill.config import Settings
from distill.engines import token_count
from distill.engines.interface import Unavailable
from distill.model import Reason, Redacted
from distill.tokens import estimate

KEY = "k-" + "FAKE-" * 3 + "x"
ENV = {"ANTHROPIC_API_KEY": KEY}
TOLD = Reply(body=json.dumps({"input_tokens": 4321}).encode())


def test_the_service_counts_redacted_text() -> None:
    token = "gh" + "p_" + made(36)
    with loopback_api.serving(TOLD) as api:
        counts = TokenCounts.of(Settings(base_url=api.url), ENV, exact=True)
        assert counts.count(f"the token is {token}") == 4321
        sent = api.requests[0]

    assert sent.path == "/v1/messages/count_tokens"
    assert token not in sent.raw.decode()
    assert "REDACTED-" in sent.body["messages"][0]["content"]
    assert sent.body["model"] == "claude-haiku-5-5"
    assert (counts.note, counts.method) == ("", "counted by claude-haiku-5-5")


def test_without_a_key_nothing_is_asked() -> None:
    with loopback_api.serving(TOLD) as api:
        counts = TokenCounts.of(Settings(base_url=api.url), {}, exact=True)
        assert counts.count("some words") == estimate("some words")
        assert api.requests == []

    assert counts.note.startswith("estimated: No API key")


@pytest.mark.parametrize(
    "scenario", ["bad_key", "overloaded", "html_200", "html_404", "redirect", "none_content", "too_large"]
)
def test_after_the_first_failure_all_is_estimated(scenario: str) -> None:
    with loopback_api.serving(loopback_api.SCENARIOS[scenario]) as api:
        counts = TokenCounts.of(Settings(base_url=api.url), ENV, exact=True)
        assert counts.count("some words") == estimate("some words")
        assert counts.count("other words") == estimate("other words")
        assert len(api.requests) == 1

    assert counts.note.startswith("estimated from there on: ")
    assert KEY not in counts.note
    assert counts.method == "estimated"


def test_a_service_that_hangs_is_given_up() -> None:
    with loopback_api.serving(loopback_api.SCENARIOS["hang"]) as api:
        counter = token_count.from_settings(Settings(base_url=api.url), ENV)
        assert not isinstance(counter, Unavailable)
        found = counter.count(Redacted(text="words"), seconds=0.3)

    assert isinstance(found, Unavailable)
    assert found.reason is Reason.API_TIMEOUT


def test_no_text_needs_no_request() -> None:
    counter = token_count.from_settings(Settings(base_url="http://127.0.0.1:9"), ENV)
    assert not isinstance(counter, Unavailable)

    assert counter.count(Redacted(text=" \n"), seconds=0.3) == 0


def test_another_platform_has_no_count() -> None:
    found = token_count.from_settings(Settings(provider="bedrock"), ENV)

    assert isinstance(found, Unavailable)
    assert "bedrock" in found.detail
