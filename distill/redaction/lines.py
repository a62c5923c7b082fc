"""Many texts in one process: a line of JSON with a text in, a line of JSON with the redacted text out."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from distill.errors import RedactionError
from distill.model import RedactionPolicy
from distill.redaction.places import Place, found_places, line_and_column, line_starts
from distill.redaction.redactor import MAX_CHARACTERS

MOST_BYTES = 12 * MAX_CHARACTERS
"""Bytes of one line: a text of the largest size, with six bytes of JSON for each of its UTF-16 units."""
UNUSABLE, NOT_REDACTED = 4, 5
LONGEST_ID = 200


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one line, and the exit code that it stands for."""

    line: bytes
    code: int = 0


def answers(
    stream: BinaryIO, *, report: bool, policy: RedactionPolicy | None = None, most: int = MAX_CHARACTERS
) -> Iterator[Answer]:
    """Answer each line that is not blank, in order, with its text or an error; one line is held at a time."""
    number = 0
    while data := stream.readline(MOST_BYTES + 1):
        number += 1
        if len(data) > MOST_BYTES and not data.endswith(b"\n"):
            _skip_rest(stream)
            yield _error(number, f"is longer than {MOST_BYTES} bytes", NOT_REDACTED)
        elif data.strip():
            yield _answer(
                data.removeprefix(b"\xef\xbb\xbf") if number == 1 else data, number, policy, report=report, most=most
            )


def findings_of(text: str, places: tuple[Place, ...]) -> list[dict[str, object]]:
    """Say what was found where, never what it was; lines and columns count from 1."""
    starts = line_starts(text)
    told = []
    for place in places:
        line, column = line_and_column(starts, place.start)
        told.append({"kind": place.kind, "line": line, "column": column})
    return told


def _answer(data: bytes, number: int, policy: RedactionPolicy | None, *, report: bool, most: int) -> Answer:
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        return _error(number, "is no JSON", UNUSABLE)
    if not isinstance(given, dict) or not isinstance(given.get("text"), str):
        return _error(number, 'is no object with a "text"', UNUSABLE)
    try:
        done, places = found_places(given["text"], policy=policy, most=most)
        told = _id(given.get("id"), policy)
    except RedactionError as error:
        return _error(number, f"was not redacted. {error}", NOT_REDACTED)
    answer = {**told, "text": done.text}
    return _line(answer | {"findings": findings_of(given["text"], places)} if report else answer)


def _id(value: object, policy: RedactionPolicy | None) -> dict[str, object]:
    """Give the `id` of a line back, so that answers can be told apart; all else that came with a text stays here."""
    if isinstance(value, str) and len(value) <= LONGEST_ID:
        return {"id": found_places(value, policy=policy)[0].text}
    return {"id": value} if isinstance(value, int) else {}


def _skip_rest(stream: BinaryIO) -> None:
    while (more := stream.readline(MOST_BYTES)) and not more.endswith(b"\n"):
        pass


def _error(number: int, what: str, code: int) -> Answer:
    return Answer(_line({"error": f"Line {number} {what}", "line": number}).line, code)


def _line(answer: dict[str, object]) -> Answer:
    # what UTF-8 cannot hold, half of a surrogate pair, is an escape in JSON too
    return Answer(json.dumps(answer, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n")
