"""`distill redact` as a person and a program use it: a process of its own, pipes and files."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_secrets import key_block, left_of, made, password

from distill.redaction import lines, redactor
from distill.redaction.redactor import redact

DISTILL = [sys.executable, "-m", "distill", "redact"]
TOKEN = "gh" + "p_" + made(36, "cli")
WORD = password("cli")
TEXT = f"# Map\n\nпароль: {WORD}\n\n- token {TOKEN} of jo@plantshop-berlin.de\r\n{key_block('cli')[0]}\nthe end"
ON_A_FULL_DISK = Path("/dev/full")


def run(*args: object, data: bytes | None = None, **more: object) -> "subprocess.CompletedProcess[bytes]":
    given_input = {} if "stdin" in more else {"input": b"" if data is None else data}
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [*DISTILL, *map(str, args)], stderr=subprocess.PIPE, timeout=60, check=False, **given_input, **more
    )


def shell(script: str, data: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """Run a line of the shell in which `"$@"` is the command."""
    return subprocess.run(
        ["bash", "-c", script, "bash", *DISTILL], input=data, capture_output=True, timeout=60, check=False
    )


@pytest.mark.parametrize("how", ["stdin", "dash", "file"])
def test_text_goes_through_and_comes_out_as_the_api_gives_it(tmp_path, how):
    path = tmp_path / "map.md"
    path.write_bytes(TEXT.encode())

    done = {"stdin": lambda: run(data=TEXT.encode()), "dash": lambda: run("-", data=TEXT.encode())}.get(
        how, lambda: run(path)
    )()

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == redact(TEXT).text
    assert left_of(TOKEN, done.stdout.decode()) == []


def test_what_came_out_goes_through_unchanged():
    once = run(data=TEXT.encode()).stdout

    assert run(data=once).stdout == once


def test_the_report_names_places_and_no_value():
    done = run("--report", data=TEXT.encode())

    report = json.loads(done.stderr)
    assert report == {"findings": [{"kind": f.kind, "line": f.line, "column": f.column} for f in redact(TEXT).findings]}
    rows = TEXT.split("\n")
    for each in report["findings"]:
        assert rows[each["line"] - 1][each["column"] - 1 :].startswith((WORD, TOKEN, "jo@", "-----BEGIN"))
    assert left_of(TOKEN, done.stderr.decode()) + left_of(WORD, done.stderr.decode()) == []


def test_a_clean_text_has_an_empty_report():
    done = run("--report", data=b"commit 4be19c7\n")

    assert (done.stdout, json.loads(done.stderr)) == (b"commit 4be19c7\n", {"findings": []})


def test_bytes_that_are_no_utf8_stay_and_hide_nothing():
    data = b"caf\xe9 \xff\xfe\n" + f"password: {WORD}\n".encode() + b"\x00\xc3\n"

    done = run(data=data)

    assert done.stdout == data.replace(WORD.encode(), b"REDACTED-password-1")


def test_utf16_comes_back_as_utf16():
    data = b"\xff\xfe" + f"password: {WORD}\n".encode("utf-16-le")

    assert run(data=data).stdout == b"\xff\xfe" + "password: REDACTED-password-1\n".encode("utf-16-le")


def test_nothing_in_nothing_out():
    done = run(data=b"")

    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_text_beyond_the_largest_is_refused_and_nothing_comes_out():
    done = run("--report", data=b"x" * (redactor.MAX_CHARACTERS + 1))

    assert (done.returncode, done.stdout) == (5, b"")
    assert b"Split it" in done.stderr


def test_a_redaction_that_fails_lets_nothing_out(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "from distill.redaction import detectors\n"
        "def broken(text):\n    raise ValueError(text)\n    yield\n"
        "detectors.DETECTORS = (*detectors.DETECTORS, ('broken', broken))\n",
        "utf-8",
    )
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    for options in ([], ["--report"]):
        done = run(*options, data=TEXT.encode(), env={**os.environ, "PYTHONPATH": path})

        assert (done.returncode, done.stdout) == (5, b"")
        assert left_of(TOKEN, done.stderr.decode()) + left_of(WORD, done.stderr.decode()) == []
        assert b"Traceback" not in done.stderr
    done = run("--jsonl", data=json.dumps({"text": TEXT}).encode(), env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 5
    assert set(json.loads(done.stdout)) == {"error", "line"}


@pytest.mark.parametrize("file", ["gone.md", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, file):
    done = run(tmp_path / file)

    assert (done.returncode, done.stdout) == (4, b"")
    assert b"cannot be read" in done.stderr


def test_a_key_in_the_name_of_a_file_is_not_repeated(tmp_path):
    done = run(tmp_path / f"{TOKEN}.md")

    assert done.returncode == 4
    assert left_of(TOKEN, done.stderr.decode()) == []


def test_a_pipe_in_the_place_of_a_file_is_read():
    done = shell(f'"$@" <(echo "password: {WORD}")')

    assert done.stdout == b"password: REDACTED-password-1\n"


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ('"$@" | head -c 5 >/dev/null; exit ${PIPESTATUS[0]}', 0),
        ('"$@" <&-', 4),
        ('"$@" >&-', 7),
        ('"$@" --report 2>&-', 0),
    ],
)
def test_closed_pipes_end_it_quietly(script, code):
    done = shell(script, TEXT.encode() * 1000)

    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    assert b"unexpected" not in done.stderr


@pytest.mark.skipif(not ON_A_FULL_DISK.exists(), reason="no /dev/full here")
def test_a_full_disk_is_said():
    with ON_A_FULL_DISK.open("wb") as full:
        done = run(data=TEXT.encode(), stdout=full)

    assert done.returncode == 7
    assert b"cannot be written" in done.stderr


def test_lines_of_json_are_answered_in_order_and_a_bad_one_stops_nothing():
    rows = [
        {"text": TEXT},
        "no json at all",
        {"text": "clean", "id": 7, "more": TOKEN},
        {"no text": 1},
        {"text": 5},
        "",
        ["text"],
        {"text": f"x {TOKEN}", "id": TOKEN},
    ]
    data = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)

    done = run("--jsonl", data=data.encode())

    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert done.returncode == 4
    assert answers[0] == {"text": redact(TEXT).text}
    assert answers[2] == {"id": 7, "text": "clean"}
    assert answers[6] == {"id": "REDACTED-github-token-1", "text": "x REDACTED-github-token-1"}
    assert [a["line"] for a in answers if "error" in a] == [2, 4, 5, 7]
    assert left_of(TOKEN, done.stdout.decode()) + left_of(WORD, done.stdout.decode()) == []


def test_lines_of_json_with_a_report_hold_it():
    done = run("--jsonl", "--report", data=json.dumps({"text": TEXT}).encode() + b"\n")

    assert done.stderr == b""
    assert json.loads(done.stdout)["findings"][0] == {"kind": "password", "line": 3, "column": 9}


def test_each_line_is_answered_before_the_next_is_asked():
    with subprocess.Popen([*DISTILL, "--jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for number in range(3):
            process.stdin.write(json.dumps({"text": f"{number} {TOKEN}"}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == {"text": f"{number} REDACTED-github-token-1"}
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_reader_that_goes_ends_the_lines_quietly():
    done = shell('yes "{\\"text\\": \\"x\\"}" | "$@" --jsonl | head -n 2; exit ${PIPESTATUS[1]}')

    assert done.returncode == 0
    assert done.stdout == b'{"text": "x"}\n' * 2
    assert b"Traceback" not in done.stderr


def test_a_text_too_large_is_an_error_of_its_line_only():
    rows = [{"text": "y" * 101}, {"text": "z"}]
    stream = io.BytesIO("\n".join(map(json.dumps, rows)).encode())

    found = list(lines.answers(stream, report=False, most=100))

    assert [a.code for a in found] == [5, 0]
    assert "error" in json.loads(found[0].line)
    assert json.loads(found[1].line) == {"text": "z"}


def test_a_line_too_long_is_passed_over_without_being_held(monkeypatch):
    monkeypatch.setattr(lines, "MOST_BYTES", 40)
    stream = io.BytesIO(b'{"text": "' + b"a" * 1000 + b'"}\n{"text": "b"}\n')

    found = list(lines.answers(stream, report=False))

    assert [a.code for a in found] == [5, 0]
    assert json.loads(found[1].line) == {"text": "b"}


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.one_of(st.just(f"password: {WORD}"), st.just(TOKEN), st.text(max_size=15)), max_size=5).map(" ".join)
)
def test_any_text_in_json_comes_back_as_the_api_gives_it(text):
    stream = io.BytesIO(json.dumps({"text": text}).encode() + b"\n")

    (answer,) = lines.answers(stream, report=True)

    told = json.loads(answer.line)
    done = redact(text)
    assert told["text"] == done.text
    assert told["findings"] == [{"kind": f.kind, "line": f.line, "column": f.column} for f in done.findings]
    assert WORD.encode() not in answer.line
    assert TOKEN.encode() not in answer.line


@pytest.mark.parametrize("text", ["\ud800", "a\udcffb", "\x00\u2028"])
def test_half_a_character_comes_back(text):
    data = json.dumps({"text": text}).encode() + b"\n"

    (answer,) = lines.answers(io.BytesIO(data), report=False)

    assert json.loads(answer.line)["text"] in {text, text.replace("\ud800", "\ufffd").replace("\udcff", "\ufffd")}
