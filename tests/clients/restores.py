"""Restores in the real clients: what is read after a compaction is proven, the restore ends, the page says so."""

import json
import os
import shlex
import sys
import time
import uuid
from functools import partial
from pathlib import Path

from claude_lab import Lab
from claude_sessions import RULES
from codex_lab import Run
from prepare import REPOSITORY, distill, prepare
from stage import Check, Stage, record_told
from worlds import MOST_CHARACTERS, pages, wait_for

sys.path.insert(0, str(REPOSITORY))

from distill.restore import marker

SEAT = "lead@plantshop"
RULE = "Never push to `main`; every change goes through a pull request."
TEXT = "This conversation was compacted just now"
LARGE = " " + "y" * 20
LAST_LINE = f"rule 2000{LARGE}"
"""What the model has before it while it has the large file whole."""
SUMMARY_S = 5.0
"""How long a summary takes at least, as in life: the restore text is prepared meanwhile."""
OLD_S = 3_600
ROWS = {
    "docs/whole.md": "FULL",
    "docs/part.md": "PARTIAL",
    "docs/never.md": "NOT_READ",
    "docs/huge.md": "PARTIAL",
    "docs/changed.md": "STALE",
    "docs/large-before.md": "NOT_READ",
    "git log --oneline -2": "FULL",
    "the world pack": "UNVERIFIABLE",
}
"""What each row of the list has to come to, in both clients."""


INSTALLED = "without the plug-in"
"""By the installed hook, so without the mod."""
HOWS = ("by hand", "automatic", "twice", "subagent", INSTALLED)


def _rules(count: int, tail: str = "") -> str:
    return "".join(f"rule {i}{tail}\n" for i in range(1, count + 1))


def _files(project: Path, *more: str) -> str:
    """Write the listed files, an hour old; give the map of a minute ago that lists them."""
    texts = {"whole": _rules(60), "part": _rules(80), "never": _rules(9), "huge": _rules(4000, " " + "x" * 90)}
    texts |= {"changed": _rules(12), "large-before": _rules(2000, LARGE), "before": _rules(7)}
    for name, text in texts.items():
        path = project / "docs" / f"{name}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (time.time() - OLD_S,) * 2)
    rows = "".join(f"| {n} | `{entry}` | ~9 | it matters |\n" for n, entry in enumerate((*ROWS, *more), 1))
    written = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - 60))
    return (
        f"# Restore map - {SEAT}\n\nWritten: {written}\n\n## Constraints\n- {RULE}\n\n"
        "## Active Work\n### PLT-19 - Skip watering\n"
        "- What to do next:\n  1. Wait for the dev-seat result\n\n## Ranked Reading List\n"
        f"| # | Path | ~tokens | Why |\n|---|---|---|---|\n{rows}\n<!-- end of restore map -->\n"
    )


def _changed(project: Path) -> None:
    (project / "docs" / "changed.md").write_text(_rules(13), "utf-8")
    time.sleep(2.5)  # the clocks of files and of transcripts are told apart by two seconds


def _armed(project: Path, session: str, map_path: Path) -> list[str]:
    """Say whether the hook armed the marker of the seat for this session and this map."""
    found = marker.load(str(project / ".distill"), SEAT, time.time()) or {}
    told = (found.get("sessionId"), found.get("restoreMapPath"))
    return [] if told == (session, str(map_path)) else [f"the marker says {told}"]


def _brought(text: str) -> list[str]:
    """Say what is not in the restore text that the model was sent last: the rule, and the list to its end."""
    _, mark, told = text.rpartition(TEXT)
    head, listed, rows = told[:MOST_CHARACTERS].partition("Reading list, in this order")
    says = {"the restore text": mark, "the constraint": RULE in head, "the reading list": listed}
    says |= {f"the row {entry}": entry in rows for entry in ROWS}
    return [f"{name} was not brought" for name, is_so in says.items() if not is_so]


