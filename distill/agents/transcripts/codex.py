"""Rows of Codex's rollouts to events, by shape and never by version (measured with 0.142 to 0.171)."""

import os
import re
from collections.abc import Iterator
from datetime import datetime

from distill.agents.transcripts.events import (
    Answer,
    Boundary,
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

_SHELL = re.compile(r"(?:.*/)?(?:ba|z|da)?sh")
_SHELL_WORDS = 3
_FILE_URL = re.compile(r"file://(?=/)")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update) File: (\S[^\n]{0,999})$", re.MULTILINE)


class Codex:
    """Reads rows from the last to the first; of a patch that two rows tell of the surer one counts."""

    def __init__(self) -> None:
        self._applied: set[str] = set()

    def events(self, row: Object) -> Iterator[Event]:
        """Give the events of a row, the last one first."""
        at, payload = time_of(row), object_of(row.get("payload"))
        match row.get("type"), payload.get("type"):
            case "compacted", _:
                if text := word(payload.get("message")).strip():
                    yield Summary(at=at, text=text[:MOST_SUMMARY])
                yield Boundary(at=at, with_summary=True)
            case "event_msg", "item_completed":
                yield from self._of_item(object_of(payload.get("item")), at)
            case "event_msg", "user_message":
                yield from _prompt(word(payload.get("message")), at)
            case "event_msg", "agent_message":
                yield from _answer(word(payload.get("message")), at)
            case "event_msg", "exec_command_end":
                yield from _of_command(payload, at)
            case "event_msg", "patch_apply_end" if payload.get("success") is True:
                yield from self._of_patch(word(payload.get("call_id")), payload.get("changes"), at)
            case "response_item", "custom_tool_call" if payload.get("name") == "apply_patch":
                yield from self._of_call(payload, at)
            case _:
                pass

    def _of_item(self, item: Object, at: datetime | None) -> Iterator[Event]:
        match item.get("type"):
            case "UserMessage":
                yield from _prompt(text_of(item.get("content")), at)
            case "AgentMessage":
                yield from _answer(text_of(item.get("content")), at)
            case "CommandExecution":
                yield from _of_command(item, at)
            case "FileChange" if item.get("status") in (None, "completed"):
                yield from self._of_patch(word(item.get("id")), item.get("changes"), at)
            case _:
                pass

    def _of_patch(self, call: str, changes: object, at: datetime | None) -> Iterator[FileWritten]:
        self._applied.add(call)
        for name, change in reversed(_changes(changes)):
            kind = object_of(change.get("kind")).get("type") or change.get("kind") or change.get("type")
            if kind != "delete" and "delete" not in change and (path := path_of(change.get("move_path") or name)):
                yield FileWritten(at=at, path=path)

    def _of_call(self, payload: Object, at: datetime | None) -> Iterator[FileWritten]:
        """Take the files of a patch from the call itself where no row tells of its end, and only of one that ended."""
        if payload.get("status") != "completed" or word(payload.get("call_id")) in self._applied:
            return
        for match in reversed(list(_PATCHED.finditer(word(payload.get("input"))))):
            if path := path_of(match[1].strip()):
                yield FileWritten(at=at, path=path)


def _changes(changes: object) -> list[tuple[str, Object]]:
    if isinstance(changes, dict):
        return [(name, object_of(change)) for name, change in changes.items()]
    return [(word(change.get("path")), change) for change in objects(changes)]


def _prompt(text: str, at: datetime | None) -> Iterator[Prompt]:
    if text.strip():
        kept, left_out = shortened(text, MOST_PROMPT)
        yield Prompt(at=at, text=kept, left_out=left_out)


def _answer(text: str, at: datetime | None) -> Iterator[Answer]:
    if text.strip():
        kept, left_out = shortened(text.strip(), MOST_ANSWER)
        yield Answer(at=at, text=kept, left_out=left_out)


def _of_command(item: Object, at: datetime | None) -> Iterator[Event]:
    command, code = command_of(item.get("command")), item.get("exit_code")
    if not isinstance(code, int) or isinstance(code, bool) or not command.strip():
        return
    if code:
        yield FailedCommand(at=at, command=one_line(command), mark=mark_of(command), exit_code=code)
        return
    folder = _FILE_URL.sub("", word(item.get("cwd")))
    for part in reversed(objects(item.get("parsed_cmd"))):
        if part.get("type") == "read" and (path := path_of(part.get("path"))):
            yield FileRead(at=at, path=os.path.normpath(os.path.join(folder, path)))
    yield PassedCommand(at=at, command=one_line(command), mark=mark_of(command))
    yield from commits_in(command, word(item.get("aggregated_output")), at)


def command_of(argv: object) -> str:
    """Give the command that a shell was asked to run, else the words of the command."""
    words = [part for part in argv if isinstance(part, str)] if isinstance(argv, list) else [word(argv)]
    if len(words) == _SHELL_WORDS and _SHELL.fullmatch(words[0]) and words[1].startswith("-"):
        return words[2]
    return " ".join(words)
