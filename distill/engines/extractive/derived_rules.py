"""Patterns that are put together from the words of the tables."""

from collections.abc import Mapping

_ANY_COLON = "[:：]"  # noqa: RUF001 - the colon of Chinese and Japanese
_COLON = rf"\s*{_ANY_COLON}\s*"
_BEFORE = r"(?:^|[.;,，。；、(（]\s*|\s[-–—]\s*|\s)"  # noqa: RUF001 - punctuation of all scripts


def derived(tables: Mapping[str, str]) -> dict[str, str]:
    """Build the patterns that cut statements at their labels."""
    why, rejected = tables["labels.why"], tables["labels.rejected"]
    decision = tables["labels.decision"]
    versus = tables.get("marks.versus", "(?!)")
    waits, blocks = tables["marks.waits"], tables["marks.blocks"]
    return {
        "split.decision": rf"^[\[(【]?(?:{decision})(?:\s*\w{{0,3}}\d{{1,3}})?[\])】]?{_COLON}|^\[(?:{decision})\]\s*",
        "split.why": rf"{_BEFORE}(?:{why}){_COLON}",
        "split.rejected": rf"{_BEFORE}(?:{rejected})(?:{_COLON}|\s+(?=`))",
        "split.versus": rf"([^:.;]{{3,80}}?)\s(?:{versus})\s([^:.;]{{2,80}}?)\s*{_ANY_COLON}\s+(.{{3,}})",
        "split.blocks": rf"^\[([^\]]+)\]\s*(?:{blocks})\s*\[([^\]]+)\]$",
        "split.waits": rf"^\[([^\]]+)\]\s*(?:{waits})\s*\[([^\]]+)\]$",
        "split.blocks_id": rf"(?:{blocks})\s+(?-i:([A-Z][A-Z0-9]{{0,9}}-\d{{1,6}}))",
        "split.meta": rf"^(?:{tables['labels.meta']}){_COLON}",
        "split.bare_state": rf"^(?:{tables['labels.state']}){_COLON}\S+(?:\s\S+)?$",
        "split.field": rf"^(?:{tables['labels.field']}){_COLON}",
        "split.state": rf"(?:^|;\s)(?:{tables['labels.state']}){_COLON}([^;]+)",
    }
