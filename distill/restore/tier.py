"""Up to which tier line a list is to be read: as asked, as the map says, else as the seat's setting."""

import re

from distill.maps.reading_list import ReadingList

DEFAULT = 2
_SAID = re.compile(r"(?:read|lies|lis|lee|читай|读到|読む)\b[^\n]{0,80}?\btier[ -]?(?P<tier>\d{1,2})\b", re.IGNORECASE)


def tier_of(text: str, found: ReadingList, *, asked: int | None, default: int = DEFAULT) -> int:
    """Give the tier, counted from 1; a list without tier lines has one tier."""
    if asked is not None and asked > 0:
        return asked
    said = _SAID.search(text)
    tiers = max(1, len(found.tiers))
    return min(int(said["tier"]) if said and int(said["tier"]) else default, tiers)


def label_of(found: ReadingList, tier: int) -> str:
    """Name a tier line as the map does."""
    return found.tiers[tier - 1].label if 0 < tier <= len(found.tiers) else ""
