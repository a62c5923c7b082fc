"""The last prompts and answers of a session, word for word, through any number of compactions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from distill.agents.transcripts import transcript
from distill.agents.transcripts.events import Answer, Event, Prompt
from distill.handoff.excerpt import beginning
from distill.maps.decode import normalise

MOST_PROMPTS, MOST_PROMPT = 10, 1_000
MOST_ANSWERS, MOST_ANSWER = 10, 600
"""How many are kept, and how many characters of each."""
MOST_PASSED = 256_000_000
"""Bytes of a transcript that are looked at until the tail is found."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something that was said."""

    at: str
    """When, as ISO 8601 in UTC; empty where the transcript does not tell."""
    text: str
    left_out: int = 0
    """How many characters at the end were too many."""


@dataclass(slots=True)
class Tail:
    """The end of a conversation; both lists hold the last one first."""

    prompts: list[Said] = field(default_factory=list)
    answers: list[Said] = field(default_factory=list)

    @property
    def is_full(self) -> bool:
        """Tell whether nothing more has room."""
        return len(self.prompts) >= MOST_PROMPTS and len(self.answers) >= MOST_ANSWERS

    @property
    def begins(self) -> str:
        """Tell when the oldest of it was said; empty where that is not known."""
        return min((one.at for one in (*self.prompts, *self.answers) if one.at), default="")


def read(path: str) -> Tail:
    """Read the tail of a transcript from its end, past all compactions. Never raises."""
    reader, passed = _Reader(), 0
    for step in transcript.newest_first(path):
        for event in step.events:
            reader.take(event)
        passed += step.passed
        if reader.tail.is_full or passed > MOST_PASSED:
            break
    return reader.tail


class _Reader:
    """Takes events, the last one first; of a turn it keeps the last answer."""

    def __init__(self) -> None:
        self.tail = Tail()
        self._answered = False

    def take(self, event: Event) -> None:
        match event:
            case Prompt():
                self._answered = False
                _add(self.tail.prompts, event, MOST_PROMPTS, MOST_PROMPT)
            case Answer() if not self._answered:
                self._answered = True
                _add(self.tail.answers, event, MOST_ANSWERS, MOST_ANSWER)
            case _:
                pass


def carried(tail: Tail, before: Tail) -> Tail:
    """Fill what room a tail has with what was said before it begins, as an earlier handoff tells it; no doubles."""
    begins = tail.begins
    return Tail(
        prompts=_filled(tail.prompts, before.prompts, begins, MOST_PROMPTS),
        answers=_filled(tail.answers, before.answers, begins, MOST_ANSWERS),
    )


def _filled(own: Sequence[Said], before: Iterable[Said], begins: str, most: int) -> list[Said]:
    known = {(one.at, one.text) for one in own}
    older = (one for one in before if (one.at, one.text) not in known and not (begins and one.at >= begins and one.at))
    return [*own, *older][:most]


def _add(said: list[Said], event: Prompt | Answer, most: int, characters: int) -> None:
    text = normalise(event.text).strip("\n")
    if not text.strip() or len(said) >= most:
        return
    kept, left_out = beginning(text, characters)
    said.append(Said(_stamp(event.at), kept, left_out + event.left_out))


def _stamp(at: datetime | None) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else ""
