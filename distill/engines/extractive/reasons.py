"""Items whose reason stands below them as an item of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from distill.engines.extractive.labels import label_text
from distill.engines.extractive.rules import Rules
from distill.maps.blocks import Block, ListItem
from distill.model import Lines

_LABEL = re.compile(r"((?:\*\*|__)?[^:：*_\n]{2,24}(?:\*\*|__)?)\s*[:：]")  # noqa: RUF001


def with_reasons(body: Sequence[Block], rules: Rules) -> Iterator[Block]:
    """Give the blocks with "Why: …" joined to the item it stands below."""
    before: Block | None = None
    for block in body:
        if isinstance(before, ListItem) and isinstance(block, ListItem) and _is_reason(block, before, rules):
            lines = Lines(before.lines.first, block.lines.last)
            before = replace(before, text=f"{before.text} {block.text}", lines=lines)
            continue
        if before is not None:
            yield before
        before = block
    if before is not None:
        yield before


def _is_reason(block: ListItem, before: ListItem, rules: Rules) -> bool:
    label = _LABEL.match(block.text)
    if label is None or block.depth != before.depth or block.task is not None:
        return False
    return rules["labels.why"].fullmatch(label_text(label[1])) is not None
