"""Text of strangers inside an entry: orders to the reader are not repeated."""

import re

from distill.engines.extractive.rules import orders

_QUOTED = re.compile(r"\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」")
_CODE = re.compile(r"`[^`\n]*`")
_ELLIPSIS = '"…"'


def without_orders(text: str) -> str:
    """Elide quotations that give orders to the reader; empty where an order stands outside a quotation."""
    order = orders()
    if not order.search(_CODE.sub("", text)):
        return text
    text = _QUOTED.sub(lambda match: _ELLIPSIS if order.search(match[0]) else match[0], text)
    return "" if order.search(_CODE.sub("", text)) else text
