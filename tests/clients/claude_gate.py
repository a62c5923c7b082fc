"""The gate in Claude Code: a manual compaction without a fresh map is put off once, an automatic one never."""

import json
import sys
from functools import partial
from pathlib import Path

from claude_lab import Lab
from claude_sessions import RESTORE, RULES
from prepare import REPOSITORY, prepare
from stage import Check, Stage
from worlds import a_map, put_map

REASON = "Write the restore map first"
WORDS = ("MOCK say one", "MOCK say two", "MOCK say three")
READS = tuple(f'MOCK tool Read {{"file_path":"{name}"}}' for name in ("small.txt", "notes.txt"))
FILLED = "\n".join(("MOCK usage 150000", *READS, "MOCK say done"))
"""A turn of so many tokens that the client compacts in its midst."""


class Gated:
    """A session of a project with the gate, which has no map yet."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        prepare(lab.project, lab.env(), with_map=False)
        settings = lab.project / "distill.toml"
        settings.write_text(settings.read_text("utf-8") + "\n[continuity]\ngate = true\n", "utf-8")
        self.stream = lab.stream("--plugin-dir", str(REPOSITORY))
        for each in WORDS:
            self.stream.say(each)

    def said(self, words: str) -> str:
        """Say something; give all that the client told the person meanwhile."""
        return json.dumps(self.stream.say(words), ensure_ascii=False)

    def summaries(self) -> list[str]:
        """Give the requests for a summary."""
        return [json.dumps(each["body"]["messages"], ensure_ascii=False) for each in self.lab.requests("compact")]


def _lab(stage: Stage, name: str) -> Lab:
    env = {"DISTILL_PYTHON": sys.executable, "CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}
    return Lab(stage.work / f"gate-{name}", claude=stage.claude, env=env)


def by_hand(stage: Stage) -> list[str]:
    """Compact twice by hand without a map: the first is put off with the reason, the second passes."""
    with _lab(stage, "manual") as lab:
        gated = Gated(lab)
        first = gated.said("/compact keep the names")
        early = gated.summaries()
        second = gated.said("/compact keep the names")
        summaries = gated.summaries()
        gated.said("MOCK say after")
        gated.stream.close()
        says = {
            "the person was not told why": REASON not in first + second,  # it may be shown with what comes next
            "it was compacted all the same": bool(early),
            "it was put off twice": not summaries,
            f"{len(summaries)} summaries were asked for": len(summaries) > 1,
            "the summary's request had no rules": not all(RULES in each for each in summaries),
            "the restore text did not come": RESTORE not in _last(lab),
        }
        return [trouble for trouble, is_so in says.items() if is_so]


def passed(stage: Stage, *, name: str, compact: str, with_map: bool) -> list[str]:
    """Compact by itself, or by hand with a fresh map: nothing is put off."""
    with _lab(stage, name) as lab:
        gated = Gated(lab)
        if with_map:
            put_map(Path(lab.project), a_map())
        said = gated.said(compact)
        gated.said("MOCK say after")
        gated.stream.close()
        summaries = gated.summaries()
        says = {
            "it was put off": REASON in said,
            "no summary was asked for": not summaries,
            "the summary's request had no rules": not all(RULES in each for each in summaries),
            "the restore text did not come": RESTORE not in _last(lab),
        }
        return [trouble for trouble, is_so in says.items() if is_so]


def _last(lab: Lab) -> str:
    sent = [json.dumps(each["body"].get("messages"), ensure_ascii=False) for each in lab.requests("say")]
    return next((text for text in reversed(sent) if "MOCK say after" in text), "")


CHECKS: dict[str, Check] = {
    "claude gate, by hand without a map": by_hand,
    "claude gate, automatic without a map": partial(passed, name="automatic", compact=FILLED, with_map=False),
    "claude gate, by hand with a fresh map": partial(passed, name="fresh", compact="/compact", with_map=True),
}
