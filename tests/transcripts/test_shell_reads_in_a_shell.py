"""What is said of a command against what a real shell prints: never a line more, and of what is known none less."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.agents.transcripts.shell_reads import shell_reads
from distill.restore import ranges

FILES = {"a.txt": 12, "b.txt": 30, "sub/c d.txt": 7}
SHELL = shutil.which("bash")
pytestmark = pytest.mark.skipif(SHELL is None, reason="needs bash")

number = st.integers(1, 35)
names = st.sampled_from(["a.txt", "b.txt", "'sub/c d.txt'", "./sub/../a.txt", "sub/c\\ d.txt"])
several = st.lists(names, min_size=1, max_size=2).map(" ".join)
sed = st.one_of(
    st.builds("sed -n '{0},{1}p'".format, number, number),
    st.builds("sed -n {0}p".format, number),
    st.builds("sed -n '{0},$p'".format, number),
    st.builds("sed -n -e 1,{0}p -e '{1},$p'".format, number, number),
    st.builds("sed {0}q".format, number),
    st.builds("sed -n '{0},+{1}p'".format, number, number),
)
awk = st.one_of(
    st.just("awk '{print}'"),
    st.builds("awk 'NR>={0} && NR<={1}'".format, number, number),
    st.builds("awk 'NR=={0},NR=={1}'".format, number, number),
    st.builds("awk 'NR>{0}{{print}}'".format, number),
)
filters = st.one_of(
    st.sampled_from(["cat", "cat -n", "nl -ba", "head", "tail"]),
    st.builds("head -n {0}".format, number),
    st.builds("head -{0}".format, number),
    st.builds("head -n -{0}".format, number),
    st.builds("tail -n {0}".format, number),
    st.builds("tail -n +{0}".format, number),
    sed,
    awk,
)
searches = st.sampled_from(["grep 1", "wc -l", "sort -r", "cut -c1-3", "sed s/a/b/", "head -c 20", "tee out.txt"])
pipes = st.builds(
    lambda first, files, more: " | ".join([f"{first} {files}", *more]),
    filters,
    several,
    st.lists(filters | searches, max_size=2),
)
ends = st.sampled_from(["", " 2>/dev/null", " > out.txt", " 2>&1", " &> out.txt"])
parts = st.builds("{}{}".format, pipes, ends) | st.sampled_from(["cd sub", "cd ..", "echo x", "true", "ls", "false"])
commands = st.lists(parts, min_size=1, max_size=3).flatmap(
    lambda chosen: st.sampled_from(["; ", " && ", "\n", " || "]).map(lambda joint: joint.join(chosen))
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make files in which each line tells where it stands."""
    made = tmp_path_factory.mktemp("shell")
    for name, count in FILES.items():
        (made / name).parent.mkdir(exist_ok=True)
        (made / name).write_text("".join(f"[{name[-5]}{n:03}]\n" for n in range(1, count + 1)), "utf-8")
    return made


@settings(max_examples=150, deadline=None)
@given(commands)
def test_it_says_what_the_shell_shows(folder: Path, command: str) -> None:
    done = subprocess.run([str(SHELL), "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        return  # a command that failed is not looked at
    found = shell_reads(command, str(folder))
    for read in found.reads:
        path = Path(read.path)
        if not path.exists():
            continue  # it said so, and the complaint takes the reading back
        count, letter = len(path.read_text("utf-8").splitlines()), path.name[-5]
        for lines in ranges.of_file(read.spans, count):
            assert all(f"[{letter}{n:03}]" in done.stdout for n in range(lines.first, lines.last + 1)), command


@settings(max_examples=100, deadline=None)
@given(filters, names, st.lists(filters, max_size=1))
def test_of_one_file_it_leaves_no_line_out(folder: Path, first: str, name: str, more: list[str]) -> None:
    command = " | ".join([f"{first} {name}", *more])
    done = subprocess.run([str(SHELL), "-c", command], cwd=folder, capture_output=True, text=True, check=True)
    found = shell_reads(command, str(folder))
    if not found.reads:
        assert not found.is_understood or not done.stdout
        return
    path = Path(found.reads[0].path)
    count, letter = len(path.read_text("utf-8").splitlines()), path.name[-5]
    said = {n for lines in ranges.of_file(found.reads[0].spans, count) for n in range(lines.first, lines.last + 1)}

    assert said == {n for n in range(1, count + 1) if f"[{letter}{n:03}]" in done.stdout}, command
