"""Text of strangers inside an entry: orders to the reader are not repeated."""

import re

from distill.engines.extractive.rules import orders, tags

_QUOTED = re.compile(r"\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」")
_CODE = re.compile(r"`[^`\n]*`")
_ELLIPSIS = '"…"'


def without_orders(text: str) -> str:
    """Elide quotations that give orders to the reader; empty where an order stands outside a quotation."""
    if not _orders(text):
        return text
    text = _QUOTED.sub(lambda match: _ELLIPSIS if _orders(match[0]) else match[0], text)
    return "" if _orders(text) else text


def _orders(text: str) -> bool:
    tagged = "<" in text
    if not tagged and not orders().search(text):
        return False
    bare = _CODE.sub("", text)
    return bool((tagged and tags().search(bare)) or orders().search(bare))