def _troubles(project: Path, map_path: Path, told: dict[str, object], wanted: dict[str, str], ended: str) -> list[str]:
    """Say what of the table, of the refusal and of the end is not as it should be."""
    rows = {row["entry"]: row["verdict"] for row in told["rows"]}  # type: ignore[attr-defined]
    troubles = [
        f"{name}: {rows.get(name)}, not {verdict}" for name, verdict in wanted.items() if rows.get(name) != verdict
    ]
    notes = list(map_path.parent.glob("RESTORED-*.md"))
    page = pages(project)[0].read_text("utf-8") if pages(project) else ""
    if len(notes) != 1:
        troubles.append(f"{len(notes)} notes; done said {ended!r}")
    if "> Restored after the compaction" not in page:
        troubles.append("the page does not say that the session came back")
    if marker.load(str(project / ".distill"), SEAT, time.time()) is not None:
        troubles.append("the marker is still there")
    return troubles


def _text_in(value: object) -> str:
    """Find the restore text that stands last in what a model was sent; it has no blank line."""
    if isinstance(value, str):
        return TEXT + value.rpartition(TEXT)[2].partition("\n\n")[0] if TEXT in value else ""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((text for one in reversed(list(inner)) if (text := _text_in(one))), "")


def _rules_in(value: object) -> str:
    """Find what our hook added to the request for a summary."""
    if isinstance(value, str):
        return RULES + value.partition(RULES)[2].partition("\n\nREMINDER")[0] if RULES in value else ""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return next((text for one in reversed(list(inner)) if (text := _rules_in(one))), "")


def _acceptances() -> list[str]:
    numbers = [n for n, verdict in enumerate(ROWS.values(), 1) if verdict in {"PARTIAL", "NOT_READ", "UNVERIFIABLE"}]
    return [word for number in numbers for word in ("--accept", str(number), "--why", "not needed any more")]


def in_claude_code(stage: Stage, *, how: str) -> list[str]:
    """Have the agent write the map; compact once or twice, by hand or by itself; read in all ways; end the restore."""
    with Lab(stage.work / f"restore-{how}", claude=stage.claude) as lab:
        project, session = lab.project, str(uuid.uuid4())
        agent = "claude-code" if how == INSTALLED else ""
        prepare(project, {"HOME": str(lab.home)}, with_map=False, agent=agent)
        map_path, text = project / "restore-maps" / "RESTORE-MAP.md", _files(project, "docs/before.md")
        lab.settings({"permissions": {"allow": ["Read", "Write", "Bash", "Agent"]}}, where="user")
        lab.extra_env.update(DISTILL_SEAT=SEAT, DISTILL_PYTHON=sys.executable, PYTHONPATH=str(REPOSITORY))
        lab.control(compact_delay=SUMMARY_S)
        plugin = [] if agent else ["--plugin-dir", str(REPOSITORY)]
        stream = lab.stream("--session-id", session, *plugin, "--autocompact", "100000")
        written = json.dumps({"file_path": str(map_path), "content": text})
        stream.say(f"Write your map.\nMOCK tool Write {written}\nMOCK say written")
        _compact(stream, project, how)
        wait_for(project, "written", seconds=30)
        troubles = _armed(project, session, map_path)
        _changed(project)
        stream.say(
            "Restore.\n" + "\n".join(_reads(project, map_path, with_subagent=how == "subagent")) + "\nMOCK say read."
        )
        python = shlex.quote(sys.executable)
        stream.say(_bash(f"{python} -m distill restore status --json > status.json") + "\nMOCK say looked.")
        stream.say(_bash(f"{python} -m distill restore done > refused.txt") + "\nMOCK say tried.")
        words = shlex.join(["restore", "done", *_acceptances()])
        stream.say(_bash(f"{python} -m distill {words} > done.txt") + "\nMOCK say done.")
        stream.close()
        told = json.loads((project / "status.json").read_text("utf-8"))
        refused, ended = (project / "refused.txt").read_text("utf-8"), (project / "done.txt").read_text("utf-8")
        sent = json.dumps([each["body"]["messages"] for each in lab.requests("say")][-1:], ensure_ascii=False)
        kept = {"docs/large-before.md": "FULL"} if LAST_LINE in sent else {}  # the client may keep the last rows whole
        wanted = {**ROWS, map_path.name: "FULL", "docs/before.md": "FULL", **kept}
        owed = sum(verdict not in {"FULL", "STALE"} for verdict in wanted.values())
        troubles += _brought(sent)
        troubles += _troubles(project, map_path, told, wanted, ended)
        ends: dict[str, object] = {"status": told, "refused": refused, "ended": ended}
        ends |= {"rules": _rules_in(lab.requests("compact")[-1]["body"])}
        ends |= {"text": _text_in(lab.requests("say")[-1]["body"])}
        record_told(stage.record, f"claude-code.{how}", ends, _places(project, lab.home, session))
        return troubles + ([] if refused.startswith(f"Not done: {owed} rows") else [f"refused: {refused}"])


