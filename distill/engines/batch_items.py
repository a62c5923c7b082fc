"""What goes into a batch: one request for one text, under a name made of what decides its answer."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from distill.engines import models, prompt, request
from distill.model import Redacted


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one batch may hold; the service takes 100,000 requests and 256 MB.

    Source: https://platform.claude.com/docs/en/build-with-claude/batch-processing. Less is taken, so that a batch is
    sent within a minute or two and a lost one is a small loss.
    """

    requests: int = 10_000
    bytes: int = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchItem:
    """One text to distil in a batch."""

    custom_id: str
    source: Redacted
    structured: bool
    tries: int = 0
    """In how many batches it was before."""


def item_for(source: Redacted, model_id: str) -> BatchItem:
    """Make the item of a text: the same prompt, model and text give the same id, in this run and in later ones."""
    structured = models.find(model_id).structured
    return BatchItem(custom_id=custom_id(source, model_id), source=source, structured=structured)


def custom_id(source: Redacted, model_id: str) -> str:
    """Name a text within a batch by the hash of prompt, model and text: 64 characters, as many as the service takes."""
    text = hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
    return hashlib.sha256(f"{prompt.prompt_id()} {model_id} {text}".encode()).hexdigest()


def chunks(
    items: Iterable[BatchItem], model_id: str, max_tokens: int, limits: Limits
) -> Iterator[tuple[tuple[BatchItem, ...], list[dict[str, Any]]]]:
    """Make the requests and split them into batches within the limits; only one batch is in memory at a time."""
    held: list[BatchItem] = []
    requests: list[dict[str, Any]] = []
    room = limits.bytes
    for item in items:
        made = _request(item, model_id, max_tokens)
        size = len(json.dumps(made)) + 1  # escaped, so never less than what is sent
        if held and (len(held) >= limits.requests or size > room):
            yield tuple(held), requests
            held, requests, room = [], [], limits.bytes
        held.append(item)
        requests.append(made)
        room -= size
    if held:
        yield tuple(held), requests


def _request(item: BatchItem, model_id: str, max_tokens: int) -> dict[str, Any]:
    shown = prompt.render(item.source, structured=item.structured)
    params = request.body(model_id, max_tokens, shown, structured=item.structured)
    return {"custom_id": item.custom_id, "params": params}
