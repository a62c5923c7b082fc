"""Reference documents in twelve languages with the items labelled in them, and how a digest scores on them."""

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import scoring
import simple_page

from distill.maps.decode import decode

FOLDER = Path(__file__).parent / "reference"
PARTS = ("tuning", "holdout", "fresh", "late", "untouched", "real-shapes", "kinds")


@dataclass
class Result:
    """Items expected and found by section, bullets and those on target, and sections that should be empty."""

    expected: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    bullets: int = 0
    on_target: int = 0
    empty: int = 0
    left_empty: int = 0
    doubled: int = 0
    characters: int = 0
    source_characters: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found.total() / self.expected.total()

    @property
    def precision(self) -> float:
        return self.on_target / self.bullets

    @property
    def f1(self) -> float:
        return 2 * self.recall * self.precision / (self.recall + self.precision)

    def recall_of(self, kind: str) -> float:
        return self.found[kind] / self.expected[kind]


def names(part: str = "") -> list[str]:
    """Name the documents of a part, or of all."""
    found = (path.name.removesuffix(".expected.json") for path in FOLDER.glob("*.expected.json"))
    return sorted(name for name in found if part in ("", _expected(name)["part"]))


def text_of(name: str) -> str:
    """Read a document."""
    return decode((FOLDER / f"{name}.md").read_bytes()).text


def score(part: str = "") -> Result:
    """Distil all documents of a part and compare with what was labelled."""
    result = Result()
    for name in names(part):
        text = text_of(name)
        _add(result, simple_page.page_of(text), text, _expected(name)["expected"], name)
    return result


def _expected(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / f"{name}.expected.json").read_text("utf-8"))
    return loaded


def _add(result: Result, page: str, text: str, expected: dict[str, list[dict[str, Any]]], name: str) -> None:
    entries = {title: [scoring.normal(one) for one in found] for title, found in scoring.entries_of(page).items()}
    hit: set[tuple[str, int]] = set()
    for kind, items in expected.items():
        bullets = entries.get(scoring.SECTIONS[kind], [])
        for item in items:
            tokens = [scoring.normal(token) for token in item["tokens"]]
            holding = [(kind, index) for index, one in enumerate(bullets) if all(token in one for token in tokens)]
            hit.update(holding)
            result.expected[kind] += 1
            result.found[kind] += bool(holding)
            result.missed.extend([] if holding else [f"{name}: {kind} {item['tokens']} (line {item['line']})"])
        result.empty += not items
        result.left_empty += not items and not bullets
    told = [one for bullets in entries.values() for one in bullets]
    result.bullets += len(told)
    result.doubled += len(told) - len(set(told))
    result.on_target += len(hit)
    result.characters += len(page)
    result.source_characters += len(text)
