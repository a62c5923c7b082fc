"""`distill doctor`: it proves what works and names what does not."""

import json
import os
import shlex
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import loopback_api
import pytest
from installs import CLAUDE, CODEX, command, distill, entries, install, on_path, place, settings
from worlds import fire, journal, random_text, wait_for

from distill.agents.client import Scope
from distill.config import Settings
from distill.health import checkup, codex_server, inventory, service_probe, storage, switches, worker_view
from distill.health.finding import Finding, Grade

BUGS = Path(__file__).parent.parent / "bugs"
RECORDED = json.loads((BUGS.parent / "fixtures" / "clients" / "codex_hooks_list.json").read_text("utf-8"))


@pytest.fixture(autouse=True)
def no_codex(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a real `codex` out, and a `python3` that works in."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("sh", "bash", "cat", "sleep"):
        (tools / name).symlink_to(
            next(Path(f"{d}/{name}") for d in ("/bin", "/usr/bin") if Path(f"{d}/{name}").exists())
        )
    (tools / "python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tools))


def doctor(project: Path, **env: str) -> tuple[int, list[dict[str, Any]]]:
    """Check a project without the start of a process; return the exit code that the findings come to."""
    findings = list(checkup.check(project, {**os.environ, **env}))
    return int(any(f.grade is Grade.WRONG for f in findings)), [asdict(f) for f in findings]


def about(findings: list[dict[str, Any]], topic: str) -> list[tuple[str, str]]:
    return [(f["grade"], f["what"]) for f in findings if f["topic"] == topic]


def texts(findings: "list[Finding]", grade: Grade) -> str:
    return "\n".join(f"{f.what} {f.todo}" for f in findings if f.grade is grade)


def test_all_is_well_after_an_install(project: Path) -> None:
    install(project)

    code, findings = doctor(project)

    assert code == 0
    fired = about(findings, "hook")
    assert {grade for grade, _ in fired} == {"ok"}
    assert [("a page came" in what) for _, what in fired].count(True) == 1
    assert [f["grade"] for f in findings if f["grade"] != "ok"] == ["warning"]
    assert about(findings, "last event") == [("warning", "Claude Code: installed, never fired in this project")]
    assert journal(project) == []
    assert not (project / "wiki").exists()


def test_the_command_line_ends_with_what_it_found(project: Path) -> None:
    bad = distill("doctor", "--json", cwd=project)
    install(project)
    good = distill("doctor", "--json", cwd=project)

    assert (bad.returncode, json.loads(bad.stdout)["ok"]) == (1, False)
    assert (good.returncode, json.loads(good.stdout)["ok"]) == (0, True)
    assert {tuple(f) for f in json.loads(good.stdout)["findings"]} == {("grade", "topic", "what", "todo")}


def test_without_an_install_it_says_how(project: Path) -> None:
    code, findings = doctor(project)

    assert code == 1
    assert findings[0]["grade"] == "wrong"
    assert "distill install --agent" in findings[0]["todo"]
    assert "wrong    installed:" in distill("doctor", cwd=project).stdout


def test_hk19_it_names_the_bad_python3_and_the_hook_still_works(project: Path, tmp_path: Path) -> None:
    stub = on_path(tmp_path / "stub", "python3", (BUGS / "HK19" / "bin" / "python3").read_text("utf-8"))
    install(project)

    code, findings = doctor(project, PATH=stub)

    assert code == 0
    assert about(findings, "hook")[0][0] == "ok"
    ((grade, what),) = about(findings, "python3")
    assert grade == "warning"
    assert str(tmp_path / "stub" / "python3") in what
    assert "49" in what


def test_hk19_it_says_when_the_stored_interpreter_is_gone(project: Path, tmp_path: Path) -> None:
    file = settings(project, b"{}")
    install(project)
    gone = str(tmp_path / "gone" / "python")
    file.write_bytes(file.read_bytes().replace(sys.executable.encode(), gone.encode()))

    code, findings = doctor(project)

    assert code == 1
    assert about(findings, "interpreter") == [("wrong", f"{gone}, which the installed hook names, is gone")]
    assert about(findings, "hook")[0][0] == "wrong"
    assert install(project).value == "updated"
    assert doctor(project)[0] == 0


def test_the_proof_leaves_nothing_among_the_persons_handoffs(project: Path) -> None:
    install(project, CODEX, Scope.USER)

    assert "hook" in {finding["topic"] for finding in doctor(project)[1]}

    until = time.monotonic() + 3  # the preparation that was started goes on in the background
    while time.monotonic() < until:
        assert not (Path(os.environ["HOME"]) / ".claude").exists()
        time.sleep(0.1)


def test_hk35_codex_installed_never_fired_then_fired(project: Path) -> None:
    install(project, CODEX, Scope.USER)

    _, before = doctor(project)
    fire({"hook_event_name": "PostCompact", "trigger": "auto", "session_id": "s1", "turn_id": "1", "cwd": str(project)})
    wait_for(project, "dispatched")
    _, after = doctor(project)

    ((grade, what),) = about(before, "last event")
    assert (grade, what) == ("warning", "Codex: installed, never fired in this project")
    assert "/hooks" in next(f["todo"] for f in before if f["topic"] == "last event")
    ((grade, what),) = about(after, "last event")
    assert grade == "ok"
    assert f"PostCompact:auto on {time.strftime('%Y-%m-%d', time.gmtime())}" in what


def fake_codex(tmp_path: Path, script: str) -> str:
    code = tmp_path / "codex.py"
    code.write_text(script)
    return on_path(tmp_path / "bin", "codex", f"#!/bin/sh\nexec {shlex.join([sys.executable, '-I', str(code)])}\n")


ANSWERS = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        print(json.dumps({{"id": asked["id"], "result": {{}}}}), flush=True)
        print(json.dumps({{"method": "a/notification"}}), flush=True)
    if asked.get("method") == "hooks/list":
        print(json.dumps({{"id": asked["id"], "result": json.loads({answer!r})}}), flush=True)
"""


def recorded(file: Path, **changes: object) -> dict[str, Any]:
    """Give the recorded answer of the real client about entries in a file."""
    text = json.dumps(RECORDED).replace("@@HOOKS@@", str(file)).replace('"@@COMMAND@@"', json.dumps(command()))
    answer: dict[str, Any] = json.loads(text)
    for hook in answer["data"][0]["hooks"]:
        hook.update(changes)
    return answer


@pytest.mark.parametrize(
    ("changes", "grade", "said"),
    [
        ({}, "wrong", "is not trusted"),
        ({"trustStatus": "modified"}, "wrong", "was changed after it was trusted"),
        ({"trustStatus": "trusted"}, "ok", "Codex trusts"),
        ({"trustStatus": "trusted", "enabled": False}, "wrong", "switched off"),
        ({"command": "/opt/other"}, "wrong", "does not see"),
    ],
)
def test_codex_itself_is_asked_for_the_trust(
    project: Path, tmp_path: Path, changes: dict[str, object], grade: str, said: str
) -> None:
    install(project, CODEX, Scope.USER)
    answer = json.dumps(recorded(place(project, CODEX, Scope.USER).file, **changes))

    code, findings = doctor(project, PATH=fake_codex(tmp_path, ANSWERS.format(answer=answer)))

    found = about(findings, "codex trust")
    assert {g for g, _ in found} == {grade}
    assert all(said in what for _, what in found)
    assert code == (grade == "wrong")


@pytest.mark.parametrize(
    "script", ["import time; time.sleep(60)", "print('no json', flush=True)", "raise SystemExit(3)", "print('[]')", ""]
)
def test_a_codex_that_does_not_answer_costs_bounded_time(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setenv("PATH", fake_codex(tmp_path, script))
    started = time.monotonic()

    found = list(codex_server.check((), project, os.environ, seconds=1.0))

    assert [f.grade for f in found] == [Grade.WARNING]
    assert "did not say" in found[0].what
    assert time.monotonic() - started < 8


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_hooks_switched_off_in_the_project(project: Path, name: str) -> None:
    install(project)
    file = project / ".claude" / name
    values = json.loads(file.read_bytes()) if file.exists() else {}
    settings(project, {**values, "disableAllHooks": True}, f".claude/{name}")

    code, findings = doctor(project)

    assert code == 1
    assert about(findings, "switches") == [("wrong", f"{file} says disableAllHooks: Claude Code runs no hook")]


@pytest.mark.parametrize("data", [b"[features]\nhooks = false\n", b"[features\n"])
def test_hooks_switched_off_in_codex(project: Path, data: bytes) -> None:
    install(project, CODEX, Scope.USER)
    settings(Path(os.environ["HOME"]), data, ".codex/config.toml")

    code, findings = doctor(project)

    assert code == 1
    assert about(findings, "switches")[0][0] == "wrong"
    assert "config.toml" in about(findings, "switches")[0][1]


def test_a_key_that_makes_codex_reject_the_file(project: Path) -> None:
    settings(project, {"version": 1, "hooks": {}}, ".codex/hooks.json")

    found = list(switches.check(inventory.take(project, os.environ), project, os.environ))

    assert "'version'" in texts(found, Grade.WRONG)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"disableAllHooks": True}, 1),
        ({"allowManagedHooksOnly": True}, 1),
        ({"strictPluginOnlyCustomization": ["hooks"]}, 1),
        ({"strictPluginOnlyCustomization": ["skills"], "allowManagedHooksOnly": False}, 0),
    ],
)
def test_what_an_organisation_allows(tmp_path: Path, value: dict[str, object], wrong: int) -> None:
    found = list(switches.managed(value, tmp_path / "managed-settings.json"))

    assert [f.grade for f in found] == [Grade.WRONG] * wrong


def test_a_file_that_does_not_parse_is_wrong(project: Path) -> None:
    settings(project, b"{\n // no\n}")

    code, findings = doctor(project)

    assert code == 1
    assert "line 2, column 2" in about(findings, "switches")[0][1]


@pytest.mark.parametrize("name", ["CLAUDE_CODE_SIMPLE", "DISABLE_COMPACT"])
def test_variables_under_which_nothing_comes(project: Path, name: str) -> None:
    install(project)

    assert about(doctor(project, **{name: "1"})[1], "switches")[0][0] == "warning"


def test_a_worker_without_the_packages_is_found(project: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare" / "bin" / "python"
    bare.parent.mkdir(parents=True)
    bare.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S "$@"\n')
    bare.chmod(0o755)
    install(project)

    code, findings = doctor(project, DISTILL_PYTHON=str(bare))

    assert code == 1
    ((grade, what),) = about(findings, "interpreter")
    assert grade == "wrong"
    assert "anthropic" in what
    assert "no-interpreter" in about(findings, "hook")[0][1]


def test_a_distill_python_that_cannot_be_run_is_named(project: Path) -> None:
    install(project)

    code, findings = doctor(project, DISTILL_PYTHON="python-of-nowhere")

    assert code == 0
    assert [g for g, _ in about(findings, "interpreter")] == ["warning", "ok"]


def test_a_command_that_speaks_or_fails_is_wrong(project: Path, tmp_path: Path) -> None:
    install(project)
    file = place(project).file
    for script, said in (("echo hello", "stdout"), ("exit 2", "ended with 2")):
        shim = tmp_path / "distill" / "hooks" / "shim.py"
        shim.parent.mkdir(parents=True, exist_ok=True)
        shim.write_text(script)
        values = json.loads(file.read_bytes())
        values["hooks"]["SessionStart"][0]["hooks"][0]["command"] = f"sh {shim}"
        file.write_text(json.dumps(values))

        grade, what = about(doctor(project)[1], "hook")[0]

        assert grade == "wrong"
        assert said in what


def test_the_source_of_the_key_is_told_and_never_the_key(project: Path, tmp_path: Path) -> None:
    key = random_text(40)
    file = tmp_path / "key"
    file.write_text(key)
    file.chmod(0o600)

    for env, said in (
        ({"ANTHROPIC_API_KEY": key}, "from ANTHROPIC_API_KEY"),
        ({"DISTILL_KEY_FILE": str(file)}, "from the file of `key_file`"),
        ({}, "none here; the extractive engine writes the pages"),
    ):
        done = distill("doctor", "--json", cwd=project, **env)
        assert about(json.loads(done.stdout)["findings"], "key") == [("ok", said)]
        assert key not in done.stdout + done.stderr


def test_a_key_of_claude_codes_settings_counts(project: Path) -> None:
    settings(project, {"env": {"ANTHROPIC_API_KEY": random_text(40), "DISTILL_ENGINE": "anthropic"}})

    assert about(doctor(project)[1], "key") == [("ok", "from ANTHROPIC_API_KEY")]


def test_a_key_that_is_none_and_one_that_is_missing(project: Path) -> None:
    for env in ({"ANTHROPIC_API_KEY": "two words"}, {"DISTILL_ENGINE": "anthropic"}):
        assert about(doctor(project, **env)[1], "key")[0][0] == "wrong"


@pytest.mark.parametrize(
    ("end", "grade"), [("", Grade.OK), ("/", Grade.OK), ("/v1", Grade.WARNING), ("/v1/", Grade.WARNING)]
)
def test_ap08_an_address_with_v1_is_named_and_used_without(end: str, grade: Grade) -> None:
    found = list(worker_view.service(Settings(), {"ANTHROPIC_BASE_URL": f"http://127.0.0.1:9{end}"}))

    (address,) = [f for f in found if f.topic == "address"]
    assert address.grade is grade
    assert "http://127.0.0.1:9" in address.what


def test_ap08_an_address_that_is_none_is_wrong() -> None:
    found = list(worker_view.service(Settings(base_url="ftp://x"), {}))

    assert texts(found, Grade.WRONG)


def test_an_unknown_setting_is_told(project: Path) -> None:
    (project / "distill.toml").write_text('engin = "extractive"\n')

    code, findings = doctor(project)

    assert code == 1
    assert "engine" in about(findings, "settings")[0][1]


def test_an_old_event_in_the_spool_is_told(tmp_path: Path) -> None:
    (tmp_path / "spool").mkdir()
    now = time.time()
    (tmp_path / "spool" / f"lead--{int((now - 5000) * 1e9)}-1.json").write_text("{}")

    assert storage.waiting(tmp_path, now).grade is Grade.WARNING
    assert storage.waiting(tmp_path, now - 4900).grade is Grade.OK
    assert storage.waiting(tmp_path / "none", now).grade is Grade.OK


def test_a_wiki_and_a_state_that_cannot_be_written(project: Path) -> None:
    (project / "wiki").write_text("a file")
    (project / ".distill").write_text("a file")

    code, findings = doctor(project)

    assert code == 1
    assert about(findings, "wiki")[0][0] == "wrong"
    assert about(findings, "state")[0][0] == "warning"


def test_a_hand_made_entry_is_told_to_be_brought_up_to_date(project: Path) -> None:
    hook = Path(sys.executable).with_name("distill-hook")
    entry = {"type": "command", "command": str(hook), "timeout": 10}
    settings(project, {"hooks": {"SessionStart": [{"matcher": "compact", "hooks": [entry]}]}})

    code, findings = doctor(project)

    assert code == 0
    assert about(findings, "hook")[0][0] == "ok"
    assert about(findings, "interpreter")[0][0] == "warning"
    install(project)
    assert {e.command for e in entries(project)} == {command()}


def test_the_plugin_counts_as_installed(project: Path) -> None:
    settings(Path(os.environ["HOME"]), {"enabledPlugins": {"distill@distill": True}}, ".claude/settings.json")
    (Path(os.environ["HOME"]) / ".codex" / "plugins" / "cache" / "distill" / "distill").mkdir(parents=True)

    code, findings = doctor(project)

    assert code == 0
    assert [w for _, w in about(findings, "installed")] == ["Claude Code: as a plugin", "Codex: as a plugin"]
    assert any("upgrade" in what for _, what in about(findings, "codex trust"))


SAID = {"retired_model": "unknown-model", "bad_key": "bad-key", "no_credit": "credit"}


@pytest.mark.parametrize("scenario", json.loads((BUGS / "AP07" / "scenarios.json").read_text("utf-8")))
def test_ap07_a_bad_key_no_credit_and_an_unknown_model_are_told_apart(scenario: str) -> None:
    with loopback_api.serving(loopback_api.SCENARIOS[scenario]) as api:
        found = list(service_probe.check(Settings(base_url=api.url), {"ANTHROPIC_API_KEY": random_text(40)}))

    assert [f.grade for f in found] == [Grade.WRONG]
    assert [said for said in SAID.values() if said in found[0].what] == [SAID[scenario]]


def test_another_provider_is_told_and_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distill.engines.provider._installed", lambda module: module == "boto3")

    (bedrock,) = worker_view.service(Settings(provider="bedrock"), {"AWS_REGION": "eu-west-1"})
    (vertex,) = worker_view.service(Settings(provider="vertex"), {})

    assert "bedrock" in bedrock.what
    assert "distill-wiki[vertex]" in vertex.what


def test_a_service_that_answers_is_told_with_its_cost() -> None:
    with loopback_api.serving(loopback_api.answered()) as api:
        (found,) = service_probe.check(Settings(base_url=api.url), {"ANTHROPIC_API_KEY": random_text(40)})

    assert found.grade is Grade.OK
    assert "USD" in found.what


def test_nothing_is_sent_unless_it_is_asked_for(project: Path) -> None:
    env = {"ANTHROPIC_API_KEY": random_text(40)}
    install(project, CLAUDE)
    with loopback_api.serving(loopback_api.answered()) as api:
        list(checkup.check(project, {**os.environ, **env, "ANTHROPIC_BASE_URL": api.url}))
        assert api.requests == []
        list(checkup.check(project, {**os.environ, **env, "ANTHROPIC_BASE_URL": api.url}, ask_service=True))
        assert len(api.requests) == 1
