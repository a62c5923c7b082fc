"""Which lines of which files a command prints: what is known is right, what is not known is not counted."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.agents.transcripts.shell_reads import shell_reads

WHOLE = [(1, None)]

KNOWN = {
    "cat a.txt": {"/p/a.txt": WHOLE},
    "cat -n -- -odd.txt": {"/p/-odd.txt": WHOLE},
    "cat 'a b.md'": {"/p/a b.md": WHOLE},
    "cat a\\ b.md # a comment": {"/p/a b.md": WHOLE},
    "cat ~/notes.md": {"~/notes.md": WHOLE},
    "cat /etc/hosts": {"/etc/hosts": WHOLE},
    "cat a.txt b.txt": {"/p/a.txt": WHOLE, "/p/b.txt": WHOLE},
    "cat a.txt; echo ---; cat b.txt": {"/p/a.txt": WHOLE, "/p/b.txt": WHOLE},
    "cat a.txt\ncat b.txt": {"/p/a.txt": WHOLE, "/p/b.txt": WHOLE},
    "cd sub && cat c.txt": {"/p/sub/c.txt": WHOLE},
    "cd /q; head -n 5 c.txt": {"/q/c.txt": [(1, 5)]},
    "LC_ALL=C cat a.txt 2>/dev/null": {"/p/a.txt": WHOLE},
    "cat < a.txt": {"/p/a.txt": WHOLE},
    "less a.txt": {"/p/a.txt": WHOLE},
    "nl -ba a.txt": {"/p/a.txt": WHOLE},
    "nl -ba a.txt | sed -n 10,20p": {"/p/a.txt": [(10, 20)]},
    "head a.txt": {"/p/a.txt": [(1, 10)]},
    "head -3 a.txt": {"/p/a.txt": [(1, 3)]},
    "head -n 20 a.txt b.txt": {"/p/a.txt": [(1, 20)], "/p/b.txt": [(1, 20)]},
    "head --lines=7 a.txt": {"/p/a.txt": [(1, 7)]},
    "head -n -5 a.txt": {"/p/a.txt": [(1, -6)]},
    "tail a.txt": {"/p/a.txt": [(-10, None)]},
    "tail -n 20 a.txt": {"/p/a.txt": [(-20, None)]},
    "tail -n +5 a.txt": {"/p/a.txt": [(5, None)]},
    "cat a.txt | tail -n 3": {"/p/a.txt": [(-3, None)]},
    "sed -n '1,40p' a.txt": {"/p/a.txt": [(1, 40)]},
    "sed -n 5p a.txt": {"/p/a.txt": [(5, 5)]},
    "sed -n '201,$p' a.txt": {"/p/a.txt": [(201, None)]},
    "sed -n '1,5p;10,+2p' a.txt": {"/p/a.txt": [(1, 5), (10, 12)]},
    "sed -n -e 1,2p -e '9,$p' a.txt": {"/p/a.txt": [(1, 2), (9, None)]},
    "sed 20q a.txt": {"/p/a.txt": [(1, 20)]},
    "sed -n 5,10p a.txt | head -2": {"/p/a.txt": [(5, 6)]},
    "sed -n '5,$p' a.txt | sed -n 2,3p": {"/p/a.txt": [(6, 7)]},
    "awk '{print}' a.txt": {"/p/a.txt": WHOLE},
    "awk 'NR>=5 && NR<=9' a.txt": {"/p/a.txt": [(5, 9)]},
    "awk 'NR==3,NR==7' a.txt": {"/p/a.txt": [(3, 7)]},
    "awk 'NR==3,NR==2' a.txt": {"/p/a.txt": [(3, None)]},
    "awk '{print NR\": \"$0}' a.txt": {"/p/a.txt": WHOLE},
    "cat a.txt || cat b.txt": {"/p/a.txt": WHOLE},
}
NO_READING = [
    "grep -n rule a.txt", "rg rule a.txt", "cat a.txt | grep rule", "cat a.txt > b.txt", "cat a.txt | wc -l",
    "ls a.txt", "cat a.txt &> b.txt", "echo cat a.txt", "echo done",
]  # fmt: skip
NOT_UNDERSTOOD = [
    "for f in *.md; do cat $f; done", "cat *.md", "cat $X", 'cat "$X/a.txt"', "cat `which x`", "bash -c 'cat a.txt'",
    "python3 -c 'print(open(\"a.txt\").read())'", "git show HEAD:a.txt", "cat <<E\nx\nE", "(cat a.txt)", "cat a.txt &",
    "head -c 100 a.txt", "tail -f a.txt", "sed -i s/a/b/ a.txt", "sed s/a/b/ a.txt", "cat 'open",
    "if true; then cat a.txt; fi", "xargs cat < a.txt", "awk '/x/' a.txt", "cat {a,b}.txt",
]  # fmt: skip


def reads(command: str) -> dict[str, list[tuple[int, int | None]]]:
    return {r.path: [(s.first, s.last) for s in r.spans] for r in shell_reads(command, "/p").reads}


@pytest.mark.parametrize("command", KNOWN)
def test_what_is_known(command: str) -> None:
    assert reads(command) == KNOWN[command]
    assert shell_reads(command).is_understood


@pytest.mark.parametrize("command", NO_READING)
def test_what_is_no_reading(command: str) -> None:
    assert reads(command) == {}
    assert shell_reads(command).is_understood


@pytest.mark.parametrize("command", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_not_counted_but_named(command: str) -> None:
    assert reads(command) == {}
    assert not shell_reads(command).is_understood


def test_of_a_pipe_with_two_files_a_range_is_of_neither() -> None:
    assert reads("cat a.txt b.txt | head -n 5") == {}
    assert reads("sed -n 1,5p a.txt b.txt") == {}


@given(st.text(alphabet="cat sednhi-1,9p$'\"\\|&;<>()\n#`*ab.=", max_size=80))
def test_it_never_raises(command: str) -> None:
    found = shell_reads(command, "/p")

    assert all(span.first != 0 for read in found.reads for span in read.spans)


@pytest.mark.parametrize("piece", ["cat a;", "'", '"\\', "cat a | ", "$(", "a=", "&", "\\\n", "sed -n 1,2p x; "])
def test_it_is_linear_on_hostile_commands(piece: str) -> None:
    command = piece * (20_000 // len(piece))
    begun = time.process_time()
    shell_reads(command, "/p")

    assert time.process_time() - begun < 2.0
