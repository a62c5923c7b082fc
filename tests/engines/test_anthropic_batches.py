"""The batches engine over a loopback API: every map gets its answer, in order, and nothing is paid twice."""

import importlib
import json
import os
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import loopback_batches
import pytest
from loopback_api import Reply, failed
from loopback_batches import CANCELED, CREATE, EXPIRED, FETCH, LIST, LOOK, errored, succeeded

from distill.config import Settings
from distill.engines import registry
from distill.engines.anthropic_batches import BatchesEngine
from distill.engines.batch_items import Limits, custom_id
from distill.engines.batch_run import Pace
from distill.engines.interface import Answer, BulkEngine, Distillation, Unavailable, distill_all
from distill.engines.key import Key
from distill.engines.prompt import prompt_id
from distill.engines.provider import AnthropicApi
from distill.errors import ConfigError
from distill.model import Reason, Redacted

KEY = "k-" + "FAKE-" * 3 + "x"
MODEL = "claude-haiku-5-5"
MAPS = [Redacted(text=f"# Restore map\n\n## Done\n- Widget {n} fits\n") for n in range(1, 6)]
FAST = Pace(first=0.02, longest=0.05, look=1.0, last=0.1)
ONE_LOOK = Pace(first=0.02, last=100.0)
"""Time is up after the first look."""


@pytest.fixture(scope="module", autouse=True)
def loaded_sdk() -> None:
    """Load the SDK once, so that no test's deadline pays for it."""
    importlib.import_module("anthropic.types.messages")


def engine(url: str, folder: Path, *, pace: Pace = FAST, limits: Limits | None = None) -> BatchesEngine:
    api = AnthropicApi(key=Key(KEY), base_url=url)
    return BatchesEngine(
        api=api, model=MODEL, max_tokens=800, folder=folder / "batches", pace=pace, limits=limits or Limits()
    )


def ask(
    api: loopback_batches.LoopbackBatches, folder: Path, maps: list[Redacted] = MAPS, seconds: float = 5.0, **how: Any
) -> list[Answer]:
    answers = list(distill_all(engine(api.url, folder, **how), maps, seconds=seconds))
    assert KEY not in repr(answers)
    return answers


def number(params: dict[str, Any]) -> int:
    """Tell which map a request is about."""
    content: str = params["messages"][0]["content"]
    return int(content.partition("Widget ")[2].partition(" ")[0])


def good(params: dict[str, Any], _batch: int = 1) -> dict[str, Any]:
    item = {"text": f"Widget {number(params)} fits", "lines": {"first": 4, "last": 4}, "quote": ""}
    return succeeded({"headline": "", "accomplished": [item], "decisions": [], "open_items": []})


def texts(answers: list[Answer]) -> list[str]:
    return [a.digest.accomplished[0].text if isinstance(a, Distillation) else str(a.reason) for a in answers]


UNCLEAR = {"html_200", "html_as_json", "server_error"}
"""What does not say whether a batch was made."""
WHOLE = [f"Widget {n} fits" for n in range(1, 6)]


def test_many_maps_are_one_batch_and_the_answers_come_in_their_order(tmp_path):
    with loopback_batches.serving(ends_after=3, outcome=good) as api:
        answers = ask(api, tmp_path)

    assert texts(answers) == WHOLE
    assert api.calls == [CREATE, LOOK, LOOK, LOOK, FETCH]
    assert len(api.batches) == 1


