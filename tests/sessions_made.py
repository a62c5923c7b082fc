"""Transcripts for tests, made row by row as the clients write them; the samples beside the tests are real ones."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

SAMPLES = Path(__file__).parent / "transcripts" / "samples"
START = datetime(2026, 10, 18, 18, 0, tzinfo=UTC)
SUMMARY = """This session is being continued from a previous conversation that ran out of context. The summary below \
covers the earlier portion of the conversation.

<system-reminder>
<tools-used-before-summary>Bash</tools-used-before-summary>
</system-reminder>
Summary:
1. Primary Request and Intent:
   The user asked for rain handling in the watering planner (PLT-19).

2. Key Technical Concepts:
   - Python 3.11

3. Files and Code Sections:
   - `plan/rain.py`: holds the rain client

4. Errors and Fixes:
   - Fixed the 503 of the rain API by one retry (#31)

6. All user messages:
   - "Never push to main; every change goes through a pull request."

7. Pending Tasks:
   - PLT-19: wait for the result of dev-seat

If you need specific details from before compaction (like exact code snippets), read the full transcript at: /x.jsonl
Please continue the conversation from where we left it off.
"""


class Transcript:
    """A transcript of Claude Code that grows by one row, and one second, a call."""

    def __init__(self, path: Path, start: datetime = START) -> None:
        self.path = path
        self.now = start
        self._calls = 0

    def row(self, **values: object) -> "Transcript":
        self.now += timedelta(seconds=1)
        stamp = self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps({"parentUuid": None, "isSidechain": False, **values, "timestamp": stamp}) + "\n")
        return self

    def raw(self, data: bytes) -> "Transcript":
        with self.path.open("ab") as out:
            out.write(data)
        return self

    def prompt(self, text: str, **more: object) -> "Transcript":
        return self.row(type="user", message={"role": "user", "content": text}, promptSource="user", **more)

    def answer(self, text: str, **more: object) -> "Transcript":
        content = [{"type": "text", "text": text}]
        return self.row(type="assistant", message={"role": "assistant", "content": content}, **more)

    def tool(self, name: str, given: dict[str, object], result: str = "ok", *, failed: bool = False) -> "Transcript":
        self._calls += 1
        call = {"type": "tool_use", "id": f"toolu_{self._calls}", "name": name, "input": given}
        self.row(type="assistant", message={"role": "assistant", "content": [call]})
        block = {"type": "tool_result", "tool_use_id": f"toolu_{self._calls}", "content": result, "is_error": failed}
        details = f"Error: {result}" if failed else {"stdout": result, "stderr": ""}
        return self.row(type="user", message={"role": "user", "content": [block]}, toolUseResult=details)

    def bash(self, command: str, output: str = "", *, code: int = 0) -> "Transcript":
        text = f"Exit code {code}\n{output}" if code else output
        return self.tool("Bash", {"command": command}, text, failed=bool(code))

    def boundary(self) -> "Transcript":
        return self.row(type="system", subtype="compact_boundary", compactMetadata={"trigger": "auto"})

    def summary(self, text: str = SUMMARY) -> "Transcript":
        return self.row(type="user", message={"role": "user", "content": text}, isCompactSummary=True)


def working_session(path: Path, start: datetime = START) -> Transcript:
    """Write a session of some turns, up to the moment of its compaction."""
    made = Transcript(path, start)
    made.prompt("Never push to `main`; every change goes through a pull request.")
    made.answer("Understood.")
    made.prompt("Please make the planner skip rainy days (PLT-19). What does the rain API answer?")
    made.answer("I look at the client first.")
    made.tool("Read", {"file_path": "/srv/plant/plan/rain.py"}, "1\timport json")
    made.bash("pytest -q tests/rain", "2 failed", code=1)
    made.tool("Edit", {"file_path": "/srv/plant/plan/rain.py", "old_string": "a", "new_string": "b"})
    made.bash("pytest -q tests/rain", "2 passed")
    made.tool("Write", {"file_path": "/srv/plant/docs/rain.md", "content": "x"})
    made.bash("git commit -am 'Skip rainy days'", "[rain 4be19c7] Skip rainy days (PLT-19)\n 2 files changed")
    made.answer("Merged nothing yet. Implemented the rain check in `plan/rain.py`; PLT-19 waits for a review.")
    made.prompt("Good. Now run the whole suite.")
    made.bash("make check", "lint: 3 errors", code=2)
    return made
