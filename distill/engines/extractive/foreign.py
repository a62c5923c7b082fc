"""Text of strangers inside an entry: orders to the reader are not repeated."""

import re

_ORDER = re.compile(
    r"</?\s*(?:restore_map|documents?|system|instructions?|assistant|prompt)\s*>"
    r"|\bSYSTEM\s*:|\bignore (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier) (?:instructions?|prompts?|rules?|orders?)"
    r"|\bdisregard (?:all |any )?(?:the |your )?(?:previous|prior|above|earlier)|\bnew (?:task|instructions?)\s*:"
    r"|\bremember (?:this|the following) (?:rule|instruction)|\byou are now\b|\byou must now\b"
    r"|\b(?:assistant|agents?|claude|gpt|codex|llm)s?\s*[:,]\s*(?:print|send|reveal|delete|run|remember|ignore|when you read)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"\n]{0,2000}\"|“[^”\n]{0,2000}”|„[^“”\n]{0,2000}[“”]|«[^»\n]{0,2000}»|「[^」\n]{0,2000}」")
_CODE = re.compile(r"`[^`\n]*`")
_ELLIPSIS = '"…"'


def without_orders(text: str) -> str:
    """Elide quotations that give orders to the reader; empty where an order stands outside a quotation."""
    if not _ORDER.search(_CODE.sub("", text)):
        return text
    text = _QUOTED.sub(lambda match: _ELLIPSIS if _ORDER.search(match[0]) else match[0], text)
    return "" if _ORDER.search(_CODE.sub("", text)) else text
