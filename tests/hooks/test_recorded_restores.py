"""What restores came to in the real clients, as recorded: the rules before, the text after, the table, the end."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from worlds import MOST_CHARACTERS

FOLDER = Path(__file__).parent / "recorded" / "restores"
RECORDED = sorted(FOLDER.glob("*.json"))
HOWS = {"by-hand", "automatic", "twice", "subagent", "without-the-plug-in"}
RULE = "Never push to `main`; every change goes through a pull request."
VERDICTS = {
    "RESTORE-MAP.md": "FULL",
    "docs/whole.md": "FULL",
    "docs/part.md": "PARTIAL",
    "docs/never.md": "NOT_READ",
    "docs/huge.md": "PARTIAL",
    "docs/changed.md": "STALE",
    "git log --oneline -2": "FULL",
    "the world pack": "UNVERIFIABLE",
}
ATTACHED = "docs/before.md"
"""Read before the compaction only; Claude Code attaches it again, Codex does not, and its list leaves it out."""


def read(path: Path) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return told


def test_every_way_of_compacting_is_recorded() -> None:
    assert {path.stem for path in RECORDED} == {"codex.automatic", *(f"claude-code.{how}" for how in HOWS)}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_the_text_has_what_leads_an_agent_back_in_its_order(path: Path) -> None:
    text = read(path)["text"]

    parts = ["Restore map: @@PROJECT@@/restore-maps/RESTORE-MAP.md", "First: ", "Protocol:", f"- (must) {RULE}"]
    parts += ["Next step, ", "Reading list, in this order", *list(VERDICTS)[1:], "word for word: @@HOME@@/"]
    places = [text.find(part) for part in parts]
    assert text.startswith("This conversation was compacted just now.")
    assert text.count("This conversation was compacted") == 1
    assert -1 not in places
    assert places == sorted(places)
    assert places[1] < 1_500
    assert len(text) <= MOST_CHARACTERS


@pytest.mark.parametrize("path", [path for path in RECORDED if "claude" in path.stem], ids=lambda path: path.stem)
def test_the_request_for_the_summary_has_all_rules_and_the_constraint(path: Path) -> None:
    rules = read(path)["rules"]

    assert re.findall(r"^(\d+)\. ", rules, re.MULTILINE) == [str(number) for number in range(1, 11)]
    assert RULE in rules


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_each_row_has_its_verdict_and_done_ends_only_what_is_settled(path: Path) -> None:
    told = read(path)
    verdicts = {row["entry"]: row["verdict"] for row in told["status"]["rows"]}
    owed = [row for row in told["status"]["rows"] if not row["settled"]]

    assert {entry: verdicts[entry] for entry in VERDICTS} == VERDICTS
    assert verdicts.get(ATTACHED) == ("FULL" if "claude" in path.stem else None)
    assert told["status"]["pending"]["delivered"] is True
    assert told["status"]["pending"]["unfinished"] == (1 if "twice" in path.stem else 0)
    assert told.get("refused", "Not done: 5 rows").startswith(f"Not done: {len(owed)} rows")
    assert told["ended"].startswith("restored: @@PROJECT@@/restore-maps/RESTORED-")
    assert "\nnoted on @@PROJECT@@/wiki/sessions/" in told["ended"]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_no_path_of_a_computer_stands_there(path: Path) -> None:
    assert not re.search(r"(?<![@\w])/(?:tmp|root|home|Users|var)/", path.read_text("utf-8"))
