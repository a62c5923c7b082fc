"""Rows of Claude Code's transcripts to events (measured with 2.1: user, assistant, system and attachment rows)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from distill.agents.transcripts.events import (
    Answer,
    Boundary,
    Commit,
    Event,
    FailedCommand,
    FileRead,
    FileWritten,
    PassedCommand,
    Prompt,
    Summary,
)
from distill.agents.transcripts.limits import MOST_ANSWER, MOST_PROMPT, MOST_SUMMARY
from distill.agents.transcripts.values import (
    Object,
    commits_in,
    exit_code_of,
    mark_of,
    object_of,
    objects,
    one_line,
    path_of,
    shortened,
    text_of,
    time_of,
    word,
)

WRITING = frozenset({"Write", "Edit", "MultiEdit", "NotebookEdit"})
NOT_TYPED = (
    "<command-name>", "<command-message>", "<local-command-", "<system-reminder>", "<bash-", "<task-notification>",
    "<teammate-message", "[Request interrupted",
)  # fmt: skip
"""How user rows begin that the client wrote."""
BY_CLOCK = frozenset({"system", "loop_wakeup", "schedule_wakeup", "poll_event"})
"""Sources of prompts that no person typed."""
DECLINED = ("The user doesn't want to", "User rejected", "[Request interrupted", "<tool_use_error>")
"""How results begin of tools that did not run."""
MOST_WAITING = 5_000
"""Results that wait for their tool call, which stands before them and is read later."""


@dataclass(frozen=True, slots=True)
class _Result:
    failed: bool
    declined: bool
    text: str
    output: str


class ClaudeCode:
    """Reads rows from the last to the first; results are kept until their call comes by."""

    def __init__(self) -> None:
        self._results: dict[str, _Result] = {}

    def events(self, row: Object) -> Iterator[Event]:
        """Give the events of a row, the last one first; nothing for rows of subagents and of the client itself."""
        if row.get("isSidechain") is True:
            return
        at, message = time_of(row), object_of(row.get("message"))
        match row.get("type"):
            case "user":
                yield from self._of_user(row, message.get("content"), at)
            case "assistant" if not row.get("isApiErrorMessage"):
                yield from self._of_assistant(message.get("content"), at)
            case "system" if row.get("subtype") == "compact_boundary":
                yield Boundary(at=at)
            case "attachment":
                yield from _attached(object_of(row.get("attachment")), at)
            case _:
                pass

    def _of_user(self, row: Object, content: object, at: datetime | None) -> Iterator[Event]:
        results = [block for block in objects(content) if block.get("type") == "tool_result"]
        if results:
            self._keep(results, row.get("toolUseResult"))
        elif row.get("isCompactSummary") is True or row.get("rowSource") == "hook":
            yield Summary(at=at, text=text_of(content)[:MOST_SUMMARY])
        elif _is_typed(row, content):
            text, left_out = shortened(text_of(content), MOST_PROMPT)
            yield Prompt(at=at, text=text, left_out=left_out)

    def _keep(self, results: list[Object], details: object) -> None:
        output = word(object_of(details).get("stdout"))
        for block in results:
            text = text_of(block.get("content"))
            failed, declined = block.get("is_error") is True, text.startswith(DECLINED)
            self._results[word(block.get("tool_use_id"))] = _Result(failed, declined, text[:200], output or text)
        while len(self._results) > MOST_WAITING:
            del self._results[next(iter(self._results))]

    def _of_assistant(self, content: object, at: datetime | None) -> Iterator[Event]:
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else objects(content)
        for block in reversed(blocks):
            text = word(block.get("text")).strip()
            if block.get("type") == "text" and text:
                kept, left_out = shortened(text, MOST_ANSWER)
                yield Answer(at=at, text=kept, left_out=left_out)
            elif block.get("type") == "tool_use":
                yield from self._of_tool(block, at)

    def _of_tool(self, block: Object, at: datetime | None) -> Iterator[Event]:
        result = self._results.pop(word(block.get("id")), None)
        name, given = word(block.get("name")), object_of(block.get("input"))
        if result is None or result.declined:
            return
        if name == "Bash" and given.get("run_in_background") is not True:
            yield from _of_command(word(given.get("command")), result, at)
        elif not result.failed and (path := path_of(given.get("file_path")) or path_of(given.get("notebook_path"))):
            if name in WRITING:
                yield FileWritten(at=at, path=path)
            elif name == "Read":
                yield FileRead(at=at, path=path)


def _of_command(command: str, result: _Result, at: datetime | None) -> Iterator[Commit | FailedCommand | PassedCommand]:
    line, mark = one_line(command), mark_of(command)
    if line and result.failed:
        yield FailedCommand(at=at, command=line, mark=mark, exit_code=exit_code_of(result.text))
    elif line:
        yield PassedCommand(at=at, command=line, mark=mark)
    yield from commits_in(command, result.output, at)


def _is_typed(row: Object, content: object) -> bool:
    """Say whether a user row is what a person typed: plain text, or text beside images in a row marked as a prompt."""
    if row.get("isMeta") is True or word(row.get("promptSource")) in BY_CLOCK:
        return False
    if not isinstance(content, str) and "promptSource" not in row and "turnOrigin" not in row:
        return False
    text = text_of(content).lstrip()
    return bool(text) and not text.startswith(NOT_TYPED)


def _attached(attachment: Object, at: datetime | None) -> Iterator[FileRead]:
    if attachment.get("type") == "file" and (path := path_of(attachment.get("filename"))):
        yield FileRead(at=at, path=path, attached=True)
