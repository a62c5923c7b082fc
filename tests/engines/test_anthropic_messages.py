"""The anthropic engine over a loopback API: every way a call can end is an answer, within the deadline."""

import importlib
import json
import threading
import time
from pathlib import Path

import loopback_api
import pytest
from loopback_api import answered, failed

from distill.config import Settings
from distill.engines.anthropic_messages import AnthropicEngine, from_settings
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.engines.key import Key
from distill.engines.prompt import lines_of, prompt_id
from distill.engines.provider import AnthropicApi
from distill.model import Reason, Redacted

BUGS = Path(__file__).parent.parent / "bugs"
KEY = "k-" + "FAKE-" * 3 + "x"
MAP = (BUGS / "AP01" / "map.md").read_text("utf-8")
SOURCE = Redacted(text=MAP)
DONE = next(n for n, line in enumerate(lines_of(MAP), 1) if line.startswith("- #31"))


@pytest.fixture(scope="module", autouse=True)
def loaded_sdk() -> None:
    """Load the SDK once, so that no test's deadline pays for it."""
    importlib.import_module("anthropic")


def record(**changes: object) -> dict[str, object]:
    item = {"text": "#31 moisture sensor retries (commit 4be19c7)", "lines": {"first": DONE, "last": DONE}, "quote": ""}
    return {"headline": "Sensor retries", "accomplished": [item], "decisions": [], "open_items": []} | changes


GOOD = answered(record())


def engine(
    url: str, *, model: str = "claude-haiku-5-5", max_tokens: int = 8000, pause: float = 0.02
) -> AnthropicEngine:
    api = AnthropicApi(key=Key(KEY), base_url=url)
    return AnthropicEngine(provider=api, model=model, max_tokens=max_tokens, pause=pause)


def ask(
    *replies: loopback_api.Reply | str, seconds: float = 5.0, **how: object
) -> tuple[Answer, list[loopback_api.Request]]:
    with loopback_api.serving(*replies) as api:
        answer = engine(api.url, **how).distill(SOURCE, seconds=seconds)  # type: ignore[arg-type]
        return answer, list(api.requests)


def refused(*replies: loopback_api.Reply | str, **how: object) -> tuple[Unavailable, int]:
    answer, requests = ask(*replies, **how)  # type: ignore[arg-type]
    assert isinstance(answer, Unavailable)
    assert KEY not in repr(answer)
    return answer, len(requests)


def test_a_good_answer_becomes_a_digest_with_its_cost():
    answer, requests = ask(GOOD)

    assert isinstance(answer, Distillation)
    assert [item.text for item in answer.digest.accomplished] == ["#31 moisture sensor retries (commit 4be19c7)"]
    assert (answer.engine, answer.model, answer.prompt) == ("anthropic", "claude-haiku-5-5", prompt_id())
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (1200, 90)
    assert answer.usage.cost_usd == pytest.approx((1200 * 0.10 + 90 * 0.50) / 1e6)
    assert len(requests) == 1


@pytest.mark.parametrize(
    ("scenario", "reason", "most_requests"),
    [
        ("bad_key", Reason.BAD_KEY, 1),
        ("forbidden", Reason.BAD_KEY, 1),
        ("no_credit", Reason.API_ERROR, 1),
        ("too_long", Reason.API_ERROR, 1),
        ("too_large", Reason.API_ERROR, 1),
        ("retired_model", Reason.UNKNOWN_MODEL, 1),
        ("html_404", Reason.API_ERROR, 1),
        ("redirect", Reason.API_ERROR, 1),
        ("overloaded", Reason.OVERLOADED, 2),
        ("server_error", Reason.API_ERROR, 2),
        ("rate_limit_hour", Reason.RATE_LIMITED, 1),
        ("truncated", Reason.TRUNCATED, 1),
        ("refusal", Reason.REFUSED, 1),
        ("empty", Reason.BAD_ANSWER, 1),
        ("none_content", Reason.BAD_ANSWER, 1),
        ("envelope_200", Reason.OVERLOADED, 1),
        ("html_200", Reason.BAD_ANSWER, 1),
        ("html_as_json", Reason.BAD_ANSWER, 1),
        ("not_json", Reason.BAD_ANSWER, 1),
        ("off_schema", Reason.BAD_ANSWER, 1),
    ],
)
def test_every_failure_has_its_reason_and_asks_no_more_than_it_must(scenario, reason, most_requests):
    began = time.monotonic()
    answer, requests = refused(scenario)

    assert answer.reason is reason
    assert requests == most_requests
    assert time.monotonic() - began < 2.5


