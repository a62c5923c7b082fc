"""The plug-in in Claude Code: what a summary lost of the constraints, and who of the helpers lives."""

import json
import sys
from pathlib import Path

from claude_lab import Lab
from prepare import REPOSITORY, prepare
from stage import Check, Stage
from worlds import journal, wait_for

RULE = "Never push to `main`; every change goes through a pull request."
HELPER = {
    "description": "Wait a while",
    "prompt": "MOCK think 90\nMOCK say done",
    "subagent_type": "general-purpose",
    "run_in_background": True,
}
FULL_SOON = {"DISTILL_PYTHON": sys.executable, "CLAUDE_CODE_AUTO_COMPACT_WINDOW": "100000"}
FILLED = "MOCK usage 150000\n" + 'MOCK tool Read {"file_path":"small.txt"}\n' * 3
WORDS = ("MOCK say one", "MOCK say two", "MOCK say three")


def summary_that_lost_a_constraint(stage: Stage) -> list[str]:
    """Compact with a summary that says nothing of the map's rule; the person has to be told once, in one line."""
    root = stage.work / "constraints"
    with Lab(root, claude=stage.claude, env={"DISTILL_PYTHON": sys.executable}) as lab:
        prepare(lab.project, lab.env())
        stream = lab.stream("--plugin-dir", str(REPOSITORY))
        for each in (*WORDS, "/compact"):
            stream.say(each)
        try:
            (compared,) = wait_for(lab.project, "compared")
        except AssertionError as error:
            return [str(error)]
        said = [json.dumps(stream.say(f"MOCK say after {turn}"), ensure_ascii=False) for turn in (1, 2)]
        stream.close()
        requests = json.dumps([each["body"] for each in lab.requests("say")], ensure_ascii=False)
        return [*_counts(compared), *_told(said, requests), *_registered(lab.project)]


def _counts(compared: dict[str, str]) -> list[str]:
    found = {name: compared.get(name) for name in ("constraints", "kept", "weakened", "dropped")}
    wanted = {"constraints": "1", "kept": "0", "weakened": "0", "dropped": "1"}
    return [] if found == wanted else [f"the journal says {found}"]


def _told(said: list[str], requests: str) -> list[str]:
    line = "UserPromptSubmit says: distill: The compaction's summary dropped 1"
    troubles = [] if line in said[0] else ["the person was not told at the next prompt"]
    troubles += ["the person was told twice"] if line in said[1] else []
    troubles += [] if "MOCK say after 2" in requests else ["no request was seen"]
    return troubles + (["the model was told what is the person's"] if line.partition(": ")[2] in requests else [])


def _registered(project: Path) -> list[str]:
    text = (project / "wiki" / "constraints.md").read_text("utf-8")
    rows = [row for row in journal(project) if row.get("constraints") == "1" and row.get("outcome") == "written"]
    return [] if RULE in text and rows else ["the rule of the map is not in the registry"]


def helper_that_lives_through_a_compaction(stage: Stage) -> list[str]:
    """Compact while a helper is at work; the agent has to be told of it once, in its next request."""
    root = stage.work / "team"
    with Lab(root, claude=stage.claude, env={"DISTILL_PYTHON": sys.executable}) as lab:
        prepare(lab.project, lab.env())
        stream = lab.stream("--plugin-dir", str(REPOSITORY))
        for each in (*WORDS[:2], f"MOCK tool Agent {json.dumps(HELPER)}\nMOCK say started", "/compact"):
            stream.say(each)
        for turn in (1, 2):
            stream.say(f"MOCK say after {turn}")
        told = [json.dumps(each["body"], ensure_ascii=False) for each in lab.requests("say")]
        asked = [each for each in told if "MOCK say after" in each]
        stream.p.terminate()
        stream.p.wait(30)
    named = [each.count("alive when this conversation was compacted") for each in asked]
    troubles = [] if named and set(named) == {1} else [f"the last requests name the helpers {named} times"]
    return troubles + ([] if any("- general-purpose (" in each for each in asked) else ["the helper is not named"])


def helper_that_compacts(stage: Stage) -> list[str]:
    """Have a subagent compact: it is told nothing of ours, and the session owes no restore for it."""
    with Lab(stage.work / "helper-compacts", claude=stage.claude, env=FULL_SOON) as lab:
        prepare(lab.project, lab.env())
        stream = lab.stream("--plugin-dir", str(REPOSITORY))
        prompt = FILLED.replace("small.txt", str(lab.project / "small.txt")) + "\nMOCK say helper done"
        call = {"description": "Read", "prompt": prompt, "subagent_type": "general-purpose"}
        for each in (*WORDS[:2], f"MOCK tool Agent {json.dumps(call)}\nMOCK say all done"):
            stream.say(each)
        stream.close()
        summaries = [json.dumps(each["body"]["messages"], ensure_ascii=False) for each in lab.requests("compact")]
        sent = json.dumps([each["body"].get("messages") for each in lab.requests()], ensure_ascii=False)
        says = {
            "no subagent compacted": not summaries,
            "it was told our rules": any("Continuity rules for this summary" in text for text in summaries),
            "somebody was told the restore text": "This conversation was compacted just now" in sent,
            "a marker is armed": any((lab.project / ".distill" / "pending").glob("*.json")),
        }
        return [trouble for trouble, is_so in says.items() if is_so]


CHECKS: dict[str, Check] = {
    "claude plug-in, a summary that lost a constraint": summary_that_lost_a_constraint,
    "claude plug-in, a helper that compacts": helper_that_compacts,
    "claude plug-in, a helper that lives through a compaction": helper_that_lives_through_a_compaction,
}
