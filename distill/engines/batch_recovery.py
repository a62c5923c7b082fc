"""Batches whose creation was cut off: what is on its way is on record first, and the service tells what it got."""

import dataclasses
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from distill.engines.batch_calls import BatchCalls, Listed
from distill.engines.batch_records import BatchRecord, BatchRecords
from distill.engines.failures import Failure, Remedy
from distill.model import Reason

CLOCKS = timedelta(minutes=10)
"""How far the clocks of this machine and of the service may differ."""
_REFUSED = frozenset({Reason.RATE_LIMITED, Reason.OVERLOADED, Reason.BAD_KEY, Reason.UNKNOWN_MODEL, Reason.NO_KEY})
_NO_LIST = frozenset({Reason.API_ERROR, Reason.UNKNOWN_MODEL})


@dataclass(frozen=True, slots=True)
class Recovery:
    """Looks after what is on its way to one service."""

    calls: BatchCalls
    records: BatchRecords

    def about_to_send(self, service: str, custom_ids: Sequence[str], tries: int) -> BatchRecord:
        """Put a batch on record before it is sent, under a name of our own. Raises OSError."""
        record = BatchRecord(
            id=f"sent-{uuid.uuid4().hex}",
            service=service,
            created=datetime.now(UTC),
            custom_ids=tuple(custom_ids),
            tries=tries,
            known=False,
        )
        self.records.save(record)
        return record

    def was_made(self, sent: BatchRecord, batch_id: str) -> BatchRecord:
        """Give a batch the id that the service has for it. Raises OSError."""
        record = dataclasses.replace(sent, id=batch_id, known=True)
        self.records.save(record)
        self.records.forget(sent)
        return record

    def came_to_nothing(self, sent: BatchRecord, failure: Failure) -> None:
        """Forget a batch that the service refused; where it may have it all the same, that is looked up later."""
        if _is_refusal(failure):
            self.records.forget(sent)

    def look_up(self, service: str, seconds: float) -> Failure | None:
        """Ask the service for the batches whose creation was cut off; those that it does not have are forgotten.

        A batch is known again by its time and the number of its requests; whether it is the right one, its results
        tell. Gives the failure where the service cannot say now. Raises OSError.
        """
        records = self.records.at(service, datetime.now(UTC))
        lost = [record for record in records if not record.known]
        if not lost:
            return None
        found = self.calls.listed(seconds)
        if isinstance(found, Failure) and not _has_no_list(found):
            return found
        batches = [] if isinstance(found, Failure) else found
        held = {record.id for record in records}
        for record in lost:
            batch = _likeliest([one for one in batches if one.id not in held], record)
            if batch is None:
                self.records.forget(record)
            else:
                held.add(self.was_made(record, batch.id).id)
        return None


def _is_refusal(failure: Failure) -> bool:
    """Tell whether the service said that it did not take a batch; else it may have it."""
    reason = failure.unavailable.reason
    return reason in _REFUSED or (reason is Reason.API_ERROR and failure.remedy is not Remedy.AGAIN)


def _has_no_list(failure: Failure) -> bool:
    """Tell whether a gateway knows no such call; then nothing can be looked up at all."""
    return failure.remedy is Remedy.NONE and failure.unavailable.reason in _NO_LIST


def _likeliest(batches: Sequence[Listed], record: BatchRecord) -> Listed | None:
    """Find the batch of as many requests that was made next after it was sent, or a little before by another clock."""
    alike = [
        one for one in batches if one.requests == len(record.custom_ids) and one.created >= record.created - CLOCKS
    ]
    return min(alike, key=lambda one: (one.created < record.created, abs(one.created - record.created)), default=None)
