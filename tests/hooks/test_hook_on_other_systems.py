"""The hook where there is no fork, no timer and no fcntl: what Windows lacks is taken away, the rest is real."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from worlds import REPOSITORY, SHIM, a_map, an_event, ends_well, outcomes, pages, put_map, wait_for

WITHOUT = """
import os, sys, _signal
for module, names in ((os, ("fork", "forkpty", "setsid", "killpg")), (_signal, ("setitimer", "SIGALRM"))):
    for name in names:
        delattr(module, name)
sys.modules["fcntl"] = sys.modules["pwd"] = sys.modules["resource"] = sys.modules["termios"] = None
"""
PLAY = WITHOUT + "exec(compile(open(sys.argv[1]).read(), sys.argv[1], 'exec'), {'__file__': sys.argv[1]})\n"
HOOK = [sys.executable, "-I", "-S", "-c", PLAY, str(SHIM)]
IMPORT_ALL = (
    WITHOUT
    + """
import importlib, pkgutil, distill
for module in pkgutil.walk_packages(distill.__path__, "distill."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""
)


def test_a_compaction_ends_in_a_page(project: Path) -> None:
    put_map(project, a_map())

    done = subprocess.run(HOOK, input=json.dumps(an_event(project)).encode(), capture_output=True, check=False)

    ends_well(done)
    wait_for(project, "written")
    assert outcomes(project)[0] == "dispatched"
    assert len(pages(project)) == 1


@pytest.mark.parametrize(
    ("said", "known"), [(b"", ["skipped:no-input"]), (b'{"hook_event_name": ', ["skipped:no-input"])]
)
def test_an_open_stdin_holds_nobody(project: Path, said: bytes, known: list[str]) -> None:
    started = time.monotonic()
    environment = {**os.environ, "CLAUDE_PROJECT_DIR": str(project)}
    with subprocess.Popen(HOOK, stdin=subprocess.PIPE, env=environment) as hook:
        assert hook.stdin is not None
        hook.stdin.write(said)
        hook.stdin.flush()
        assert hook.wait(timeout=5) == 0

    assert time.monotonic() - started < 5
    assert outcomes(project) == known


def test_what_never_ends_is_ended() -> None:
    code = WITHOUT + "from distill.hooks import stdin\nimport time\nstdin.end_within(0.2)\ntime.sleep(30)\n"
    started = time.monotonic()

    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, timeout=20, check=False)

    assert done.returncode == 0
    assert time.monotonic() - started < 10


def test_no_module_needs_posix_to_be_imported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL], cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False
    )

    assert done.returncode == 0, done.stderr