@pytest.mark.parametrize("scenario", ["hang", "drip"])
def test_ap17_a_server_that_never_ends_is_given_up_at_the_deadline(scenario):
    began = time.monotonic()
    answer, _ = refused(scenario, seconds=0.8)

    assert answer.reason is Reason.API_TIMEOUT
    assert time.monotonic() - began < 1.5


def test_ap01_a_second_try_is_made_once_the_pause_is_over():
    answer, requests = ask("overloaded", GOOD)

    assert isinstance(answer, Distillation)
    assert len(requests) == 2


def test_a_server_that_hangs_up_is_tried_again_and_then_reported():
    with loopback_api.serving("ok") as api:
        url = api.url
    answer = engine(url).distill(SOURCE, seconds=2)

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.API_ERROR
    assert "base_url" in answer.detail


def test_ap03_no_second_try_where_the_server_asks_for_longer_than_is_left():
    began = time.monotonic()
    answer, requests = refused(failed(429, "rate_limit_error", retry_after="2"), GOOD, seconds=2.0)

    assert answer.reason is Reason.RATE_LIMITED
    assert requests == 1
    assert time.monotonic() - began < 1.5


def test_a_short_retry_after_is_kept():
    answer, requests = ask(failed(429, "rate_limit_error", retry_after="0.1"), GOOD)

    assert isinstance(answer, Distillation)
    assert len(requests) == 2


@pytest.mark.parametrize("retry_after", ["-5", "nan", "1e9", "Wed, 21 Oct 2026 07:28:00 GMT", "", "9" * 30])
def test_an_odd_retry_after_is_no_reason_to_wait(retry_after):
    _, requests = refused(failed(429, "rate_limit_error", retry_after=retry_after), GOOD)

    assert requests == 1


@pytest.mark.parametrize(
    ("scenario", "words"), [("no_credit", "credit"), ("retired_model", "`model`"), ("too_long", "too long")]
)
def test_ap07_the_sentence_says_what_to_do(scenario, words):
    answer, _ = refused(scenario)

    assert words in answer.detail


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 529])
def test_the_words_of_the_server_are_not_passed_on(status):
    secret = "sesame-" + "open-4711"
    answer, _ = refused(failed(status, secret, f"key {secret} model credit balance schema too long"), pause=9.0)

    assert secret not in repr(answer)
    assert "4711" not in answer.detail


@pytest.mark.parametrize("scenario", ["refusal", "truncated", "empty", "off_schema", "not_json"])
def test_what_a_useless_answer_cost_is_kept(scenario):
    answer, _ = refused(scenario)

    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (1200, 90)
    assert answer.usage.cost_usd is not None


def test_ap14_a_model_that_takes_no_format_is_asked_once_more_in_words():
    answer, requests = ask("no_format", answered(f"Here it is:\n```json\n{json.dumps(record())}\n```"))

    assert isinstance(answer, Distillation)
    assert "output_config" in requests[0].body
    assert "output_config" not in requests[1].body
    assert '"accomplished"' in requests[1].body["system"]


def test_a_model_that_takes_no_format_twice_is_not_asked_a_third_time():
    _, requests = refused("no_format")

    assert requests == 2


def test_ap13_the_request_ends_with_the_user_and_samples_nothing():
    _, (request,) = ask(GOOD)

    assert request.path == "/v1/messages"
    assert request.body["messages"][-1]["role"] == "user"
    assert set(request.body) == {"model", "max_tokens", "system", "messages", "output_config"}
    assert request.body["output_config"]["effort"] == "low"


def objects(schema: object) -> list[dict[str, object]]:
    if isinstance(schema, list):
        return [found for entry in schema for found in objects(entry)]
    if not isinstance(schema, dict):
        return []
    return [schema, *(found for value in schema.values() for found in objects(value))]