def test_an_answer_says_what_it_was_made_with_and_costs_half(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        answer = ask(api, tmp_path)[0]

    assert isinstance(answer, Distillation)
    assert (answer.engine, answer.model, answer.prompt) == ("anthropic", MODEL, prompt_id())
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (1200, 90)
    assert answer.usage.cost_usd == pytest.approx((1200 * 0.10 + 90 * 0.50) / 2e6, abs=1e-7)


def test_a_request_is_that_of_the_single_engine_under_a_name_the_service_takes(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        ask(api, tmp_path)

    for request in api.batches[0].requests:
        assert set(request) == {"custom_id", "params"}
        assert len(request["custom_id"]) == 64
        assert request["custom_id"].isalnum()
        assert set(request["params"]) == {"model", "max_tokens", "system", "messages", "output_config"}
    assert all(headers["authorization"] == f"Bearer {KEY}" for headers in api.headers)


def test_a_batch_is_split_at_the_limits_and_no_map_is_lost(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        by_number = ask(api, tmp_path / "a", limits=Limits(requests=2))
    with loopback_batches.serving(outcome=good) as small:
        by_size = ask(small, tmp_path / "b", limits=Limits(bytes=1))

    assert texts(by_number) == texts(by_size) == WHOLE
    assert [len(batch.requests) for batch in api.batches] == [2, 2, 1]
    assert [len(batch.requests) for batch in small.batches] == [1] * 5


def test_a_map_that_stands_there_twice_is_paid_once(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        answers = ask(api, tmp_path, [MAPS[0], MAPS[1], MAPS[0]])

    assert texts(answers) == [WHOLE[0], WHOLE[1], WHOLE[0]]
    assert len(api.batches[0].requests) == 2
    assert [a.usage.cost_usd for a in answers] == [answers[0].usage.cost_usd, answers[0].usage.cost_usd, 0.0]


def test_no_map_is_no_request(tmp_path):
    with loopback_batches.serving() as api:
        assert ask(api, tmp_path, []) == []

    assert api.calls == []


def test_a_batch_that_is_not_ready_is_taken_up_by_the_next_run(tmp_path):
    with loopback_batches.serving(ends_after=10_000, outcome=good) as api:
        first = ask(api, tmp_path, pace=ONE_LOOK)
        assert engine(api.url, tmp_path).paid([MAPS[0], Redacted(text="new")]) == [True, False]
        api.play.ends_after = 0
        second = ask(api, tmp_path)

    assert {answer.reason for answer in first if isinstance(answer, Unavailable)} == {Reason.BATCH_OPEN}
    assert len(first) == 5
    assert texts(second) == WHOLE
    assert len(api.batches) == 1


def test_only_what_no_open_batch_holds_is_sent(tmp_path):
    with loopback_batches.serving(ends_after=10_000, outcome=good) as api:
        ask(api, tmp_path, MAPS[:3], pace=ONE_LOOK)
        api.play.ends_after = 0
        answers = ask(api, tmp_path, MAPS)

    assert texts(answers) == WHOLE
    assert [len(batch.requests) for batch in api.batches] == [3, 2]


def test_results_that_were_fetched_already_are_not_paid_twice(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        taken = distill_all(engine(api.url, tmp_path), MAPS, seconds=5)
        next(taken)
        taken.close()  # the run dies before it has written all pages
        again = ask(api, tmp_path)

    assert texts(again) == WHOLE
    assert api.calls.count(CREATE) == 1


def test_the_record_holds_ids_only_and_is_the_owners(tmp_path):
    with loopback_batches.serving(ends_after=10_000) as api:
        ask(api, tmp_path, pace=ONE_LOOK)
    (path,) = (tmp_path / "batches").glob("*.json")
    text = path.read_text("utf-8")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert set(json.loads(text)) == {"id", "service", "created", "tries", "known", "custom_ids"}
    assert "Widget" not in text
    assert KEY not in text
    assert not list((tmp_path / "batches").glob("tmp/*"))


def test_another_services_batches_and_those_too_old_are_left_alone(tmp_path):
    with loopback_batches.serving(ends_after=10_000) as first:
        ask(first, tmp_path, pace=ONE_LOOK)
    with loopback_batches.serving(outcome=good) as second:
        assert texts(ask(second, tmp_path)) == WHOLE
    (tmp_path / "batches" / "msgbatch_0001.json").unlink()
    with loopback_batches.serving(ends_after=10_000) as third:
        ask(third, tmp_path, pace=ONE_LOOK)
        path = tmp_path / "batches" / "msgbatch_0001.json"
        said = json.loads(path.read_text())
        path.write_text(json.dumps(said | {"created": (datetime.now(UTC) - timedelta(days=30)).isoformat()}))
        assert engine(third.url, tmp_path).paid(MAPS) == [False] * 5

    assert not path.exists()
    assert second.calls[0] == CREATE


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"id": "../x"}', '{"id": "msgbatch_0001", "created": "never"}', "\xff", "[" * 100_000]
)
def test_a_record_that_is_damaged_is_passed_over(tmp_path, damage):
    folder = tmp_path / "batches"
    folder.mkdir()
    (folder / "msgbatch_0001.json").write_bytes(damage.encode("latin-1"))
    with loopback_batches.serving(outcome=good) as api:
        assert texts(ask(api, tmp_path)) == WHOLE


def test_what_became_nothing_is_sent_again_and_only_that(tmp_path):
    def outcome(params: dict[str, Any], batch: int) -> loopback_batches.Result:
        bad = {1: EXPIRED, 2: CANCELED, 3: errored("overloaded_error"), 4: None}
        return bad.get(number(params), good(params)) if batch == 1 else good(params)

    with loopback_batches.serving(outcome=outcome) as api:
        answers = ask(api, tmp_path)

    assert texts(answers) == WHOLE
    assert [len(batch.requests) for batch in api.batches] == [5, 4]


@pytest.mark.parametrize(
    ("result", "reason", "batches"),
    [
        (EXPIRED, Reason.API_TIMEOUT, 3),
        (CANCELED, Reason.API_ERROR, 3),
        (None, Reason.BAD_ANSWER, 3),
        (b"{half a li", Reason.BAD_ANSWER, 3),
        (b"[]", Reason.BAD_ANSWER, 3),
        ({"type": "new-kind"}, Reason.BAD_ANSWER, 3),
        ({}, Reason.BAD_ANSWER, 3),
        (errored("api_error"), Reason.API_ERROR, 3),
        (errored("rate_limit_error"), Reason.RATE_LIMITED, 3),
        (errored("overloaded_error"), Reason.OVERLOADED, 3),
        (errored("invalid_request_error"), Reason.API_ERROR, 1),
        (errored("invalid_request_error", "prompt is too long: 300000 tokens"), Reason.API_ERROR, 1),
        (errored("not_found_error", "model: x"), Reason.UNKNOWN_MODEL, 1),
        (errored("billing_error"), Reason.API_ERROR, 1),
        ({"type": "errored"}, Reason.API_ERROR, 3),
        (succeeded("no JSON at all"), Reason.BAD_ANSWER, 1),
        (succeeded(content=None), Reason.BAD_ANSWER, 1),
        (succeeded(content=[], stop_reason="refusal"), Reason.REFUSED, 1),
        (succeeded(stop_reason="max_tokens"), Reason.TRUNCATED, 1),
        ({"type": "succeeded"}, Reason.BAD_ANSWER, 1),
        ({"type": "succeeded", "message": 5}, Reason.BAD_ANSWER, 1),
    ],
)
def test_one_map_that_never_comes_has_its_reason_and_is_in_nobodys_way(tmp_path, result, reason, batches):
    with loopback_batches.serving(outcome=lambda params, _: result if number(params) == 3 else good(params)) as api:
        answers = ask(api, tmp_path)

    assert texts(answers) == [*WHOLE[:2], str(reason), *WHOLE[3:]]
    assert len(api.batches) == batches
    assert [len(batch.requests) for batch in api.batches] == [5, 1, 1][:batches]


def test_what_came_to_nothing_is_asked_anew_by_the_next_run_and_the_rest_is_not(tmp_path):
    bad = succeeded(stop_reason="max_tokens")
    with loopback_batches.serving(outcome=lambda params, _: bad if number(params) == 3 else good(params)) as api:
        ask(api, tmp_path)
        api.play.outcome = good
        assert texts(ask(api, tmp_path)) == WHOLE

    assert [len(batch.requests) for batch in api.batches] == [5, 1]


def test_tries_are_counted_over_runs(tmp_path):
    with loopback_batches.serving(ends_after=10_000, outcome=lambda *_: EXPIRED) as api:
        ask(api, tmp_path, MAPS[:1], pace=ONE_LOOK)
        api.play.ends_after = 0
        (answer,) = ask(api, tmp_path, MAPS[:1])

    assert isinstance(answer, Unavailable)
    assert len(api.batches) == 3


def test_a_model_that_takes_no_format_is_asked_in_words_in_the_next_batch(tmp_path):
    def outcome(params: dict[str, Any], _: int) -> loopback_batches.Result:
        refusal = errored("invalid_request_error", "output_config.format: not supported by this model")
        return refusal if "output_config" in params else good(params)

    with loopback_batches.serving(outcome=outcome) as api:
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 2
    assert '"accomplished"' in api.batches[1].requests[0]["params"]["system"]


def test_a_line_with_breaks_that_are_no_ends_of_lines_is_one_line(tmp_path):
    item = {"text": "Widget 1 fits", "lines": {"first": 4, "last": 4}, "quote": "a\u2028b\u0085c\x0bd"}
    answer = {"headline": "", "accomplished": [item], "decisions": [], "open_items": []}
    text = json.dumps(answer, ensure_ascii=False)
    with loopback_batches.serving(outcome=lambda *_: succeeded(text)) as api:
        assert texts(ask(api, tmp_path, MAPS[:1])) == WHOLE[:1]


@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        ("bad_key", Reason.BAD_KEY),
        ("forbidden", Reason.BAD_KEY),
        ("no_credit", Reason.API_ERROR),
        ("too_large", Reason.API_ERROR),
        ("html_404", Reason.API_ERROR),
        ("redirect", Reason.API_ERROR),
        ("html_200", Reason.BAD_ANSWER),
        ("html_as_json", Reason.BAD_ANSWER),
        ("server_error", Reason.API_ERROR),
    ],
)
def test_a_batch_that_is_not_taken_is_asked_for_once_for_all_maps(tmp_path, scenario, reason):
    with loopback_batches.serving(trouble={CREATE: [scenario] * 9}) as api:
        answers = ask(api, tmp_path, limits=Limits(requests=2))

    assert texts(answers) == [str(reason)] * 5
    assert api.calls == [CREATE]
    left = [path.name for path in (tmp_path / "batches").glob("*.json")]
    assert len(left) == (scenario in UNCLEAR)
    assert all(name.startswith("sent-") for name in left)


@pytest.mark.parametrize("scenario", sorted(UNCLEAR))
def test_what_the_service_may_have_or_not_is_asked_of_it_by_the_next_run(tmp_path, scenario):
    with loopback_batches.serving(outcome=good, trouble={CREATE: [scenario]}) as api:
        ask(api, tmp_path)
        assert texts(ask(api, tmp_path)) == WHOLE

    assert api.calls[:3] == [CREATE, LIST, CREATE]
    assert len(api.batches) == 1


@pytest.mark.parametrize("others", [0, 3])
def test_a_batch_whose_making_was_cut_off_is_found_again_and_not_paid_twice(tmp_path, others):
    with loopback_batches.serving(outcome=good, made_and_lost=[1]) as api:
        first = ask(api, tmp_path)
        for n in range(others):  # of other people with the same key, and of another size
            api.answer(CREATE, "", json.dumps({"requests": [{"custom_id": f"x{n}", "params": {}}] * 1}).encode())
        second = ask(api, tmp_path)
        third = ask(api, tmp_path)

    assert texts(first) == ["api-error"] * 5
    assert texts(second) == texts(third) == WHOLE
    assert len(api.batches) == 1 + others
    assert api.calls.count(LIST) == 1


def test_where_the_service_cannot_say_what_it_has_nothing_is_sent(tmp_path):
    with loopback_batches.serving(outcome=good, made_and_lost=[1], trouble={LIST: ["server_error"]}) as api:
        ask(api, tmp_path)
        assert texts(ask(api, tmp_path)) == ["api-error"] * 5
        assert len(api.batches) == 1
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 1


def test_where_there_is_no_time_to_ask_for_it_a_cut_off_batch_waits_for_the_next_run(tmp_path):
    with loopback_batches.serving(outcome=good, made_and_lost=[1]) as api:
        ask(api, tmp_path)
        assert texts(ask(api, tmp_path, seconds=0.0)) == ["batch-open"] * 5
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 1


def test_a_gateway_without_a_list_ends_no_night(tmp_path):
    trouble = {CREATE: ["server_error"], LIST: ["html_404"]}
    with loopback_batches.serving(outcome=good, trouble=trouble) as api:
        ask(api, tmp_path)
        assert texts(ask(api, tmp_path)) == WHOLE


def test_another_batch_of_the_same_size_costs_time_and_no_map_its_answer(tmp_path):
    with loopback_batches.serving(outcome=strange, trouble={CREATE: ["server_error"]}) as api:
        ask(api, tmp_path)
        requests = [{"custom_id": f"x{n}", "params": {"messages": []}} for n in range(5)]
        api.answer(CREATE, "", json.dumps({"requests": requests}).encode())
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 2


def strange(params: dict[str, Any], _batch: int) -> Any:
    return good(params) if params["messages"] else None


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_run_that_is_killed_while_it_sends_pays_once(tmp_path):
    code = (
        "import sys, pathlib; sys.path[:0] = sys.argv[3:]\n"
        "from test_anthropic_batches import MAPS, engine\n"
        "list(engine(sys.argv[1], pathlib.Path(sys.argv[2])).distill_all(MAPS, seconds=30))"
    )
    with loopback_batches.serving(outcome=good, made_and_hung=[1]) as api:
        paths = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]
        with subprocess.Popen([sys.executable, "-c", code, api.url, str(tmp_path), *paths]) as run:
            until = time.monotonic() + 30
            while not api.batches and time.monotonic() < until:
                time.sleep(0.02)
            run.kill()
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 1


