"""The cap on what may be spent a day: held across workers, and closed where nothing can be known."""

import json
import math
import threading
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.engines import prices, spending
from distill.engines.capped import CappedEngine
from distill.engines.interface import Answer, Unavailable
from distill.engines.spending import Ledger
from distill.model import Reason, Redacted, Usage
from distill.redaction.redactor import redact

TODAY, TOMORROW = date(2026, 11, 30), date(2026, 12, 1)


def ledger(folder: Path, cap: float = 1.0) -> Ledger:
    return Ledger(file=folder / "spending.json", usd_per_day=cap)


@dataclass(frozen=True)
class Costly:
    """An engine that answers at a price."""

    most: float | None
    cost: float | None
    reason: Reason = Reason.REFUSED
    asked: list[str] = field(default_factory=list)
    name: str = "anthropic"
    model: str = "a-model"

    def most_usd(self, source: Redacted) -> float | None:
        return self.most if source.text else None

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        self.asked.append(source.text)
        usage = Usage(input_tokens=1, output_tokens=1, cost_usd=self.cost)
        return Unavailable(reason=self.reason, detail=f"within {seconds} s", usage=usage)


def capped(engine: Costly, mine: Ledger) -> CappedEngine:
    return CappedEngine(engine=engine, purses=(mine,), day=lambda: TODAY)


def test_what_was_spent_is_counted_and_a_new_day_begins_at_nothing(tmp_path: Path) -> None:
    mine = ledger(tmp_path)

    assert mine.reserve(0.6, TODAY)
    assert not mine.reserve(0.6, TODAY)
    mine.settle(0.6, 0.1, TODAY)
    assert mine.reserve(0.6, TODAY)
    assert mine.spent(TODAY) == pytest.approx(0.7)
    assert mine.spent(TOMORROW) == 0.0
    assert mine.reserve(0.9, TOMORROW)


def test_nothing_may_be_spent_at_0(tmp_path: Path) -> None:
    assert not ledger(tmp_path, 0.0).reserve(0.000001, TODAY)


def test_many_at_once_do_not_pass_the_cap_together(tmp_path: Path) -> None:
    got: list[bool] = []
    threads = [
        threading.Thread(target=lambda: got.append(ledger(tmp_path, 0.1).reserve(0.01, TODAY))) for _ in range(40)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)

    assert sum(got) == 10
    assert ledger(tmp_path).spent(TODAY) == pytest.approx(0.1)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"day": "2026-11-30"}',
        b'{"day": "2026-11-30", "usd": -1}',
        b"\xff" * 9,
        b"[" * 9_000,
        b'{"usd_by_day": {"2026-11-30": NaN}}',
        b'{"usd_by_day": {"2026-11-30": 1e999}}',
        b'{"usd_by_day": [1]}',
        b'{"usd_by_day": {"some day": 0.1}}',
        b'{"usd_by_day": {"2026-11-30": 0, "2026-11-29": -3}}',
    ],
)
def test_a_file_that_cannot_be_read_counts_as_all_of_it(tmp_path: Path, data: bytes) -> None:
    mine = ledger(tmp_path)
    mine.file.write_bytes(data)

    assert math.isinf(mine.spent(TODAY))
    assert not mine.reserve(0.01, TODAY)
    assert mine.file.read_bytes() == data


def test_an_answer_after_midnight_does_not_forget_what_the_new_day_has_cost(tmp_path: Path) -> None:
    late, early = ledger(tmp_path), ledger(tmp_path)

    assert late.reserve(0.5, TODAY)
    assert early.reserve(0.9, TOMORROW)
    late.settle(0.5, 0.2, TODAY)

    assert (early.spent(TODAY), early.spent(TOMORROW)) == (pytest.approx(0.2), pytest.approx(0.9))
    assert not early.reserve(0.2, TOMORROW)


def test_a_clock_that_goes_back_and_forth_buys_nothing(tmp_path: Path) -> None:
    mine = ledger(tmp_path)

    assert mine.reserve(0.9, TODAY)
    for days in (1, -1, 400, -400):
        assert mine.reserve(0.9, TODAY + timedelta(days=days))
        assert not mine.reserve(0.2, TODAY)


def test_the_file_holds_few_days(tmp_path: Path) -> None:
    mine = ledger(tmp_path)

    for days in range(20):
        assert mine.reserve(0.9, TODAY + timedelta(days=days))

    assert len(json.loads(mine.file.read_text("utf-8"))["usd_by_day"]) == spending.MOST_DAYS
    assert mine.spent(TODAY + timedelta(days=19)) == 0.9