def test_ap14_every_object_of_the_schema_is_closed_and_nothing_has_a_length_or_a_range():
    _, (request,) = ask(GOOD)
    parts = objects(request.body["output_config"]["format"]["schema"])

    of_type = [part for part in parts if part.get("type") == "object"]
    assert len(of_type) >= 5
    for part in of_type:
        assert part["additionalProperties"] is False
        assert set(part["required"]) == set(part["properties"])  # type: ignore[call-overload]
    refused_words = {"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "multipleOf", "pattern"}
    assert not refused_words & {key for part in parts for key in part}


@pytest.mark.parametrize(
    ("model", "config"),
    [
        ("claude-haiku-5-5", {"format", "effort"}),
        ("claude-haiku-5-5-20261007", {"format", "effort"}),
        ("claude-haiku-4-5", {"format"}),
        ("claude-haiku-4-5-20251001", {"format"}),
        ("some-other-model", set()),
    ],
)
def test_what_is_sent_depends_on_the_model(model, config):
    answer, (request,) = ask(GOOD, model=model)

    assert isinstance(answer, Distillation)
    assert set(request.body.get("output_config", {})) == config
    assert "thinking" not in request.body


def test_an_unknown_model_has_no_price():
    answer, _ = ask(GOOD, model="some-other-model")

    assert answer.usage.cost_usd is None
    assert answer.usage.input_tokens == 1200


def test_ap12_many_tokens_are_asked_for_without_a_stream():
    answer, (request,) = ask(GOOD, max_tokens=64_000)

    assert isinstance(answer, Distillation)
    assert request.body["max_tokens"] == 64_000


def test_ap18_a_lone_surrogate_is_replaced_before_the_request():
    text = json.loads((BUGS / "AP18" / "map.json").read_text("utf-8"))["summary"]
    with loopback_api.serving(answered(record(accomplished=[]))) as api:
        answer = engine(api.url).distill(Redacted(text=text), seconds=2)

    assert isinstance(answer, Distillation)
    assert "cut emoji \ufffd here" in api.requests[0].body["messages"][0]["content"]


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/", "//", "/v1/messages"])
def test_ap08_every_way_to_write_the_address_works(suffix):
    with loopback_api.serving(GOOD) as api:
        settings = Settings(base_url=api.url + suffix)
        made = from_settings(settings, {"ANTHROPIC_API_KEY": KEY})
        assert isinstance(made, AnthropicEngine)
        answer = made.distill(SOURCE, seconds=2)

    assert isinstance(answer, Distillation)
    assert [request.path for request in api.requests] == ["/v1/messages"]


def test_ap10_only_the_key_is_sent_whatever_else_the_environment_holds(monkeypatch, capfd):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k-other")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "t-other")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ANTHROPIC_CUSTOM_HEADERS", "authorization: Bearer t-third\nx-team: garden")
    _, (request,) = ask(GOOD)

    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert "x-api-key" not in request.headers
    assert request.headers["x-team"] == "garden"
    assert capfd.readouterr() == ("", "")


def test_nothing_is_logged_even_when_the_sdk_was_told_to(monkeypatch, capfd, caplog):
    monkeypatch.setenv("ANTHROPIC_LOG", "debug")
    ask(GOOD)

    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:9", "ftp://127.0.0.1:9"])
def test_a_proxy_that_cannot_be_used_is_a_reason_not_a_traceback(monkeypatch, proxy):
    monkeypatch.setenv("ALL_PROXY", proxy)
    answer = engine("http://192.0.2.1").distill(SOURCE, seconds=2)

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.CONFIG_ERROR
    assert "ALL_PROXY" in answer.detail


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_no_time_at_all_is_a_timeout(seconds):
    answer = engine("http://127.0.0.1:9").distill(SOURCE, seconds=seconds)

    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.API_TIMEOUT


def test_endless_time_is_time_enough():
    answer, _ = ask(GOOD, seconds=float("inf"))

    assert isinstance(answer, Distillation)


def test_what_nobody_thought_of_is_an_answer_too(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"boom {KEY}")

    monkeypatch.setattr("distill.engines.prompt.render", broken)
    answer = engine("http://127.0.0.1:9").distill(SOURCE, seconds=2)

    assert answer == Unavailable(reason=Reason.UNEXPECTED, detail="The anthropic engine failed (RuntimeError).")


def test_a_map_that_is_too_long_is_shortened_and_the_answer_says_so():
    text = "# A\n" + "\n".join(f"line {n} " + "x" * 90 for n in range(6000))
    with loopback_api.serving(answered(record(accomplished=[]))) as api:
        answer = engine(api.url).distill(Redacted(text=text), seconds=3)

    assert isinstance(answer, Distillation)
    assert answer.unread_lines > 1000
    content = api.requests[0].body["messages"][0]["content"]
    assert len(content) < 480_000
    assert f"{answer.unread_lines} of its 6001 lines were left out" in content


def test_no_thread_but_daemons_is_left():
    refused("hang", seconds=0.2)

    assert all(t.daemon for t in threading.enumerate() if t.name == "distill-engine")
