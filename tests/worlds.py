"""Projects, maps and events for tests, made as a seat and a client make them."""

import json
import os
import secrets
import string
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
SHIM = REPOSITORY / "hooks" / "hook.py"
HOOK = [sys.executable, "-I", "-S", str(SHIM)]
FIXTURES = Path(__file__).parent / "fixtures" / "maps"
MOST_CHARACTERS = 9_500
"""What a hook may say; the clients file away what is longer than 10,000."""
END = "\n<!-- end of restore map -->\n"

MAP = """# Restore map - {seat}

Session: {session}
Written: {written}

## Summary
I am {seat}, coordinator of the watering-planner loop.

## Constraints
- Never push to `main`; every change goes through a pull request.

## Active Work
### {ticket} - Skip watering on rainy days
- State: planning, sent to dev-seat
- What to do next:
  1. Wait for the dev-seat result

## Decisions
- Decision: keep Python 3.11. Why: the shop laptop cannot be upgraded before spring. Rejected: 3.13.

## Done
- #31 moisture sensor retries (commit 4be19c7)
{extra}"""


def a_map(
    seat: str = "lead@plantshop",
    *,
    session: str = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90",
    age_s: float = 60,
    ticket: str = "PLT-19",
    extra: str = "",
    end: bool = True,
) -> str:
    """Write the text of a map that was finished `age_s` seconds ago."""
    written = (datetime.now(UTC) - timedelta(seconds=age_s)).strftime("%Y-%m-%dT%H:%M:%SZ")
    text = MAP.format(seat=seat, session=session, written=written, ticket=ticket, extra=extra)
    return text + (END if end else "")


def put_map(project: Path, text: str, name: str = "RESTORE-MAP.md", *, age_s: float = 30) -> Path:
    """Put a map where the default settings look for one."""
    path = project / "restore-maps" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    then = time.time() - age_s
    os.utime(path, (then, then))
    return path


def an_event(project: Path, **changes: str) -> dict[str, str]:
    """Make the event that a client sends after a compaction."""
    event = {
        "session_id": "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90",
        "transcript_path": str(project / "no-transcript.jsonl"),
        "cwd": str(project),
        "hook_event_name": "SessionStart",
        "source": "compact",
    }
    return {**event, **changes}


def fire(
    event: object, env: dict[str, str] | None = None, *, cwd: Path | None = None, data: bytes | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Start the real hook with an event, as a client does."""
    text = json.dumps(event).encode() + b"\n" if data is None else data
    return subprocess.run(
        HOOK, input=text, env={**os.environ, **(env or {})}, cwd=cwd, capture_output=True, timeout=30, check=False
    )


def ends_well(done: "subprocess.CompletedProcess[bytes]") -> str:
    """See that a hook ended with 0 and said nothing but the restore text; give that."""
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8")
    assert text == "" or text.startswith(("This conversation was compacted", '{"hookSpecificOutput"'))
    assert len(text) <= MOST_CHARACTERS
    return text


def journal(project: Path) -> list[dict[str, str]]:
    """Read the journal's lines about outcomes as fields."""
    return [line for line in journal_lines(project) if "outcome" in line]


def journal_lines(project: Path) -> list[dict[str, str]]:
    """Read all lines of the journal as fields."""
    path = project / ".distill" / "journal.log"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [fields(line) for line in lines]


def fields(line: str) -> dict[str, str]:
    """Read one logfmt line."""
    stamp, _, rest = line.partition("  ")
    found, key, value, quoted, escaped = {"time": stamp}, "", "", False, False
    for c in rest + " ":
        if escaped:
            value, escaped = value + c, False
        elif c == "\\" and quoted:
            escaped = True
        elif c == '"':
            quoted = not quoted
        elif c == "=" and not key and not quoted:
            key, value = value, ""
        elif c == " " and not quoted:
            found[key], key, value = value, "", ""
        else:
            value += c
    return found


def outcomes(project: Path) -> list[str]:
    """Give the outcomes in the journal, with their reasons, in order."""
    rows = journal(project)
    return [f"{row['outcome']}:{row.get('reason', '')}".rstrip(":") for row in rows]


def wait_for(project: Path, outcome: str, *, count: int = 1, seconds: float = 30) -> list[dict[str, str]]:
    """Wait until the journal holds `count` lines whose outcome, or outcome and reason, is the given one."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = [r for r, o in zip(journal(project), outcomes(project), strict=False) if o.startswith(outcome)]
        if len(found) >= count:
            return found
        time.sleep(0.02)
    raise AssertionError(f"no {count} × {outcome!r} within {seconds} s: {journal(project)}")


def wait_for_empty_spool(project: Path, *, seconds: float = 10) -> None:
    """Wait until no event waits any more: a worker lets go of one right after its line in the journal."""
    until = time.monotonic() + seconds
    while waiting := list((project / ".distill" / "spool").glob("*.json")):
        assert time.monotonic() < until, waiting
        time.sleep(0.02)


def pages(project: Path) -> list[Path]:
    """List the pages of a project's wiki."""
    return sorted((project / "wiki" / "sessions").glob("*.md"))


def random_text(length: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    """Make random text, for values that must not stand in the repository."""
    return "".join(secrets.choice(alphabet) for _ in range(length))


def github_token() -> str:
    """Make a value in the form of a GitHub token."""
    return "ghp" + "_" + random_text(36)


def fixture_text(name: str) -> tuple[str, dict[str, str]]:
    """Read a fixture map, with values made for its secrets; return the text and the values."""
    text = (FIXTURES / f"{name}.md").read_bytes().decode("utf-8")
    values = {"{{SECRET:github-pat}}": github_token(), "{{SECRET:api-key}}": random_text(40)}
    used = {mark: value for mark, value in values.items() if mark in text}
    for mark, value in used.items():
        text = text.replace(mark, value)
    return text, used
