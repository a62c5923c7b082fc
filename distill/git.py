"""What git knows of a checkout, asked within a time budget; whatever it cannot tell is empty."""

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

SECONDS = 3.0
"""Wall time that all questions together may take."""
MOST_COMMITS = 20
MOST_CHANGED = 200
_QUIET = ("--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false")
_PLAIN = ("-c", "core.quotePath=false", "-c", "color.ui=false", "-c", "status.relativePaths=false")
_PLACES = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_EXTERNAL_DIFF")
_SET = {"GIT_TERMINAL_PROMPT": "0", "GIT_LITERAL_PATHSPECS": "1", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C.UTF-8"}
_FILTERS = ("config", "--local", "--includes", "-z", "--name-only", "--get-regexp", r"^filter\..*")
_STATUS = ("status", "--porcelain=v1", "-z", "--untracked-files=normal", "--ignore-submodules=all")
_DIFF = ("diff", "HEAD", "--shortstat", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all")


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit."""

    hash: str
    subject: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """The state of one checkout."""

    top: Path
    branch: str
    """Empty on a detached HEAD."""
    head: str
    """The short id; empty before the first commit."""
    commits: tuple[Commit, ...] = ()
    """Newest first."""
    changed: tuple[str, ...] = ()
    """Paths from the top that differ from the last commit, new files too."""
    shortstat: str = ""
    worktrees: tuple[str, ...] = ()
    """The other worktrees: path, id and branch."""
    unasked: bool = False
    """The time was over before all was asked."""


def checkout_of(folder: Path, env: Mapping[str, str], *, seconds: float = SECONDS) -> Checkout | None:
    """Ask git about the checkout that holds a folder; None outside of one, or where git does not answer."""
    ask = asker(folder, env, seconds)
    top = ask("rev-parse", "--show-toplevel").rstrip("\n")
    if not top:
        return None
    log = ask("log", f"-n{MOST_COMMITS}", "--format=%h%x00%s").splitlines()
    commits = tuple(Commit(*line.split("\0", 1)) for line in log if "\0" in line)
    ask.leave_out_filters()
    status, shortstat, trees = ask(*_STATUS), ask(*_DIFF), ask("worktree", "list", "--porcelain")
    return Checkout(
        top=Path(top),
        branch=ask("symbolic-ref", "--quiet", "--short", "HEAD").strip(),
        head=commits[0].hash if commits else "",
        commits=commits,
        changed=_changed(status),
        shortstat=shortstat.strip(),
        worktrees=_worktrees(trees, top),
        unasked=ask.late,
    )


class Asker:
    """Asks git one question after the other until the time is over; no program of the repository's own is started."""

    def __init__(self, folder: Path, env: dict[str, str], ends: float, clock: Callable[[], float]) -> None:
        self.late = False
        self.failed = False
        """The last question had no answer."""
        self._without: list[str] = []
        self._folder, self._env, self._ends, self._clock = folder, env, ends, clock

    def __call__(self, *question: str) -> str:
        """Give what git says to a question; empty where it does not answer in time, or not at all."""
        self.failed = True
        rest = self._ends - self._clock()
        if rest <= 0:
            self.late = True
            return ""
        try:
            done = subprocess.run(  # noqa: S603 - the git that the person uses
                ["git", *_QUIET, *_PLAIN, *self._without, *question],  # noqa: S607
                cwd=self._folder,
                env=self._env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=rest,
                check=False,
            )
        except subprocess.TimeoutExpired:
            self.late = True
            return ""
        except OSError:
            return ""
        self.failed = done.returncode != 0
        return "" if self.failed else done.stdout.decode("utf-8", "replace")

    def leave_out_filters(self) -> None:
        """Have git start none of the programs that the repository's own settings name for its files.

        Those of the person's settings are the person's; where a name cannot be said on a command line, nothing more
        is asked.
        """
        names = {name.rpartition(".")[0] for name in self(*_FILTERS).split("\0") if name}
        if any("=" in name or "\n" in name for name in names):
            self._ends = self._clock()
        for name in sorted(names):
            for key, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")):
                self._without += ["-c", f"{name}.{key}={value}"]


def asker(folder: Path, env: Mapping[str, str], seconds: float) -> Asker:
    """Make ready to ask git about the checkout that holds a folder; all questions together may take `seconds`."""
    kept = {name: value for name, value in env.items() if name not in _PLACES and not name.startswith("GIT_TRACE")}
    return Asker(folder, {**kept, **_SET}, time.monotonic() + seconds, time.monotonic)


def _changed(status: str) -> tuple[str, ...]:
    """Read the paths of a status; of a renamed file the old one, which follows, is passed over."""
    paths: list[str] = []
    entries = iter(status.split("\0"))
    for entry in entries:
        if len(entry) > 3:  # noqa: PLR2004 - two letters, a blank, a path
            paths.append(entry[3:])
            if entry[0] in "RC":
                next(entries, None)
    return tuple(paths[:MOST_CHANGED])


def _worktrees(listing: str, top: str) -> tuple[str, ...]:
    found = []
    for block in listing.split("\n\n"):
        known = dict(line.partition(" ")[::2] for line in block.split("\n") if line)
        place = known.get("worktree", "")
        if place and os.path.realpath(place) != os.path.realpath(top):
            branch = known.get("branch", "").removeprefix("refs/heads/") or "detached"
            found.append(f"{place} at {known.get('HEAD', '')[:7]} ({branch})")
    return tuple(found)