@pytest.mark.parametrize("scenario", ["overloaded", failed(429, "rate_limit_error", retry_after="0.05")])
def test_a_batch_that_was_turned_away_is_asked_for_once_more(tmp_path, scenario):
    with loopback_batches.serving(outcome=good, trouble={CREATE: [scenario]}) as api:
        assert texts(ask(api, tmp_path)) == WHOLE

    assert api.calls.count(CREATE) == 2


def test_a_service_that_asks_for_an_hour_is_not_waited_for(tmp_path):
    began = time.monotonic()
    with loopback_batches.serving(trouble={CREATE: ["rate_limit_hour"]}) as api:
        assert texts(ask(api, tmp_path)) == ["rate-limited"] * 5

    assert time.monotonic() - began < 2


@pytest.mark.parametrize("kind", [LOOK, FETCH])
@pytest.mark.parametrize("scenario", ["overloaded", "rate_limit_hour", "server_error"])
def test_trouble_that_passes_is_waited_out(tmp_path, kind, scenario):
    with loopback_batches.serving(outcome=good, trouble={kind: [scenario] * 3}) as api:
        assert texts(ask(api, tmp_path)) == WHOLE

    assert api.calls.count(CREATE) == 1


def test_a_hang_while_looking_is_given_up_and_looked_at_again(tmp_path):
    pace = Pace(first=0.02, longest=0.05, look=0.2, last=0.1)
    with loopback_batches.serving(outcome=good, trouble={LOOK: ["hang"]}) as api:
        assert texts(ask(api, tmp_path, pace=pace)) == WHOLE


