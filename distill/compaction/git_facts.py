"""What git knows of the work, in a few lines and within a time budget. Light: hooks ask for it.

Nothing here walks the whole tree without a limit, writes into the repository, talks to a network or runs a program
that the repository's settings name, as far as git lets one say so.
"""

import os

from distill.compaction import programs, shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SECONDS = 0.15
"""Wall time that all questions to git may take together."""
COMMITS = 5
BRANCHES = 4
WORKTREES = 4
SUBJECT = 100
"""Characters of a subject, and of a name."""
FOR_ALL = ["--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"]
FOR_ALL += ["-c", "core.quotePath=false", "-c", "color.ui=false"]
LOG = ["log", f"-n{COMMITS}", "--format=%h%x00%s"]
BRANCH = ["for-each-ref", f"--count={BRANCHES}", "--sort=-committerdate"]
BRANCH += ["--format=%(objectname:short)%00%(refname:short)%00%(committerdate:relative)", "refs/heads"]
TREES = ["worktree", "list", "--porcelain"]
DIFF = ["diff", "HEAD", "--shortstat", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"]
"""Counts lines of files that git knows; new files would need a walk over the whole tree."""
LARGE_INDEX = 2_500_000
"""Bytes of an index from which on nothing is counted: some 25,000 files, each of which git would look at."""
OWN_PROGRAMS = (b"filter", b"include")
"""What a repository's settings hold where they may name a program that counting would start."""
MOST_SETTINGS = 65_536
OFF = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF", "GIT_TRACE", "GIT_TRACE2")
SET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8"}


def lines(folder: str, env: "Mapping[str, str]", seconds: float = SECONDS) -> "list[str]":
    """Tell branch, commits, changes, other branches and worktrees of a folder; each state is named in words."""
    where = _git_folder(folder)
    if not where:
        return ["git: this folder is in no repository."]
    head = _head(where)
    given = {key: value for key, value in env.items() if key not in OFF}
    questions = [LOG, BRANCH, TREES, *([] if _is_large(where) or _names_programs(where) else [DIFF])]
    commands = [["git", "-C", folder, *FOR_ALL, *question] for question in questions]
    log, branches, trees, diff = [*programs.answers(commands, {**given, **SET}, seconds), None][:4]
    return [head, *_commits(log), _changes(diff), *_branches(branches, head), *_worktrees(trees, folder)]


def _is_large(git_folder: str) -> bool:
    try:
        return os.stat(os.path.join(git_folder, "index")).st_size > LARGE_INDEX
    except OSError:
        return False


def _names_programs(git_folder: str) -> bool:
    """Tell whether the repository's own settings may name filters, which are programs that git runs to count lines."""
    common = os.path.join(git_folder, _first_line(os.path.join(git_folder, "commondir")))
    places = [os.path.join(common, "config"), *(os.path.join(one, "config.worktree") for one in (common, git_folder))]
    settings = [_read(place).lower() for place in places]
    return any(len(one) >= MOST_SETTINGS or any(word in one for word in OWN_PROGRAMS) for one in settings)


def _read(path: str) -> bytes:
    if not os.path.isfile(path):
        return b""
    try:
        with open(path, "rb") as stream:
            return stream.read(MOST_SETTINGS)
    except OSError:
        return b""


def _git_folder(folder: str) -> str:
    """Find the git folder of a checkout or a worktree without asking git."""
    here = os.path.abspath(folder)
    for _ in range(64):
        entry = os.path.join(here, ".git")
        if os.path.isdir(entry):
            return entry
        if os.path.isfile(entry):
            return os.path.normpath(os.path.join(here, _first_line(entry).partition("gitdir:")[2].strip()))
        if here == os.path.dirname(here):
            break
        here = os.path.dirname(here)
    return ""


def _head(git_folder: str) -> str:
    line = _first_line(os.path.join(git_folder, "HEAD"))
    if line.startswith("ref: refs/heads/"):
        return f"branch: {shape.quoted(line[len('ref: refs/heads/') :], SUBJECT)}"
    if line:
        return f"branch: none, HEAD is detached at {shape.masked(line[:9])}"
    return "branch: it cannot be read"


def _first_line(path: str) -> str:
    if not os.path.isfile(path):
        return ""
    try:
        with open(path, "rb") as stream:
            return stream.read(4096).decode("utf-8", "replace").partition("\n")[0].strip()
    except OSError:
        return ""


def _rows(answer: "bytes | None") -> "list[list[str]]":
    text = (answer or b"").decode("utf-8", "replace")
    return [line.split("\0") for line in text.split("\n") if "\0" in line]


def _commits(answer: "bytes | None") -> "list[str]":
    if answer is None:
        return ["commits: none yet, or git gave no answer in time"]
    return ["commits, newest first:", *(f"  {row[0]} {shape.quoted(row[1], SUBJECT)}" for row in _rows(answer))]


def _changes(answer: "bytes | None") -> str:
    if answer is None:
        return "changes since the last commit: not counted, that would take too long or start a filter"
    told = shape.masked(answer.decode("utf-8", "replace").strip())
    return f"changes since the last commit: {told or 'none in files that git knows'}"


def _branches(answer: "bytes | None", head: str) -> "list[str]":
    rows = [row for row in _rows(answer) if len(row) == 3 and shape.quoted(row[1], SUBJECT) not in head]  # noqa: PLR2004 - id, name, age
    told = [f"  {row[0]} {shape.quoted(row[1], SUBJECT)}, {shape.masked(row[2])}" for row in rows]
    return ["other branches with the newest work:", *told] if told else []


def _worktrees(answer: "bytes | None", folder: str) -> "list[str]":
    """Tell the other worktrees: where, at which commit, on which branch."""
    own = os.path.realpath(folder)
    told = []
    for block in (answer or b"").decode("utf-8", "replace").split("\n\n"):
        known = dict(line.partition(" ")[::2] for line in block.split("\n") if line)
        place = known.get("worktree", "")
        if not place or (own + os.sep).startswith(os.path.realpath(place) + os.sep):
            continue
        branch = known.get("branch", "").replace("refs/heads/", "") or "detached"
        told.append(f"  {known.get('HEAD', '')[:7]} {shape.quoted(branch, 60)} in {shape.quoted(place, SUBJECT)}")
    more = [f"  and {len(told) - WORKTREES} more"] if len(told) > WORKTREES else []
    return ["other worktrees:", *told[:WORKTREES], *more] if told else []
