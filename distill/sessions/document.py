"""A stretch of a session as a Markdown document, which is distilled and archived as a restore map would be.

Headings are those of the engine's table `session_document`. Nothing in it depends on when or how often it is made.
"""

import os
from collections.abc import Iterator
from datetime import datetime

from distill.agents.transcripts.events import Answer, Commit, FailedCommand, Prompt
from distill.maps.decode import normalise
from distill.sessions.markup import code, embedded, first_bytes, quoted, within
from distill.sessions.segment import Segment
from distill.sessions.summary_text import words_of

SUMMARY_BYTES = 60_000
PROMPT_BYTES = 70_000
ANSWER_BYTES = 20_000
PATH_BYTES = 12_000
COMMIT_BYTES = 12_000
FAILURE_BYTES = 6_000
"""Bounds of the parts, in bytes: 200 kB in all."""
LINE = 280
"""Characters of a line that lists several paths."""


def document_of(segment: Segment, session: str, root: str) -> str:
    """Compose the document of a session's stretch; paths below `root` are given from there."""
    lines = [*_head(segment, session)]
    for title, part in (
        ("Summary", _summary(segment)),
        ("Commits", commits(segment)),
        ("Files written by the agent", paths("Wrote", segment.written, root)),
        ("Commands that failed since the last prompt", failures(segment.failed_now)),
        ("Last answers of the agent", answers(segment)),
        ("Prompts, word for word", prompts(segment)),
        ("Commands that failed before", failures(segment.failed_before)),
        ("Files read by the agent", paths("Read", segment.read, root)),
    ):
        if part:
            lines += ["", f"## {title}", "", *part]
    return normalise("\n".join(lines)) + "\n"


def _head(segment: Segment, session: str) -> Iterator[str]:
    source = "its compaction summary and its transcript" if segment.summary else "its transcript"
    yield f"# Session {session} (from the transcript)".replace("  ", " ")
    yield ""
    if session:
        yield f"Session: {session}"
    if segment.last_at:
        yield f"Written: {_stamp(segment.last_at)}"
    yield from ("", "## About this document", "")
    yield f"> No agent wrote this document: it was composed of what the session left in {source}."
    if segment.is_cut:
        yield "> The session goes further back than what was read."
    if segment.unread:
        yield f"> Rows of the transcript that could not be read: {segment.unread}."


def _stamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _summary(segment: Segment) -> list[str]:
    text = words_of(normalise(segment.summary.text)) if segment.summary else ""
    return embedded(first_bytes(text, SUMMARY_BYTES), 2) if text else []


def prompts(segment: Segment) -> list[str]:
    """Quote the prompts, the first one first; the last ones are kept where there is not room for all."""
    kept = [lines for _, lines in within(segment.prompts, PROMPT_BYTES, _prompt)]
    return _joined(reversed(kept))


def _prompt(prompt: Prompt) -> list[str]:
    cut = [f"({prompt.left_out:,} more characters are left out.)"] if prompt.left_out else []
    return [*quoted(normalise(prompt.text).strip("\n")), *cut]


def answers(segment: Segment) -> list[str]:
    """Give the last answers; quoted, which says that they are no source, where a summary tells it all."""

    def lines_of(answer: Answer) -> list[str]:
        text = normalise(answer.text) + ("…" if answer.left_out else "")
        return quoted(text) if segment.summary else embedded(text, 2)

    return _joined(lines for _, lines in reversed(list(within(segment.answers, ANSWER_BYTES, lines_of))))


def commits(segment: Segment) -> list[str]:
    """List the commits, the first one first; the last ones are kept where there is not room for all."""

    def lines_of(commit: Commit) -> list[str]:
        branch = f" (on {commit.branch})" if commit.branch else ""
        return [f"- {commit.hash} {normalise(commit.subject)}{normalise(branch)}"]

    return [lines[0] for _, lines in reversed(list(within(segment.commits, COMMIT_BYTES, lines_of)))]


def failures(failed: list[FailedCommand]) -> list[str]:
    """List commands that failed, the first one first."""

    def lines_of(failure: FailedCommand) -> list[str]:
        status = "" if failure.exit_code is None else f" with exit code {failure.exit_code}"
        return [f"- Failed{status}: {code(failure.command)}"]

    return [lines[0] for _, lines in reversed(list(within(failed, FAILURE_BYTES, lines_of)))]


def paths(verb: str, paths: list[str], root: str) -> list[str]:
    """List paths, several on a line, the first one first."""
    kept = [lines[0] for _, lines in within(paths, PATH_BYTES, lambda path: [code(normalise(below(path, root)))])]
    rows: list[str] = []
    for path in dict.fromkeys(reversed(kept)):
        if rows and len(rows[-1]) + len(path) < LINE:
            rows[-1] += f", {path}"
        else:
            rows.append(f"- {verb} {path}")
    return rows


def below(path: str, root: str) -> str:
    """Give a path from the project's root where it lies below it."""
    inside = root and path.startswith(root.rstrip(os.sep) + os.sep)
    return path[len(root.rstrip(os.sep)) + 1 :] if inside else path


def _joined(parts: "Iterator[list[str]]") -> list[str]:
    lines = [line for part in parts for line in [*part, ""]]
    return lines[:-1]