def _compact(stream: "object", project: Path, how: str) -> None:
    """Read two files, one that the client attaches again and one too large for that, and compact."""
    say = stream.say  # type: ignore[attr-defined]
    reads = [_read(project / "docs" / "before.md"), _read(project / "docs" / "large-before.md")]
    if how == "automatic":
        say("First.\nMOCK usage 120000\n" + "\n".join([*reads, _bash("true"), "MOCK say read."]))
        return
    say("First.\n" + "\n".join([*reads, "MOCK say read."]))
    say("/compact keep the rules")
    if how == "twice":
        say("Second.\n" + "\n".join([*reads, "MOCK say read again."]))
        say("/compact")


def _reads(project: Path, map_path: Path, *, with_subagent: bool) -> list[str]:
    docs = project / "docs"
    calls = [_read(map_path), _read(docs / "whole.md"), _bash("sed -n '1,40p' docs/part.md"), _bash("cat docs/huge.md")]
    calls += [_read(docs / "changed.md"), _bash("git log --oneline -2"), _bash("grep -n rule docs/never.md")]
    if with_subagent:
        prompt = f"{_read(docs / 'never.md')}\nMOCK say the helper read it"
        calls.append(
            "MOCK tool Agent " + json.dumps({"description": "h", "subagent_type": "general-purpose", "prompt": prompt})
        )
    return calls


def _places(project: Path, home: Path, session: str) -> dict[str, str]:
    return {str(project): "@@PROJECT@@", str(home): "@@HOME@@", session: "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"}


def _read(path: Path) -> str:
    return "MOCK tool Read " + json.dumps({"file_path": str(path)})


def _bash(command: str) -> str:
    return "MOCK tool Bash " + json.dumps({"command": command, "description": "look"})


def in_codex(stage: Stage) -> list[str]:
    """Have the agent put the map there; compact by itself, resume, read by commands, and end the restore."""
    os.environ["MOCK_SUMMARY_S"] = str(SUMMARY_S)
    with Run("restore") as run:
        run.config()
        run.env_extra["DISTILL_SEAT"] = SEAT
        prepare(run.work, run.env(), with_map=False, agent="codex", scope="user")
        draft, map_path = run.work / "draft.md", run.work / "restore-maps" / "RESTORE-MAP.md"
        draft.write_text(_files(run.work), "utf-8")
        run.exec("RUN mkdir -p restore-maps && mv draft.md restore-maps/RESTORE-MAP.md")
        _, lines, _ = run.exec("TOKENS 50000 RUN cat docs/large-before.md")
        thread = next(line["thread_id"] for line in lines if line.get("type") == "thread.started")
        run.exec("Go on", resume=thread)
        wait_for(run.work, "written", seconds=30)
        troubles = _armed(run.work, thread, map_path)
        sent = [each["body"]["input"] for each in run.requests()]
        troubles += _brought(json.dumps(sent, ensure_ascii=False))
        _changed(run.work)
        place = map_path.relative_to(run.work)
        for command in (
            f"cat {place}", "head -n 30 docs/whole.md", "sed -n '31,$p' docs/whole.md", "sed -n '1,40p' docs/part.md",
            "cat docs/huge.md", "cat docs/changed.md", "git log --oneline -2", "rg -n rule docs/never.md",
        ):  # fmt: skip
            run.exec(f"RUN {command}", resume=thread)
        env = {**run.env(), "DISTILL_SEAT": SEAT}
        told = json.loads(distill(run.work, env, "restore", "status", "--json").stdout)
        ended = distill(run.work, env, "restore", "done", *_acceptances())
        ends: dict[str, object] = {"text": _text_in(sent), "status": told, "ended": ended.stdout}
        record_told(stage.record, "codex.automatic", ends, _places(run.work, run.home, thread))
        return troubles + _troubles(
            run.work, map_path, told, {**ROWS, map_path.name: "FULL"}, ended.stdout + ended.stderr
        )


CHECKS_OF_CLAUDE: dict[str, Check] = {f"claude restore, {how}": partial(in_claude_code, how=how) for how in HOWS}
CHECKS_OF_CODEX: dict[str, Check] = {"codex restore, automatic": in_codex}
