"""Whatever becomes of the batches: one answer for each map, in order, no map in two open batches, few batches."""

import contextlib
import importlib
import json
import tempfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import loopback_batches
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.engines import anthropic_batches, provider
from distill.engines.anthropic_batches import BatchesEngine
from distill.engines.batch_calls import Listed, Status
from distill.engines.batch_items import Limits, custom_id
from distill.engines.batch_run import MOST_BATCHES_OF_AN_ITEM, Pace
from distill.engines.calls import BROKEN, LATE, NO_API
from distill.engines.failures import Failure, from_status
from distill.engines.interface import Distillation
from distill.engines.key import Key
from distill.engines.provider import AnthropicApi
from distill.model import Reason, Redacted

MODEL = "claude-haiku-5-5"
RESULTS = (
    loopback_batches.succeeded(),
    loopback_batches.succeeded("no JSON"),
    loopback_batches.EXPIRED,
    loopback_batches.CANCELED,
    loopback_batches.errored("overloaded_error"),
    loopback_batches.errored("invalid_request_error", "output_config"),
    loopback_batches.errored("billing_error"),
    {"type": "new"},
    None,
)
LOST = Failure(unavailable=LATE)
"""The batch is made, and nobody hears of it."""
TROUBLE = (BROKEN, NO_API, from_status(401, "authentication_error", ""))
DRAWN = st.tuples(
    st.lists(st.integers(0, 6), max_size=8),  # maps, some of them the same
    st.lists(st.sampled_from((None, None, None, LOST, LOST, *TROUBLE)), max_size=6),  # of creating
    st.lists(st.sampled_from((*TROUBLE, Status.RUNNING, Status.GONE, None, None, None)), max_size=12),  # of looking
    st.lists(st.sampled_from((None, None, *TROUBLE)), max_size=6),  # of fetching
    st.lists(st.sampled_from(RESULTS), min_size=1, max_size=20),
    st.integers(1, 4),
)


@dataclass
class Service:
    """Stands in for the calls; plays what was drawn, and then all goes well."""

    creates: list[Any]
    looks: list[Any]
    fetches: list[Any]
    results: list[Any]
    made: dict[str, list[str]] = field(default_factory=dict)
    created: list[datetime] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    places: dict[tuple[str, str], int] = field(default_factory=dict)

    def create(self, requests: list[dict[str, Any]], _seconds: float) -> str | Failure:
        trouble = self.creates.pop() if self.creates else None
        if trouble not in (None, LOST):
            return trouble
        names = [request["custom_id"] for request in requests]
        for batch, others in self.made.items():
            assert batch in self.ended or not set(names) & set(others)
        self.made[f"b{len(self.made)}"] = names
        self.created.append(datetime.now(UTC))
        return trouble or f"b{len(self.made) - 1}"

    def listed(self, _seconds: float) -> list[Listed]:
        return [
            Listed(id=name, created=created, requests=len(names))
            for (name, names), created in zip(self.made.items(), self.created, strict=True)
        ]

    def status(self, batch: str, _seconds: float) -> Status | Failure:
        said = self.looks.pop() if self.looks else Status.ENDED
        if said in (Status.GONE, Status.ENDED, None):
            self.ended.add(batch)
        return said or Status.ENDED

    def results_of(self, batch: str, read: Any) -> None:
        for name in self.made[batch]:
            place = self.places.setdefault((batch, name), len(self.places))  # the same whenever it is fetched
            result = self.results[place % len(self.results)]
            if result is not None:
                read(json.loads(json.dumps({"custom_id": name, "result": result})))

    def take(self, batch: str, read: Any, _seconds: float) -> Failure | None:
        trouble = self.fetches.pop() if self.fetches else None
        if trouble is None:
            self.results_of(batch, read)
        return trouble


class Calls:
    def __init__(self, service: Service) -> None:
        self.create, self.status, self.results = service.create, service.status, service.take
        self.listed = service.listed


@pytest.fixture(scope="module", autouse=True)
def loaded_sdk() -> None:
    importlib.import_module("anthropic.types.messages")


@settings(max_examples=150, deadline=None)
@given(DRAWN)
def test_every_map_has_one_answer_whatever_happens(drawn: Any) -> None:
    numbers, creates, looks, fetches, results, limit = drawn
    service = Service(list(creates), list(looks), list(fetches), list(results))
    maps = [Redacted(text=f"# Map {number}\n") for number in numbers]
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(anthropic_batches, "BatchCalls", lambda _client: Calls(service))
        patch.setattr(provider, "client", lambda _api: contextlib.nullcontext())
        patch.setattr("time.sleep", lambda _seconds: None)
        engine = BatchesEngine(
            api=AnthropicApi(key=Key("k"), base_url="http://127.0.0.1:9"),
            model=MODEL,
            max_tokens=100,
            folder=Path(folder),
            pace=Pace(first=0.0, longest=0.0, last=0.0),
            limits=Limits(requests=limit),
        )
        first = list(engine.distill_all(maps, seconds=20))
        before = [sent(service, source) for source in maps]
        again = list(engine.distill_all(maps, seconds=20))

    assert len(first) == len(again) == len(maps)
    by_map: dict[str, object] = {}
    for source, answer in zip(maps, first, strict=True):
        kind = "ok" if isinstance(answer, Distillation) else answer.reason
        assert by_map.setdefault(source.text, kind) == kind
        assert kind not in (Reason.UNEXPECTED, Reason.BATCH_OPEN)
    for source, one, count in zip(maps, first, before, strict=True):
        assert count <= MOST_BATCHES_OF_AN_ITEM
        if isinstance(one, Distillation) and Status.GONE not in looks:
            assert sent(service, source) == count  # what was answered is not paid again


def sent(service: Service, source: Redacted) -> int:
    """Count the batches that a map was in."""
    return sum(custom_id(source, MODEL) in names for names in service.made.values())
