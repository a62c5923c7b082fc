"""Scores a page against the items a map is expected to give (rules: the README beside the fixtures)."""

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parent / "fixtures" / "maps"
SECTIONS = {
    "accomplished": "Accomplished",
    "decisions": "Decisions",
    "open_items": "Open Items",
    "constraints": "Constraints",
}
KEPT = ("why", "rejected", "owner", "blocked_by")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass
class Score:
    """What a page holds of what it should hold; `missed` and `broken` say which not."""

    expected: int = 0
    found: int = 0
    parts: int = 0
    parts_kept: int = 0
    entries: int = 0
    on_target: int = 0
    missed: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.found / self.expected if self.expected else 1.0


def normal(text: str) -> str:
    """Bring both sides of a comparison into one shape."""
    text = html.unescape(_ESCAPED.sub(r"\1", text))
    text = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[`*]", "", text)


def entries_of(page: str) -> dict[str, list[str]]:
    """Read the bullets of a page by section; a bullet that wraps is joined."""
    entries: dict[str, list[str]] = {}
    section = ""
    for line in page.split("\n"):
        if line.startswith("## "):
            section = line[3:].strip()
            entries.setdefault(section, [])
        elif line.startswith("- ") and section:
            entries[section].append(line[2:])
        elif line.startswith("  ") and section and entries[section]:
            entries[section][-1] += " " + line.strip()
    return entries


def score(page: str, expected: dict[str, Any], source: str) -> Score:
    """Compare a page with what is expected of it; `source` is the map's text with its secrets put in or redacted."""
    result = Score()
    entries = {name: [normal(entry) for entry in bullets] for name, bullets in entries_of(page).items()}
    hit: set[tuple[str, int]] = set()
    for kind, items in expected["expected"].items():
        for item in items:
            if not item.get("sample"):
                _score_item(kind, item, entries, hit, result)
    result.entries = sum(len(bullets) for bullets in entries.values())
    result.on_target = len(hit)
    result.broken.extend(_broken(page, entries, expected, source))
    return result


def load(name: str) -> tuple[str, dict[str, Any]]:
    """Read a fixture: its bytes as text, and what is expected of it."""
    expected = json.loads((FIXTURES / f"{name}.expected.json").read_text("utf-8"))
    return (FIXTURES / f"{name}.md").read_bytes().decode("utf-8"), expected


def names() -> list[str]:
    """Name all fixtures."""
    return sorted(path.name.removesuffix(".expected.json") for path in FIXTURES.glob("*.expected.json"))


def _sections_for(kind: str, item: dict[str, Any], entries: dict[str, list[str]]) -> list[str]:
    if item.get("anywhere"):
        return list(entries)
    if kind == "constraints" and SECTIONS[kind] not in entries:
        return [SECTIONS["decisions"]]
    return [SECTIONS[kind]]


def _score_item(
    kind: str, item: dict[str, Any], entries: dict[str, list[str]], hit: set[tuple[str, int]], result: Score
) -> None:
    tokens = [normal(token) for token in item["tokens"]]
    result.expected += 1
    parts = {name: normal(item[name]) for name in KEPT if item.get(name)}
    result.parts += len(parts)
    matching = [
        (section, index, entry)
        for section in _sections_for(kind, item, entries)
        for index, entry in enumerate(entries.get(section, []))
        if all(token in entry for token in tokens)
    ]
    if not matching:
        result.missed.append(f"{kind} {item['tokens']} (line {item.get('line')})")
        return
    result.found += 1
    hit.update((section, index) for section, index, _ in matching)
    best = max(matching, key=lambda match: sum(part in match[2] for part in parts.values()))
    for name, part in parts.items():
        if part in best[2]:
            result.parts_kept += 1
        else:
            result.missed.append(f"{kind} {item['tokens']}: {name} {item[name]!r}")


def _broken(page: str, entries: dict[str, list[str]], expected: dict[str, Any], source: str) -> Iterator[str]:
    whole, markup = normal(page), _visible_markup(page).lower()
    done = "\n".join(entries.get("Accomplished", []))
    lines = [line.strip() for line in page.split("\n")]
    yield from (f"must not contain {one!r}" for one in expected.get("must_not_contain", []) if normal(one) in whole)
    yield from (f"not accomplished: {one!r}" for one in expected.get("not_accomplished", []) if normal(one) in done)
    yield from (f"live markup: {one!r}" for one in expected.get("inert", []) if one.lower() in markup)
    for text in expected.get("line_start_inert", []):
        yield from (f"line begins with {text!r}" for line in lines if line.startswith(text))
    if expected.get("one_heading_each"):
        counts = {title: lines.count(f"## {title}") for title in ("Accomplished", "Decisions", "Open Items")}
        yield from (f"{count} headings {title!r}" for title, count in counts.items() if count != 1)
    yield from _changed(page, expected, source)


def _visible_markup(page: str) -> str:
    """Give a page without its code spans, whose content is inert in any builder."""
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", page)


def _changed(page: str, expected: dict[str, Any], source: str) -> Iterator[str]:
    """Hashes and ids that look like secrets: where the page quotes one, it is whole."""
    for item in expected.get("must_survive", []):
        match = re.search(re.escape(item["starts"]) + r"[\w-]*", source)
        assert match is not None
        value = match[0][: item["length"]]
        for start in re.finditer(re.escape(item["starts"]), page):
            if page[start.start() : start.start() + item["length"]] != value:
                yield f"{item['kind']} {item['starts']}… is not whole"