def test_the_file_of_an_older_version_still_counts(tmp_path: Path) -> None:
    mine = ledger(tmp_path)
    mine.file.write_text('{"day": "2026-11-30", "usd": 0.75}', "utf-8")

    assert mine.spent(TODAY) == 0.75
    assert not mine.reserve(0.5, TODAY)
    assert mine.reserve(0.25, TODAY)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(0, 0.5), st.floats(0, 0.5)), max_size=12))
def test_the_cap_holds_whatever_is_asked(
    tmp_path_factory: pytest.TempPathFactory, asked: "list[tuple[float, float]]"
) -> None:
    mine, spent = ledger(tmp_path_factory.mktemp("ledger"), 0.5), 0.0
    for most, share in asked:
        if mine.reserve(most, TODAY):
            actual = most * share
            mine.settle(most, actual, TODAY)
            spent += actual

    assert spent <= 0.5 + 1e-6
    assert mine.spent(TODAY) == pytest.approx(spent, abs=1e-6)


def test_an_answer_is_settled_at_what_it_says(tmp_path: Path) -> None:
    mine, engine = ledger(tmp_path), Costly(most=0.5, cost=0.02)

    capped(engine, mine).distill(redact("one"), seconds=5)

    assert engine.asked == ["one"]
    assert mine.spent(TODAY) == pytest.approx(0.02)


def test_a_late_answer_stays_counted_at_its_most(tmp_path: Path) -> None:
    mine = ledger(tmp_path)

    capped(Costly(most=0.5, cost=None, reason=Reason.API_TIMEOUT), mine).distill(redact("one"), seconds=5)
    capped(Costly(most=0.5, cost=None, reason=Reason.RATE_LIMITED), mine).distill(redact("two"), seconds=5)

    assert mine.spent(TODAY) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("most", "cap", "said"),
    [
        (0.5, 0.4, "of 0.4000 are spent"),
        (0.5, 0.0, "`max_usd_per_day` is 0"),
        (None, 1.0, "price of a-model is not known"),
    ],
)
def test_above_the_cap_nothing_is_asked(tmp_path: Path, most: float | None, cap: float, said: str) -> None:
    engine = Costly(most=most, cost=0.1)

    answer = capped(engine, ledger(tmp_path, cap)).distill(redact("one"), seconds=5)

    assert engine.asked == []
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.CAP_REACHED
    assert said in answer.detail


def test_without_a_cap_the_price_need_not_be_known(tmp_path: Path) -> None:
    engine = Costly(most=None, cost=None)

    capped(engine, ledger(tmp_path, math.inf)).distill(redact("one"), seconds=5)

    assert engine.asked == ["one"]


def test_where_nothing_can_be_written_down_nothing_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    engine = Costly(most=0.1, cost=0.1)

    answer = capped(engine, ledger(tmp_path / "file")).distill(redact("one"), seconds=5)

    assert engine.asked == []
    assert isinstance(answer, Unavailable)
    assert answer.reason is Reason.CAP_REACHED


def test_the_ledger_is_the_persons_over_all_projects(tmp_path: Path) -> None:
    assert spending.place({"HOME": str(tmp_path)}, Path("/p")) == tmp_path / ".local/state/distill/spending.json"
    assert spending.place({"XDG_STATE_HOME": "/s", "HOME": str(tmp_path)}, Path("/p")) == Path(
        "/s/distill/spending.json"
    )
    assert spending.place({"HOME": "nowhere"}, Path("/p")) == Path("/p/spending.json")


def test_the_most_a_request_may_cost_is_above_any_real_cost() -> None:
    most = prices.most_usd("claude-haiku-5-5", 10_000, 500)

    assert most is not None
    for tokens in (1, 2_500, 10_000):
        cost = prices.cost_usd("claude-haiku-5-5", prices.TokenCounts(input=tokens, output=500))
        assert cost is not None
        assert cost <= most
    assert prices.most_usd("unknown", 10, 10) is None


def test_the_file_tells_no_more_than_day_and_sum(tmp_path: Path) -> None:
    mine = ledger(tmp_path)
    mine.reserve(0.25, TODAY)

    assert json.loads(mine.file.read_text("utf-8")) == {"usd_by_day": {"2026-11-30": 0.25}}
