"""What a page would need to be what it would be if it were made today."""

from enum import StrEnum

from distill.model import Reason
from distill.pages.page import PageMeta

ASK_AGAIN = frozenset({
    "", Reason.NO_KEY, Reason.BAD_KEY, Reason.API_TIMEOUT, Reason.API_ERROR, Reason.RATE_LIMITED, Reason.OVERLOADED,
    Reason.UNKNOWN_MODEL, Reason.CAP_REACHED, Reason.CONFIG_ERROR, Reason.UNEXPECTED, Reason.BATCH_OPEN,
})  # fmt: skip
"""Why a page was made without a model that may be otherwise today; a refusal or a bad answer would be paid twice."""
EXTRACTIVE = "extractive"


class Need(StrEnum):
    """What has to be done for a page."""

    NOTHING = "nothing"
    EXTRACT = "extract"
    """Made again by the extractive engine, and written where it differs."""
    ASK = "ask"
    """Made again by the model."""


def need(meta: PageMeta, *, prompt: str) -> Need:
    """Tell what a page needs; `prompt`: the id of the prompt that a model would be asked with, empty for no model."""
    if meta.engine not in {EXTRACTIVE, ""}:
        return Need.ASK if prompt and meta.prompt != prompt else Need.NOTHING
    return Need.ASK if prompt and meta.fallback_reason in ASK_AGAIN else Need.EXTRACT
