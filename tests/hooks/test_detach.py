"""How the worker is started: which interpreter, with what, and on systems without fork."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from distill.hooks import detach


def test_the_named_interpreter_is_taken_where_it_can_be_run(tmp_path: Path) -> None:
    named = tmp_path / "python"
    named.touch()
    assert detach.interpreter({"DISTILL_PYTHON": str(named)}, sys.executable) == sys.executable

    named.chmod(0o755)
    assert detach.interpreter({"DISTILL_PYTHON": str(named)}, sys.executable) == str(named)
    assert detach.interpreter({"DISTILL_PYTHON": "python3"}, "") == ""


def test_the_environment_is_the_clients_without_its_secrets() -> None:
    given = {"PATH": "/bin", "CLAUDE_CODE_MESSAGING_TOKEN": "x", "PYTHONHOME": "/odd", "PYTHONPATH": "/theirs"}

    assert detach.environment(given, "/ours") == {"PATH": "/bin", "DISTILL_WORKER": "1", "PYTHONPATH": "/ours"}


def test_without_fork_it_starts_hidden_and_in_a_group_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows: DETACHED_PROCESS would leave grandchildren without a console, whose windows then flash."""
    seen: dict[str, object] = {}
    monkeypatch.delattr(os, "fork")
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x200, raising=False)
    monkeypatch.setattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0x4000, raising=False)
    monkeypatch.setattr(subprocess, "DETACHED_PROCESS", 0x8, raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda argv, **options: seen.update(options, argv=argv))

    assert detach.start(["python.exe", "-m", "distill.worker"], {"A": "1"}, "C:/x") is True
    assert seen["creationflags"] == 0x08000000 | 0x200 | 0x4000
    assert {seen["stdin"], seen["stdout"], seen["stderr"]} == {subprocess.DEVNULL}


def test_a_program_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delattr(os, "fork")

    assert detach.start([str(tmp_path / "missing")], {}, str(tmp_path)) is False


def test_no_child_is_left_behind_as_a_zombie() -> None:
    code = (
        "import os; from distill.hooks import detach\n"
        "assert detach.start(['/bin/true'], {}, '/')\n"
        "try: os.waitpid(-1, os.WNOHANG)\n"
        "except ChildProcessError: print('none')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "none"