@pytest.mark.parametrize(("kind", "reason"), [(CREATE, "api-timeout"), (LOOK, "batch-open"), (FETCH, "batch-open")])
def test_a_hang_ends_with_the_time(tmp_path, kind, reason):
    began = time.monotonic()
    with loopback_batches.serving(outcome=good, trouble={kind: ["hang"] * 9}) as api:
        assert texts(ask(api, tmp_path, seconds=1.2)) == [reason] * 5

    assert time.monotonic() - began < 3


@pytest.mark.parametrize("kind", [LOOK, FETCH])
@pytest.mark.parametrize(
    ("scenario", "reason"),
    [
        ("bad_key", "bad-key"),
        ("html_200", "bad-answer"),
        ("html_as_json", "bad-answer"),
        ("html_404", "api-error"),
    ],
)
def test_trouble_that_stays_ends_the_run_and_the_next_one_still_has_the_batch(tmp_path, kind, scenario, reason):
    with loopback_batches.serving(outcome=good, trouble={kind: [scenario]}) as api:
        first = ask(api, tmp_path)
        second = ask(api, tmp_path)

    assert texts(first) == [reason] * 5
    assert texts(second) == WHOLE
    assert api.calls.count(CREATE) == 1


def test_a_batch_that_the_service_does_not_know_is_sent_anew(tmp_path):
    with loopback_batches.serving(ends_after=10_000, outcome=good) as api:
        ask(api, tmp_path, pace=ONE_LOOK)
        api.play.ends_after = 0
        api.batches[0].id = "msgbatch_other"
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 2


