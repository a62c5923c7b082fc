"""A private key as a tool prints it: something stands in front of each line."""

import made_secrets
import pytest

from distill.redaction.redactor import redact

PREFIXES = {
    "cat-n": lambda n, line: f"{n:6}\t{line}",
    "arrow": lambda n, line: f"{n:5}→{line}",
    "colon": lambda n, line: f"{n}: {line}",
    "grep-n": lambda n, line: f"{n}:{line}",
    "numbered": lambda n, line: f"{n}. {line}",
    "bar": lambda n, line: f"{n} | {line}",
    "box": lambda _, line: f"│ {line} │",
    "comment": lambda _, line: f"// {line}",
    "bracket": lambda n, line: f"[{n}] {line}",
    "time": lambda n, line: f"2026-11-30T10:00:{n:02}Z {line}",
    "log": lambda n, line: f"10:00:{n:02} stdout | {line}",
    "echo": lambda _, line: f'echo "{line}" >> k',
}
PARTS = {"whole": (0, None), "no-tail": (0, -1), "no-head": (1, None), "body": (1, -1)}


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("part", PARTS)
def test_no_line_of_the_key_is_left(prefix: str, part: str) -> None:
    block, body = made_secrets.key_block(seed=prefix)
    start, stop = PARTS[part]
    lines = [PREFIXES[prefix](n, line) for n, line in enumerate(block.split("\n")[start:stop], 1)]
    text = "before it\n\n" + "\n".join(lines) + "\n\nafter it: #12 merged\n"

    left = redact(text).text

    assert "before it" in left
    assert "after it: #12 merged" in left
    full = [line for line in body if len(line) == 64]
    assert [line for line in full if made_secrets.left_of(line, left)] == []


def test_lines_of_a_lock_file_and_a_distant_tail_are_no_key() -> None:
    dashes = "-" * 5
    digest = made_secrets.made(86) + "=="
    lock = "\n".join(f'      "integrity": "sha512-{digest[n:] + digest[:n]}",' for n in range(3))
    talk = f"A file begins with {dashes}BEGIN PRIVATE KEY{dashes} and so on.\n" + "Prose about it.\n" * 30
    text = f"{lock}\n\n{talk}It ends with {dashes}END PRIVATE KEY{dashes}.\n"

    assert redact(text).text.count("Prose about it.") == 30
    assert redact(lock).text == lock
