"""`distill status`: what it counts and says; it changes nothing."""

import json
from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from installs import CODEX, distill, install, settings
from worlds import a_map, put_map

from distill import journal
from distill.agents.client import Scope
from distill.agents.clients import CLIENTS
from distill.health import journal_lines, overview


def status(project: Path) -> dict[str, object]:
    done = distill("status", "--json", cwd=project)
    assert done.returncode == 0, done.stderr
    told: dict[str, object] = json.loads(done.stdout)
    return told


def test_in_an_empty_project_it_makes_nothing(project: Path) -> None:
    told = status(project)
    text = distill("status", cwd=project).stdout

    assert (told["pages"], told["waiting"], told["hooks"], told["last"]) == (0, 0, [], [])
    assert told["today"] == {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}
    assert "none: distill install" in text
    assert [p.name for p in project.iterdir()] == [".git"]


def test_it_tells_hooks_pages_spool_and_the_last_lines(project: Path) -> None:
    install(project)
    install(project, CODEX, Scope.USER)
    distill("run", put_map(project, a_map()), cwd=project)
    (project / "wiki" / "sessions" / "index.md").write_text("# Sessions\n")  # a list of pages is none
    spool = project / ".distill" / "spool"
    spool.mkdir(exist_ok=True)
    (spool / "lead--1000-1.json").write_text("{}")

    told, text = status(project), distill("status", cwd=project).stdout

    assert [(h["agent"], h["scope"], set(h["events"])) for h in told["hooks"]] == [  # type: ignore[index, attr-defined]
        (name, scope, {s.event for s in CLIENTS[name].subscriptions})
        for name, scope in (("claude-code", "project"), ("codex", "user"))
    ]
    assert (told["pages"], told["waiting"]) == (1, 1)
    assert told["last"][-1]["outcome"] == "written"  # type: ignore[index]
    for part in ("Claude Code, project: SessionStart", "pages    1", "waiting  1 event in", "outcome=written"):
        assert part in text


def test_a_file_that_does_not_parse_is_named(project: Path) -> None:
    settings(project, b'{"a": 1,}')

    (hook,) = status(project)["hooks"]  # type: ignore[misc, attr-defined]

    assert "line 1, column 8" in hook["trouble"]
    assert "line 1, column 8" in distill("status", cwd=project).stdout


def test_today_is_added_up_and_yesterday_is_not(tmp_path: Path) -> None:
    for day, tokens in (("2026-10-17", 999), ("2026-10-18", 100), ("2026-10-18", 20)):
        at = datetime.fromisoformat(f"{day}T12:00:00+00:00").timestamp()
        fields = {"outcome": "written", "input_tokens": tokens, "output_tokens": 5, "cost_usd": 0.0001}
        journal.append(str(tmp_path), dict(fields), now=at)
    journal.append(str(tmp_path), {"outcome": "written", "engine": "extractive"}, now=at)

    spent = overview.spent(journal_lines.read(tmp_path), datetime(2026, 10, 18, 20, tzinfo=UTC))

    assert spent == overview.Spent(calls=2, input_tokens=120, output_tokens=10, cost_usd=0.0002)


def test_both_generations_are_read_and_what_is_no_line_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "journal.log.1").write_text("2026-10-18T10:00:00Z  outcome=dispatched\nbroken\n\n")
    (tmp_path / "journal.log").write_bytes(b"x outcome=y\n2026-10-18T11:00:00Z  outcome=written page=a.md\n\xff\n")

    assert [line["outcome"] for line in journal_lines.read(tmp_path)] == ["dispatched", "written"]


@given(st.dictionaries(st.sampled_from(["reason", "detail", "page"]), st.text(max_size=40)))
def test_a_line_is_read_as_it_was_written(fields: dict[str, str]) -> None:
    row = journal.line(1_760_000_000, {"outcome": "skipped", **fields})
    shown = {k: "".join(c if c.isprintable() else " " for c in v) for k, v in fields.items() if v}

    assert journal_lines.fields(row.removesuffix("\n")) == {"time": row[:20], "outcome": "skipped", **shown}
