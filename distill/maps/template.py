"""A new restore map from the template: the head, git's state, the team and the first rows filled in."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import resources
from string import Template

from distill.git import Checkout
from distill.maps.list_check import rounded

MOST_COMMITS = 5
MOST_CHANGED = 12
_NO_TEAM = "<!-- Who is alive, what each does now, what each finished last, which answer is awaited. -->"


@dataclass(frozen=True, slots=True)
class NewRow:
    """One row of the list of a new map."""

    entry: str
    tokens: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMap:
    """What is known before anything is written."""

    seat: str
    session: str
    written: datetime
    """In UTC."""
    previous: str = ""
    team: Sequence[str] = ()
    checkout: Checkout | None = None
    rows: Sequence[NewRow] = ()


def render(new: NewMap) -> str:
    """Fill the template."""
    template = (resources.files("distill") / "templates" / "maps" / "restore-map.md").read_text("utf-8")
    return Template(template).substitute(
        seat=new.seat,
        session=new.session or "unknown",
        written=f"{new.written:%Y-%m-%dT%H:%M:%SZ}",
        previous=new.previous or "none",
        team="\n".join(f"- {_one_line(line)}" for line in new.team) or _NO_TEAM,
        git="\n".join(git_lines(new.checkout)),
        rows="\n".join(list_rows(new.rows)),
    )


def git_lines(checkout: Checkout | None) -> list[str]:
    """Tell the state of a checkout as list items."""
    if checkout is None:
        return ["None: this folder is in no git repository, or git gave no answer."]
    branch = code(checkout.branch) if checkout.branch else "none, HEAD is detached"
    head = f" at {checkout.head}" if checkout.head else ", no commit yet"
    lines = [f"- Branch: {branch}{head}"]
    lines += [f"- Commit {commit.hash}: {_one_line(commit.subject)}" for commit in checkout.commits[:MOST_COMMITS]]
    lines += [f"- Changes since the last commit: {_changes(checkout)}"] if checkout.changed else []
    lines += [f"- Worktree: {_one_line(tree)}" for tree in checkout.worktrees[:MOST_COMMITS]]
    return lines + (["- Git did not answer all questions in time."] if checkout.unasked else [])


def code(text: str) -> str:
    """Give a path or a command as a code span on one line."""
    return f"`{_one_line(text).replace('`', chr(39))}`"


def _changes(checkout: Checkout) -> str:
    named = ", ".join(code(path) for path in checkout.changed[:MOST_CHANGED])
    more = len(checkout.changed) - MOST_CHANGED
    rest = f" and {more} more" if more > 0 else ""
    return f"{named}{rest}{f' ({checkout.shortstat})' if checkout.shortstat else ''}"


def list_rows(*tiers: Sequence[NewRow]) -> list[str]:
    """Write the rows of each tier that has any, each closed by its line with the running total."""
    total, rank, lines = 0, 0, []
    for number, tier in enumerate(filter(None, tiers), 1):
        for row in tier:
            rank, tokens = rank + 1, rounded(row.tokens)
            total += tokens
            lines.append(f"| {rank} | {_cell(row.entry)} | ~{tokens} | {_cell(row.why)} |")
        lines.append(f"| — | Tier {number} line | ~{total} | |")
    return lines


def _cell(text: str) -> str:
    return _one_line(text).replace("\\", "\\\\").replace("|", "\\|") if "|" in text else _one_line(text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
