"""One run over many texts: open batches are taken up, the rest is sent, all is watched until it ends or time does."""

import contextlib
import dataclasses
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from distill.engines import batch_items, batch_results
from distill.engines.batch_calls import BatchCalls, Status
from distill.engines.batch_items import BatchItem, Limits
from distill.engines.batch_records import BatchRecord, BatchRecords
from distill.engines.batch_recovery import Recovery
from distill.engines.calls import LATE
from distill.engines.deadline import Deadline
from distill.engines.failures import Failure, Remedy
from distill.engines.interface import Answer, Unavailable
from distill.model import Reason

MOST_BATCHES_OF_AN_ITEM = 3
OPEN = Unavailable(
    reason=Reason.BATCH_OPEN,
    detail="The batch with this map was not ready in time; `distill rebuild --engine batches` takes it up, and nothing "
    "is paid twice.",
)
_PASSING = frozenset({Reason.API_TIMEOUT, Reason.RATE_LIMITED, Reason.OVERLOADED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often a batch is looked at, and how long one look may take, in seconds."""

    first: float = 5.0
    growth: float = 1.5
    longest: float = 60.0
    look: float = 30.0
    last: float = 2.0
    """What is kept for the last look."""


@dataclass(slots=True, kw_only=True)
class BatchRun:
    """The state of one run."""

    calls: BatchCalls
    records: BatchRecords
    service: str
    model: str
    max_tokens: int
    limits: Limits
    pace: Pace
    ends: Deadline
    waiting: dict[str, BatchItem] = field(default_factory=dict)
    open: list[BatchRecord] = field(default_factory=list)

    def settled(self, items: Sequence[BatchItem]) -> Iterator[tuple[str, Answer]]:
        """Give every item's answer as soon as it is known."""
        self.waiting = {item.custom_id: item for item in items}
        yield from self._look_up()
        held = self._take_up()
        yield from self._submit([item for item in items if item.custom_id in self.waiting.keys() - held])
        pause = self.pace.first
        while self.open:
            for record in tuple(self.open):
                yield from self._look_at(record)
            rest = self.ends.rest() - self.pace.last
            if not self.open or rest <= 0:
                break
            time.sleep(min(pause, rest))
            pause = min(pause * self.pace.growth, self.pace.longest)
        yield from self._give_up(tuple(self.waiting), OPEN)

    @property
    def _recovery(self) -> Recovery:
        return Recovery(self.calls, self.records)

    def _look_up(self) -> Iterator[tuple[str, Answer]]:
        """Settle what became of batches whose creation was cut off; where that cannot be said, they are not sent."""
        failure = self._recovery.look_up(self.service, min(self.pace.look, self.ends.rest()))
        if failure is not None:
            lost = (r for r in self.records.at(self.service, datetime.now(UTC)) if not r.known)
            names = {name for record in lost for name in record.custom_ids}
            late = failure.unavailable.reason is Reason.API_TIMEOUT  # there was no time to ask; the next run asks
            yield from self._give_up(names & self.waiting.keys(), OPEN if late else failure.unavailable)

    def _take_up(self) -> set[str]:
        """Take up the open batches that hold something that is waited for; the latest one where there are several."""
        held: set[str] = set()
        for record in reversed(self.records.at(self.service, datetime.now(UTC))):
            wanted = (self.waiting.keys() & set(record.custom_ids)) - held
            if wanted:
                held |= wanted
                self.open.append(record)
        return held

    def _submit(self, items: Iterable[BatchItem]) -> Iterator[tuple[str, Answer]]:
        """Send items in as few batches as the limits allow; after a refusal no other batch is tried."""
        refused: Failure | None = None
        for chunk, requests in batch_items.chunks(items, self.model, self.max_tokens, self.limits):
            made = refused or self._sent(chunk, requests)
            if isinstance(made, Failure):
                refused = made
                yield from self._give_up([item.custom_id for item in chunk], made.unavailable)
            else:
                self.open.append(made)

    def _sent(self, chunk: Sequence[BatchItem], requests: list[dict[str, Any]]) -> BatchRecord | Failure:
        """Send a batch that is on record first: an answer that never comes is looked up by the next run."""
        if self.ends.rest() <= 0:
            return Failure(unavailable=LATE)
        names, tries = [item.custom_id for item in chunk], max(item.tries for item in chunk)
        sent = self._recovery.about_to_send(self.service, names, tries)
        made = self._create(requests)
        if isinstance(made, Failure):
            self._recovery.came_to_nothing(sent, made)
            return made
        try:
            return self._recovery.was_made(sent, made)
        except OSError:  # it is paid for, so it is watched in this run at least
            return dataclasses.replace(sent, id=made, known=True)

    def _create(self, requests: list[dict[str, Any]]) -> str | Failure:
        """Create a batch; once more only where the service said that it did not take it: two batches cost twice."""
        made = self.calls.create(requests, self.ends.rest())
        if isinstance(made, Failure) and made.unavailable.reason in {Reason.RATE_LIMITED, Reason.OVERLOADED}:
            pause = max(self.pace.first, made.retry_after or 0.0)
            if pause + self.pace.last < self.ends.rest():
                time.sleep(pause)
                return self.calls.create(requests, self.ends.rest())
        return made

    def _look_at(self, record: BatchRecord) -> Iterator[tuple[str, Answer]]:
        match self.calls.status(record.id, min(self.pace.look, self.ends.rest())):
            case Status.RUNNING:
                return
            case Status.ENDED:
                yield from self._collect(record)
            case Status.GONE:
                self.open.remove(record)
                yield from self._after(record, dict.fromkeys(self._wanted(record), batch_results.NO_RESULT))
            case Failure() as failure:
                yield from self._trouble(record, failure)

    def _trouble(self, record: BatchRecord, failure: Failure) -> Iterator[tuple[str, Answer]]:
        """Wait for what passes; give up for this run what does not. The batch stays on record in any case."""
        if failure.remedy is Remedy.AGAIN or failure.unavailable.reason in _PASSING:
            return
        self.open.remove(record)
        yield from self._give_up(self._wanted(record), failure.unavailable)

    def _collect(self, record: BatchRecord) -> Iterator[tuple[str, Answer]]:
        """Fetch the results of an ended batch."""
        found: dict[str, Answer | Failure] = {}
        wanted = {name: self.waiting[name] for name in self._wanted(record)}

        def read(line: dict[str, Any]) -> None:
            item = wanted.get(str(line.get("custom_id")))
            if item is not None:
                found[item.custom_id] = batch_results.outcome(line, item, self.model)

        failure = self.calls.results(record.id, read, self.ends.rest())
        if failure is not None:
            yield from self._trouble(record, failure)
            return
        self.open.remove(record)
        yield from self._after(record, {name: found.get(name, batch_results.NO_RESULT) for name in wanted})

    def _after(self, record: BatchRecord, found: dict[str, Answer | Failure]) -> Iterator[tuple[str, Answer]]:
        """Keep on record what can be fetched again, give what is settled, send again where another batch may help."""
        useless = [name for name, outcome in found.items() if isinstance(outcome, Failure | Unavailable)]
        with contextlib.suppress(OSError):  # then a later run reads the same results again
            self.records.without(record, useless)
        again: list[BatchItem] = []
        for name, outcome in found.items():
            if not isinstance(outcome, Failure):
                self.waiting.pop(name)
                yield name, outcome
            elif (item := _again(self.waiting[name], outcome, record.tries + 1)) is not None:
                again.append(item)
            else:
                yield from self._give_up([name], outcome.unavailable)
        yield from self._submit(again)

    def _wanted(self, record: BatchRecord) -> list[str]:
        """Name what is waited for of a batch, and in no later one."""
        later = {name for other in self.open if other.created > record.created for name in other.custom_ids}
        return [name for name in record.custom_ids if name in self.waiting and name not in later]

    def _give_up(self, names: Iterable[str], why: Unavailable) -> Iterator[tuple[str, Answer]]:
        for name in names:
            self.waiting.pop(name)
            yield name, why


def _again(item: BatchItem, failure: Failure, tries: int) -> BatchItem | None:
    """Make the item of another batch, where that may help and there were not enough of them."""
    plain = failure.remedy is Remedy.PLAIN and item.structured
    if tries >= MOST_BATCHES_OF_AN_ITEM or not (plain or failure.remedy is Remedy.AGAIN):
        return None
    return dataclasses.replace(item, structured=item.structured and not plain, tries=tries)