def test_results_that_break_off_are_fetched_again(tmp_path):
    cut = Reply(body=b'{"custom_id": "x"', headers={"content-type": "application/x-jsonl", "x-length": "9000"})
    with loopback_batches.serving(outcome=good, trouble={FETCH: [cut]}) as api:
        assert texts(ask(api, tmp_path)) == WHOLE

    assert len(api.batches) == 1


def test_the_key_is_never_led_to_another_host(tmp_path):
    with loopback_batches.serving() as stranger, loopback_batches.serving(outcome=good, elsewhere=stranger.url) as api:
        assert texts(ask(api, tmp_path)) == WHOLE

    assert stranger.calls == []


def test_the_words_of_the_service_are_not_passed_on(tmp_path):
    secret = "sesame-" + "open-4711"
    with loopback_batches.serving(outcome=lambda *_: errored("invalid_request_error", secret)) as api:
        answers = ask(api, tmp_path, MAPS[:1])

    assert secret not in repr(answers)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_no_time_at_all_sends_nothing(tmp_path, seconds):
    with loopback_batches.serving() as api:
        assert texts(ask(api, tmp_path, seconds=seconds)) == ["api-timeout"] * 5

    assert api.calls == []


def test_a_folder_that_cannot_be_written_to_costs_nothing(tmp_path):
    (tmp_path / "batches").write_text("a file")
    with loopback_batches.serving() as api:
        assert texts(ask(api, tmp_path)) == ["disk-error"] * 5

    assert api.calls == []


