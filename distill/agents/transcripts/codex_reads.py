"""What Codex's rollouts prove about reading, by shape and never by version (measured with 0.150 to 0.171)."""

import dataclasses
import os
import re
from collections.abc import Iterator
from datetime import datetime

from distill.agents.transcripts.claim_lines import claim_lines
from distill.agents.transcripts.codex import command_of
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
)
from distill.agents.transcripts.values import Object, object_of, objects, path_of, text_of, time_of, word

MOST_WAITING = 5_000
MOST_SHOWN = 10_000
"""Characters of an output that the model sees at least, where no row says what it saw."""
MOST_COMMAND = 2_000
_FILE_URL = re.compile(r"file://(?=/)")


class CodexReads:
    """Reads rows from the last to the first; what the model saw of an output is kept until its command comes by."""

    def __init__(self) -> None:
        self._shown: dict[str, Shown] = {}
        self._seen: set[str] = set()
        """Commands that two rows tell of count once."""

    def facts(self, row: Object) -> Iterator[ReadFact]:
        """Give what a row proves, the last first."""
        at, payload = time_of(row), object_of(row.get("payload"))
        match row.get("type"), payload.get("type"):
            case "compacted", _:
                yield CompactedHere(at=at)
            case "response_item", "function_call_output" | "custom_tool_call_output":
                self._keep(word(payload.get("call_id")), payload.get("output"))
            case "event_msg", "item_completed":
                yield from self._of_item(object_of(payload.get("item")), at)
            case "event_msg", "exec_command_end":
                yield from self._of_command(payload, word(payload.get("call_id")), at)
            case "event_msg", "agent_message":
                yield from _claims(word(payload.get("message")), at)
            case "event_msg", "patch_apply_end" if payload.get("success") is True:
                yield from _written(payload.get("changes"), at)
            case "event_msg", "view_image_tool_call":
                yield from _image(payload.get("path"), at)
            case _:
                pass

    def _keep(self, call: str, output: object) -> None:
        told = object_of(output)
        text = text_of(told.get("content") or told.get("body")) if told else text_of(output)
        self._shown[call] = shown(text)
        while len(self._shown) > MOST_WAITING:
            del self._shown[next(iter(self._shown))]

    def _of_item(self, item: Object, at: datetime | None) -> Iterator[ReadFact]:
        match item.get("type"):
            case "CommandExecution":
                yield from self._of_command(item, word(item.get("id")), at)
            case "AgentMessage":
                yield from _claims(text_of(item.get("content")), at)
            case "FileChange" if item.get("status") in (None, "completed"):
                yield from _written(item.get("changes"), at)
            case "ImageView":
                yield from _image(item.get("path"), at)
            case _:
                pass

    def _of_command(self, item: Object, call: str, at: datetime | None) -> Iterator[ReadFact]:
        command, code = command_of(item.get("command")), item.get("exit_code")
        if not isinstance(code, int) or isinstance(code, bool) or not command.strip() or call in self._seen:
            return
        self._seen.add(call)
        output = self._shown.pop(call, None) or _guessed(word(item.get("aggregated_output")))
        yield Ran(at=at, command=" ".join(command.split())[:MOST_COMMAND], exit_code=code, is_cut=output.is_cut)
        if code == 0:
            folder = _FILE_URL.sub("", word(item.get("cwd")))
            parts = objects(item.get("parsed_cmd"))
            if not parts or any(part.get("type") == "unknown" for part in parts):
                yield from facts_of_command(command, folder, at, output)
                return
            whole = output if len(parts) == 1 else dataclasses.replace(output, around_cut=(0, 0))
            for part in reversed(parts):
                yield from _of_part(part, folder, at, whole)


def _guessed(output: str) -> Shown:
    """Take an output for cut that is longer than what a model is shown at least."""
    return shown(output[:MOST_SHOWN], is_cut=len(output) > MOST_SHOWN)


def _of_part(part: Object, folder: str, at: datetime | None, output: Shown) -> Iterator[Reading]:
    """Read one part of a command as Codex parsed it: the file is Codex's word, the lines are those of the part's own.

    What Codex calls unknown (`cat a b`, `sed -n '5,$p'`) is read from the command itself.
    """
    if part.get("type") != "read" or not (path := path_of(part.get("path"))):
        return
    command = word(part.get("cmd"))
    if any(path.rpartition("/")[2] in complaint for complaint in output.complaints):
        return
    told = [fact for fact in facts_of_command(command, "", at, output) if isinstance(fact, Reading)]
    spans = told[0].spans if len(told) == 1 else ()
    where = os.path.normpath(os.path.join(folder, path))
    yield Reading(at=at, path=where, spans=spans, how=How.COMMAND, is_cut=output.is_cut or not spans)


def _claims(text: str, at: datetime | None) -> Iterator[Claim]:
    yield from (Claim(at=at, text=line) for line in reversed(list(claim_lines(text))))


def _written(changes: object, at: datetime | None) -> Iterator[OwnWrite]:
    names = list(changes) if isinstance(changes, dict) else [word(change.get("path")) for change in objects(changes)]
    yield from (OwnWrite(at=at, path=path) for name in reversed(names) if (path := path_of(name)))


def _image(path: object, at: datetime | None) -> Iterator[Reading]:
    if name := path_of(path):
        yield Reading(at=at, path=name, spans=(WHOLE,))
