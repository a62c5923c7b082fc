"""What Claude Code's transcripts prove about reading (measured with 2.1: results tell the lines that they show)."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from distill.agents.transcripts import shown_lines
from distill.agents.transcripts.claim_lines import claim_lines
from distill.agents.transcripts.claude_code import DECLINED, WRITING
from distill.agents.transcripts.command_reads import Shown, facts_of_command, shown
from distill.agents.transcripts.read_facts import (
    WHOLE,
    Claim,
    CompactedHere,
    How,
    OwnWrite,
    Ran,
    ReadFact,
    Reading,
    Span,
)
from distill.agents.transcripts.values import Object, exit_code_of, object_of, objects, path_of, text_of, time_of, word

MOST_WAITING = 5_000
"""Results that wait for their tool call, which stands before them and is read later."""
WHOLE_KINDS = frozenset({"image", "notebook", "pdf"})
"""Kinds of results that hold all of a file."""


@dataclass(frozen=True, slots=True)
class _Result:
    failed: bool
    head: str
    file: Object
    kind: str
    numbered: tuple[Span, ...]
    is_preview: bool
    shown: Shown


class ClaudeCodeReads:
    """Reads rows from the last to the first; results are kept until their call comes by."""

    def __init__(self) -> None:
        self._results: dict[str, _Result] = {}

    def facts(self, row: Object) -> Iterator[ReadFact]:
        """Give what a row proves, the last first; rows of subagents prove nothing of the session."""
        if row.get("isSidechain") is True:
            return
        at, message, folder = time_of(row), object_of(row.get("message")), word(row.get("cwd"))
        match row.get("type"):
            case "user":
                self._keep(message.get("content"), object_of(row.get("toolUseResult")))
            case "assistant":
                yield from self._of_assistant(message.get("content"), at, folder)
            case "system" if row.get("subtype") == "compact_boundary":
                yield CompactedHere(at=at, kept=_kept(object_of(row.get("compactMetadata"))))
            case "attachment":
                yield from _attached(object_of(row.get("attachment")), at, folder)
            case _:
                pass

    def _keep(self, content: object, details: Object) -> None:
        blocks = [block for block in objects(content) if block.get("type") == "tool_result"]
        for block in blocks:
            told = details if len(blocks) == 1 else {}
            self._results[word(block.get("tool_use_id"))] = _result(block, told)
        while len(self._results) > MOST_WAITING:
            del self._results[next(iter(self._results))]

    def _of_assistant(self, content: object, at: datetime | None, folder: str) -> Iterator[ReadFact]:
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else objects(content)
        for block in reversed(blocks):
            if block.get("type") == "text":
                yield from (Claim(at=at, text=line) for line in reversed(list(claim_lines(word(block.get("text"))))))
            elif block.get("type") == "tool_use":
                yield from self._of_tool(block, at, folder)

    def _of_tool(self, block: Object, at: datetime | None, folder: str) -> Iterator[ReadFact]:
        result = self._results.pop(word(block.get("id")), None)
        name, given = word(block.get("name")), object_of(block.get("input"))
        if result is None or result.head.startswith(DECLINED):
            return
        if name == "Bash" and given.get("run_in_background") is not True:
            yield from _of_bash(word(given.get("command")), result, at, folder)
        elif not result.failed and name == "Read":
            yield from _of_read(given, result, at, folder)
        elif not result.failed and name in WRITING and (path := _target(given)):
            yield OwnWrite(at=at, path=_below(folder, path))


def _target(given: Object) -> str:
    return path_of(given.get("file_path")) or path_of(given.get("notebook_path"))


def _result(block: Object, details: Object) -> _Result:
    text = text_of(block.get("content"))
    return _Result(
        failed=block.get("is_error") is True or details.get("interrupted") is True,
        head=text[:200],
        file={k: v for k, v in object_of(details.get("file")).items() if k not in {"content", "base64"}},
        kind=word(details.get("type")),
        numbered=shown_lines.numbered(text),
        is_preview=shown_lines.is_preview(text),
        shown=shown(text, is_cut=bool(details.get("persistedOutputPath"))),
    )


def _of_read(given: Object, result: _Result, at: datetime | None, folder: str) -> Iterator[Reading]:
    path = path_of(result.file.get("filePath")) or path_of(given.get("file_path"))
    if not path or result.kind == "file_unchanged":
        return
    spans, cut = _spans_of(result)
    yield Reading(at=at, path=_below(folder, path), spans=spans, is_cut=cut)


def _spans_of(result: _Result) -> tuple[tuple[Span, ...], bool]:
    """Give the lines that a result showed: as the client counted them, else as they are numbered in it."""
    if result.is_preview:
        return result.numbered, True
    if result.kind in WHOLE_KINDS:
        return (WHOLE,), False
    counted = span_of_file(result.file)
    if counted is None:
        return result.numbered, result.shown.is_cut
    return ((counted,) if counted.first else ()), result.file.get("truncatedByTokenCap") is True


def span_of_file(file: Object) -> Span | None:
    """Read the lines that the client counted; `Span(0)` for none of them, None where it did not count."""
    first, count, total = (file.get(key) for key in ("startLine", "numLines", "totalLines"))
    if not isinstance(first, int) or not isinstance(count, int) or first < 0:
        return None
    if count <= 0:
        return Span(0)
    last = max(first, 1) + count - 1
    reaches = isinstance(total, int) and last >= total and file.get("truncatedByTokenCap") is not True
    return Span(max(first, 1), None if reaches else last)


def _of_bash(command: str, result: _Result, at: datetime | None, folder: str) -> Iterator[ReadFact]:
    code = (exit_code_of(result.head) or None) if result.failed else 0
    yield Ran(at=at, command=" ".join(command.split())[:2_000], exit_code=code, is_cut=result.shown.is_cut)
    if not result.failed:
        yield from facts_of_command(command, folder, at, result.shown)


def _attached(attachment: Object, at: datetime | None, folder: str) -> Iterator[Reading]:
    if attachment.get("type") != "file" or not (path := path_of(attachment.get("filename"))):
        return
    content = object_of(attachment.get("content"))
    cut = attachment.get("truncated") is True
    span = WHOLE if content.get("type") in WHOLE_KINDS else span_of_file(object_of(content.get("file")))
    spans = (span,) if span and span.first else ()
    if cut and spans and spans[0].last is None:
        spans = ()
    yield Reading(at=at, path=_below(folder, path), spans=spans, how=How.ATTACHED, is_cut=cut)


def _kept(metadata: Object) -> frozenset[str]:
    """Read the ids of the rows that a compaction kept word for word."""
    uuids = object_of(metadata.get("preservedMessages")).get("uuids")
    return frozenset(u for u in uuids if isinstance(u, str)) if isinstance(uuids, list) else frozenset()


def _below(folder: str, path: str) -> str:
    return path if path.startswith("~/") else os.path.normpath(os.path.join(folder, path))
