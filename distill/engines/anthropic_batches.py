"""The batches engine: many maps through the Message Batches API, at half the price, over as many runs as it takes.

A batch may take a day. What is not ready in time stays on record in a folder, and the next run takes it up.
"""

import dataclasses
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from distill import locks
from distill.config import Settings
from distill.engines import prices, prompt, provider, request
from distill.engines.batch_calls import BatchCalls
from distill.engines.batch_items import BatchItem, Limits, custom_id, item_for
from distill.engines.batch_records import BatchRecords
from distill.engines.batch_run import BatchRun, Pace
from distill.engines.deadline import Deadline
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.engines.provider import AnthropicApi
from distill.model import Reason, Redacted, Usage

FOLDER = "batches"
"""Of the records, in the state folder."""
LOCK_S = 5.0
_BUSY = Unavailable(
    reason=Reason.BATCH_OPEN, detail="Another run is at the batches of this project; try again when it has ended."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchesEngine:
    """Distils through the Message Batches API with an explicit key."""

    api: AnthropicApi
    model: str
    max_tokens: int
    folder: Path
    pace: Pace = field(default_factory=Pace)
    limits: Limits = field(default_factory=Limits)

    @property
    def name(self) -> str:
        """The name that the registry knows it by; its pages are of the anthropic engine."""
        return "batches"

    def distill(self, source: Redacted, *, seconds: float) -> Answer:
        """Distil one text in a batch of its own, within `seconds` of wall time."""
        return next(self.distill_all([source], seconds=seconds))

    def distill_all(self, sources: Iterable[Redacted], *, seconds: float) -> Iterator[Answer]:
        """Distil many texts within `seconds` for all of them; answers come in the order of the texts.

        A text that stands there twice is paid once: its second answer has no usage. All that can go wrong is
        Unavailable with a reason, `batch-open` where the next run will get the answer.
        """
        ends = Deadline(time.monotonic() + max(0.0, seconds))
        items = [item_for(source, self.model) for source in sources]
        answers: dict[str, Answer] = {}
        settled = self._settled(list({item.custom_id: item for item in items}.values()), ends)
        given: set[str] = set()
        for item in items:
            while item.custom_id not in answers:
                name, answer = next(settled)
                answers[name] = answer
            yield _unpaid(answers[item.custom_id]) if item.custom_id in given else answers[item.custom_id]
            given.add(item.custom_id)

    def most_usd(self, source: Redacted) -> float | None:
        """Say what the request for a text may cost at most, in USD; None where the model's price is not known."""
        size = request.size(prompt.render(source, structured=False))
        return prices.most_usd(self.model, size, self.max_tokens, prices.BATCH_FACTOR)

    def paid(self, sources: Iterable[Redacted]) -> list[bool]:
        """Say of each text whether its answer is in a batch already, so that asking for it costs nothing more."""
        records = self._records.at(self.api.base_url, datetime.now(UTC))
        held = {name for record in records if record.known for name in record.custom_ids}
        return [custom_id(source, self.model) in held for source in sources]

    @property
    def _records(self) -> BatchRecords:
        return BatchRecords(self.folder)

    def _settled(self, items: list[BatchItem], ends: Deadline) -> Iterator[tuple[str, Answer]]:
        """Give every item's answer as it becomes known; whatever happens, each gets one."""
        waiting = {item.custom_id for item in items}
        why = _unexpected("StopIteration")
        try:
            for name, answer in self._run(items, ends):
                waiting.discard(name)
                yield name, answer
        except OSError as error:
            what = error.strerror or type(error).__name__
            why = Unavailable(reason=Reason.DISK_ERROR, detail=f"The batches cannot be kept on record ({what}).")
        except Exception as error:  # noqa: BLE001 - no failure of an engine ends a run
            why = _unexpected(type(error).__name__)
        yield from ((item.custom_id, why) for item in items if item.custom_id in waiting)

    def _run(self, items: list[BatchItem], ends: Deadline) -> Iterator[tuple[str, Answer]]:
        client = provider.client(self.api)
        if isinstance(client, Unavailable):
            yield from ((item.custom_id, client) for item in items)
            return
        with locks.held(self.folder / ".lock", seconds=min(LOCK_S, ends.rest())) as mine:
            if not mine:
                yield from ((item.custom_id, _BUSY) for item in items)
                return
            with client:
                yield from self._batches(client, ends).settled(items)

    def _batches(self, client: object, ends: Deadline) -> BatchRun:
        return BatchRun(
            calls=BatchCalls(client),
            records=self._records,
            service=self.api.base_url,
            model=self.model,
            max_tokens=self.max_tokens,
            limits=self.limits,
            pace=self.pace,
            ends=ends,
        )


def from_settings(settings: Settings, env: Mapping[str, str], state: Path) -> BatchesEngine | Unavailable:
    """Build the engine with its records in the project's state folder, or say why it cannot be had."""
    found = provider.from_settings(settings, env)
    match found:
        case AnthropicApi():
            return BatchesEngine(api=found, model=settings.model, max_tokens=settings.max_tokens, folder=state / FOLDER)
        case Unavailable():
            return found
        case _:
            detail = f"`provider` is {settings.provider}, which has no Message Batches: rebuild with another engine."
            return Unavailable(reason=Reason.CONFIG_ERROR, detail=detail)


def _unpaid(answer: Answer) -> Answer:
    spent = Usage(cost_usd=0.0) if isinstance(answer, Distillation) else Usage()
    return dataclasses.replace(answer, usage=spent)


def _unexpected(kind: str) -> Unavailable:
    # The name of its class only: the text of an error may hold a piece of the request.
    return Unavailable(reason=Reason.UNEXPECTED, detail=f"The batches engine failed ({kind}).")
