"""Patterns that are put together from the words of the tables."""

from collections.abc import Mapping
from dataclasses import dataclass

_ANY_COLON = "[:：]"  # noqa: RUF001 - the colon of Chinese and Japanese
_COLONS = ":："  # noqa: RUF001 - the colon of Chinese and Japanese
_COLON = rf"\s*{_ANY_COLON}\s*"
_TICKET = r"(?-i:[A-Z][A-Z0-9]{0,9}-\d{1,6})"
_BEFORE = r"(?:^|[.;,，。；、(（]\s*|\s[-–—]\s*|\s)"  # noqa: RUF001 - punctuation of all scripts


@dataclass(frozen=True, slots=True)
class Derived:
    """A pattern, and characters one of which every match of it holds."""

    pattern: str
    needs: str = ""


def _headed(decision: str, status: str) -> str:
    """Read a status alone or after the word for a decision: "Proposed", "Decision (proposed)", "Decision: proposed"."""
    return rf"(?:(?:{decision})(?:\s*\(|{_COLON}))?(?:{status})\)?"


def derived(tables: Mapping[str, str]) -> dict[str, Derived]:
    """Build the patterns that cut statements at their labels."""
    why, rejected = tables["labels.why"], tables["labels.rejected"]
    decision = tables["labels.decision"]
    versus = tables.get("marks.versus", "(?!)")
    waits, blocks = tables["marks.waits"], tables["marks.blocks"]
    return {
        "split.decision": Derived(
            rf"^[\[(【]?(?:{decision})(?:\s*\w{{0,3}}\d{{1,3}})?[\])】]?{_COLON}|^\[(?:{decision})\]\s*", f"{_COLONS}["
        ),
        "split.ruled_out": Derived(
            rf"^(?:{_headed(tables['labels.decision'], tables['labels.ruled_out'])}){_COLON}", _COLONS
        ),
        "split.proposed": Derived(
            rf"^(?:{_headed(tables['labels.decision'], tables['labels.proposed'])}){_COLON}", _COLONS
        ),
        "split.why": Derived(rf"{_BEFORE}(?:{why}){_COLON}", _COLONS),
        "split.rejected": Derived(rf"{_BEFORE}(?:{rejected})(?:{_COLON}|\s+(?=`))", f"{_COLONS}`"),
        "split.versus": Derived(
            rf"([^:.;]{{3,80}}?)\s(?:{versus})\s([^:.;]{{2,80}}?)\s*{_ANY_COLON}\s+(.{{3,}})", _COLONS
        ),
        "split.blocks": Derived(
            rf"^(?:\[([^\]]+)\]\s*(?:{blocks})\s*\[([^\]]+)\]|({_TICKET})\s+(?:{blocks})\s+({_TICKET})\.?)$", "-["
        ),
        "split.waits": Derived(rf"^\[([^\]]+)\]\s*(?:{waits})\s*\[([^\]]+)\]$", "["),
        "split.blocks_id": Derived(rf"(?:{blocks})\s+(?-i:([A-Z][A-Z0-9]{{0,9}}-\d{{1,6}}))"),
        "split.meta": Derived(rf"^(?:{tables['labels.meta']}){_COLON}", _COLONS),
        "split.bare_state": Derived(rf"^(?:{tables['labels.state']}){_COLON}\S+(?:\s\S+)?$", _COLONS),
        "split.field": Derived(rf"^(?:{tables['labels.field']}){_COLON}", _COLONS),
        "split.state": Derived(rf"(?:^|;\s)(?:{tables['labels.state']}){_COLON}([^;]+)", _COLONS),
    }
