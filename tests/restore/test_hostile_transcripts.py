"""Transcripts as nobody should write them: huge, broken, lying; read in bounded memory, and never an error."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from restore_worlds import a_list, examined, put, rules, verdicts
from sessions_made import Transcript

from distill.agents.transcripts import since_compaction
from distill.agents.transcripts.claude_code_reads import ClaudeCodeReads
from distill.agents.transcripts.codex_reads import CodexReads
from distill.agents.transcripts.read_facts import Reading

REPOSITORY = Path(__file__).parents[2]
MEASURE = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from distill.agents.transcripts import since_compaction
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = since_compaction.read(sys.argv[2])
used = resource.getrusage(resource.RUSAGE_SELF)
print(len(found.facts), used.ru_maxrss - before, found.rows, found.unread, bool(found.compacted))
"""

values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=20,
)
KEYS = (
    "type", "message", "content", "payload", "item", "attachment", "toolUseResult", "file", "startLine", "numLines",
    "totalLines", "input", "id", "tool_use_id", "uuid", "compactMetadata", "preservedMessages", "uuids", "command",
    "parsed_cmd", "output", "exit_code", "cwd", "path", "name", "text", "is_error",
)  # fmt: skip
WORDS = (
    "user", "assistant", "system", "attachment", "tool_use", "tool_result", "Read", "Bash", "file", "read", "unknown",
    "event_msg", "item_completed", "CommandExecution", "response_item", "function_call_output", "compacted", "text",
    "cat a", "sed -n 1,5p a", "x",
)  # fmt: skip
rows = st.recursive(
    st.none() | st.integers(-3, 10**9) | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


@given(st.dictionaries(st.sampled_from(KEYS), rows | values, max_size=8))
def test_no_row_is_an_error(row: dict[str, object]) -> None:
    for reader in (ClaudeCodeReads(), CodexReads()):
        for fact in [*reader.facts(row), *reader.facts(row)]:
            if isinstance(fact, Reading):
                assert all(span.first != 0 for span in fact.spans)


@settings(deadline=None)
@given(st.binary(max_size=3_000))
def test_no_bytes_are_an_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("rows") / "t.jsonl"
    path.write_bytes(data)

    assert since_compaction.read(str(path)).facts == []


def test_broken_lines_are_counted_and_passed_over(tmp_path: Path) -> None:
    project = tmp_path / "proj"
    put(project / "a.md", rules(3))
    path = put(project / "RESTORE-MAP.md", a_list("a.md"))
    transcript = Transcript(tmp_path / "t.jsonl").boundary().raw(b'{"type": "user", "mess\n' + b"\xff\xfe\0\n")
    transcript.bash(f"cat {project}/a.md", "rule 1").raw(b"[1, 2]\n{}\n" + b'{"type": "assistant", "message": 5}\n')

    found = examined(project, path, transcript.path)

    assert verdicts(found)["a.md"] == "FULL"
    assert found.session.unread >= 2


def test_a_result_that_lies_about_its_lines_proves_no_more_than_the_file_has(tmp_path: Path) -> None:
    put(tmp_path / "a.md", rules(10))
    path = put(tmp_path / "RESTORE-MAP.md", a_list("a.md"))
    file = {"filePath": str(tmp_path / "a.md"), "startLine": -7, "numLines": 10**15, "totalLines": "many"}
    transcript = Transcript(tmp_path / "t.jsonl").boundary()
    transcript.row(
        type="assistant",
        message={"content": [{"type": "tool_use", "id": "1", "name": "Read", "input": {"file_path": "a.md"}}]},
    )
    transcript.row(
        type="user",
        message={"content": [{"type": "tool_result", "tool_use_id": "1", "content": "1\trule 1"}]},
        toolUseResult={"type": "text", "file": file},
    )
    found = examined(tmp_path, path, transcript.path).rows[-1]

    assert (str(found.verdict), [str(m) for m in found.missing]) == ("PARTIAL", ["L2–10"])


def test_a_result_without_its_call_and_a_call_without_its_result_prove_nothing(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "1", "name": "Read", "input": {"file_path": "/a.md"}}
    transcript = Transcript(tmp_path / "t.jsonl").row(type="assistant", message={"content": [call]})
    other = {"type": "tool_result", "tool_use_id": "2", "content": "1\trule 1"}
    transcript.row(type="user", message={"content": [other]})

    assert since_compaction.read(str(transcript.path)).facts == []


def test_a_hundred_megabytes_are_streamed(tmp_path: Path) -> None:
    """Rows of 50 kB, one line of 12 MB, and whole requests; the facts are kept, the texts are not."""
    path = tmp_path / "t.jsonl"
    Transcript(path).boundary()
    text = "".join(f"{n}\t{'x' * 40}\n" for n in range(1, 1000))
    file = {"filePath": "/p/a.md", "startLine": 1, "numLines": 999, "totalLines": 999}
    with path.open("ab") as out:
        for number in range(1100):
            call = {"type": "tool_use", "id": f"t{number}", "name": "Read", "input": {"file_path": "/p/a.md"}}
            result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": text}
            for row in (
                {"type": "assistant", "message": {"content": [call]}},
                {"type": "user", "message": {"content": [result]}, "toolUseResult": {"type": "text", "file": file}},
                {"type": "api-request", "body": text},
            ):
                out.write(json.dumps(row).encode() + b"\n")
        out.write(b'{"type": "user", "message": "' + b"y" * 12_000_000 + b'"}\n')
    assert path.stat().st_size > 100_000_000

    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(REPOSITORY), str(path)], capture_output=True, text=True, check=True
    )
    facts, kilobytes, lines, unread, compacted = done.stdout.split()

    assert (facts, lines, unread, compacted) == ("1100", "3302", "1", "True")
    assert int(kilobytes) < 60_000
