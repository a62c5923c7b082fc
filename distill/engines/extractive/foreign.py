"""Text of strangers inside an entry: orders to the reader are not repeated."""

import re

from distill.engines.extractive.rules import Rules, tags

_QUOTED = re.compile(r"\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」")
_CODE = re.compile(r"`[^`\n]*`")
_ELLIPSIS = '"…"'


def without_orders(text: str, rules: Rules) -> str:
    """Elide quotations that give orders to the reader; empty where an order stands outside a quotation."""
    if not speaks_of_orders(text, rules):
        return text
    text = _QUOTED.sub(lambda match: _ELLIPSIS if speaks_of_orders(match[0], rules) else match[0], text)
    return "" if speaks_of_orders(text, rules) else text


def gives_orders(text: str, rules: Rules) -> bool:
    """Tell whether a text gives orders to its reader, outside quotes and code."""
    return speaks_of_orders(_QUOTED.sub(_ELLIPSIS, text), rules)


def speaks_of_orders(text: str, rules: Rules) -> bool:
    """Tell whether a text holds orders to a reader, quoted or not, outside code."""
    tagged = "<" in text
    if not tagged and not rules["orders"].search(text):
        return False
    bare = _CODE.sub("", text)
    return bool((tagged and tags().search(bare)) or rules["orders"].search(bare))