def test_two_runs_at_once_pay_once(tmp_path, monkeypatch):
    monkeypatch.setattr("distill.engines.anthropic_batches.LOCK_S", 0.1)
    with loopback_batches.serving(ends_after=1, outcome=good) as api:
        one = distill_all(engine(api.url, tmp_path), MAPS, seconds=5)
        first = next(one)
        other = ask(api, tmp_path, seconds=1)
        rest = list(one)

    assert texts([first, *rest]) == WHOLE
    assert texts(other) == ["batch-open"] * 5
    assert api.calls.count(CREATE) == 1


def test_one_map_is_a_batch_too(tmp_path):
    with loopback_batches.serving(outcome=good) as api:
        answer = engine(api.url, tmp_path).distill(MAPS[0], seconds=5)

    assert texts([answer]) == WHOLE[:1]


def test_a_long_map_is_shortened_and_the_answer_says_so(tmp_path):
    long = Redacted(text="# A\n" + "\n".join(f"line {n} " + "x" * 90 for n in range(6000)))
    with loopback_batches.serving() as api:
        (answer,) = ask(api, tmp_path, [long])

    assert isinstance(answer, Distillation)
    assert answer.unread_lines > 1000


def test_an_id_depends_on_prompt_model_and_text_alone():
    assert custom_id(MAPS[0], MODEL) == custom_id(Redacted(text=MAPS[0].text, secrets=(("a", "b"),)), MODEL)
    assert len({custom_id(MAPS[0], MODEL), custom_id(MAPS[1], MODEL), custom_id(MAPS[0], "other")}) == 3


def test_the_registry_builds_it_with_a_state_folder_and_a_key(tmp_path):
    made = registry.build("batches", Settings(), {"ANTHROPIC_API_KEY": KEY}, tmp_path)

    assert isinstance(made, BatchesEngine)
    assert isinstance(made, BulkEngine)
    assert (made.name, made.folder) == ("batches", tmp_path / "batches")
    assert KEY not in repr(made)
    assert registry.build("batches", Settings(), {}, tmp_path).reason is Reason.NO_KEY  # type: ignore[union-attr]
    with pytest.raises(ConfigError):
        registry.build("batches", Settings(), {"ANTHROPIC_API_KEY": KEY})


def test_an_engine_without_a_bulk_way_is_asked_map_by_map():
    asked = []

    class Single:
        name = "single"

        def distill(self, source: Redacted, *, seconds: float) -> Answer:
            asked.append((source.text, seconds))
            return Unavailable(reason=Reason.REFUSED, detail="no")

    assert len(list(distill_all(Single(), MAPS[:2], seconds=3))) == 2
    assert asked == [(MAPS[0].text, 3), (MAPS[1].text, 3)]


def test_the_most_that_it_may_cost_is_half():
    made = engine("http://127.0.0.1:9", Path("/nowhere"))
    single = registry.build("anthropic", Settings(max_tokens=800), {"ANTHROPIC_API_KEY": KEY})

    assert made.most_usd(MAPS[0]) == pytest.approx(single.most_usd(MAPS[0]) / 2)  # type: ignore[union-attr]
