"""Hold sessions of the real clients, and see that each compaction ends in a page.

usage: python tests/clients/check.py [--claude BINARY] [--codex BINARY] [--only WORD] [--record FOLDER]

The clients are npm packages of some 400 MB each; they talk to a mock API on the loopback, in a network namespace
of their own where there are such. A client that is not named is skipped, and that is said. `--record` keeps the
events that the hooks were given and that are not kept yet, for the recorded input of the tests.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stage import Check, Stage

HERE = Path(__file__).resolve().parent
ISOLATED = "DISTILL_CHECK_ISOLATED"


def isolate() -> None:
    """Start this script again where there is nothing but the loopback."""
    if os.environ.get(ISOLATED):
        return
    os.environ[ISOLATED] = os.environ["CODEX_LAB_NS"] = "1"
    script = str(HERE / "claude_code" / "isolate.sh")
    os.execv(script, [script, sys.executable, *sys.argv])


def play(options: argparse.Namespace, work: Path) -> bool:
    """Play the checks of the clients that are named; tell whether all went well."""
    os.environ.update(CODEX_BIN=options.codex, CODEX_LAB=str(work / "codex"))
    import claude_constraints
    import claude_ends
    import claude_gate
    import claude_market
    import claude_sessions
    import codex_sessions
    import handoff_sessions
    import restores
    import skill_sessions
    from stage import Stage

    stage = Stage(work=work, claude=options.claude, codex=options.codex, record=options.record)
    claude = {
        **claude_sessions.CHECKS,
        **claude_ends.CHECKS,
        **claude_market.CHECKS,
        **claude_constraints.CHECKS,
        **claude_gate.CHECKS,
        **restores.CHECKS_OF_CLAUDE,
        **skill_sessions.CHECKS,
        **handoff_sessions.CHECKS,
    }
    codex = {
        **codex_sessions.CHECKS,
        **restores.CHECKS_OF_CODEX,
        **skill_sessions.CODEX_CHECKS,
        **handoff_sessions.CODEX_CHECKS,
    }
    well = True
    for client, binary, checks in (("claude", stage.claude, claude), ("codex", stage.codex, codex)):
        if not binary:
            print(f"skipped {client}: no client named; say {client.upper()}=/path/to/{client}")
        for name, check in checks.items() if binary else ():
            if options.only in name:
                started = time.monotonic()
                troubles = _troubles(check, stage)
                print(f"{'FAILED' if troubles else 'ok    '} {name} ({time.monotonic() - started:.0f} s)", flush=True)
                for trouble in troubles:
                    print(f"       {trouble}", flush=True)
                well = well and not troubles
    return well


def _troubles(check: "Check", stage: "Stage") -> list[str]:
    """Play one check; one that breaks off must not keep the others from being played."""
    try:
        return check(stage)
    except (AssertionError, OSError, subprocess.SubprocessError) as error:
        return [f"{type(error).__name__}: {error}"]


def main() -> int:
    """Check what is named; skip, with a word, what is not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claude", default="")
    parser.add_argument("--codex", default="")
    parser.add_argument("--only", default="", help="play the checks whose names hold this")
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    isolate()
    with tempfile.TemporaryDirectory(prefix="check-", ignore_cleanup_errors=True) as name:
        return 0 if play(options, Path(name)) else 1


if __name__ == "__main__":
    sys.exit(main())
