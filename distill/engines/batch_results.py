"""What became of one request of a batch: an answer, or a failure and whether another batch may help."""

import dataclasses
from typing import Any

from distill.engines import failures, prices, prompt, reply
from distill.engines.batch_items import BatchItem
from distill.engines.failures import Failure, Remedy
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.model import Reason

ENGINE = "anthropic"
"""What its pages say: the same model by the same prompt; how it was bought is no reason to make a page again."""
NO_RESULT = Failure(
    unavailable=Unavailable(reason=Reason.BAD_ANSWER, detail="The batch ended without a result for this map."),
    remedy=Remedy.AGAIN,
)
EXPIRED = Failure(
    unavailable=Unavailable(
        reason=Reason.API_TIMEOUT, detail="The service did not come to this map within the day that a batch has."
    ),
    remedy=Remedy.AGAIN,
)
CANCELED = Failure(
    unavailable=Unavailable(
        reason=Reason.API_ERROR, detail="The batch was canceled, by somebody with access to the account."
    ),
    remedy=Remedy.AGAIN,
)


def outcome(line: dict[str, Any], item: BatchItem, model_id: str) -> Answer | Failure:
    """Read one line of the results; one that nobody thought of is none, and never the end of the others."""
    try:
        return _outcome(line, item, model_id)
    except Exception:  # noqa: BLE001 - the SDK builds its types of whatever came
        return NO_RESULT


def _outcome(line: dict[str, Any], item: BatchItem, model_id: str) -> Answer | Failure:
    from anthropic.types.messages import MessageBatchIndividualResponse

    result: Any = MessageBatchIndividualResponse.construct(**line).result
    match getattr(result, "type", None):
        case "succeeded":
            return _answer(getattr(result, "message", None), item, model_id)
        case "errored":
            error = getattr(getattr(result, "error", None), "error", None)
            kind, message = getattr(error, "type", None), getattr(error, "message", None)
            return failures.from_kind(str(kind or ""), str(message or ""))
        case "expired":
            return EXPIRED
        case "canceled":
            return CANCELED
        case _:
            return NO_RESULT


def _answer(message: object, item: BatchItem, model_id: str) -> Answer:
    answer = reply.read(message, engine=ENGINE, model=model_id, source=item.source, price_factor=prices.BATCH_FACTOR)
    if not isinstance(answer, Distillation):
        return answer
    unread = prompt.render(item.source, structured=item.structured).unread_lines
    return dataclasses.replace(answer, unread_lines=unread)
