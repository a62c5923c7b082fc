"""Gather what a captured map is made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import git
from distill.agents.transcripts import since_compaction
from distill.agents.transcripts.plans import last_plan
from distill.agents.transcripts.read_facts import Ran
from distill.capture.compose import Captured, compose
from distill.capture.reading import rows_of
from distill.config import Settings
from distill.maps.decode import normalise
from distill.model import UNKNOWN_SEAT
from distill.sessions import new_map
from distill.sessions.new_map import Asked
from distill.sessions.segment import Segment, before_compaction

MOST_COMMANDS = 15


@dataclass(frozen=True, slots=True)
class NothingToTell:
    """The transcript has nothing of which a map could be made, or cannot be read; an expected outcome."""


def captured(
    transcript: Path, asked: Asked, settings: Settings, env: Mapping[str, str], count: Callable[[str], int]
) -> str | NothingToTell:
    """Make the text of a map from a transcript and git; the session is read back to its last compaction."""
    segment = before_compaction(str(transcript), asked.now)
    if not segment.has_substance:
        return NothingToTell()
    session = since_compaction.read(str(transcript))
    checkout, root = git.checkout_of(asked.folder, env), str(asked.root)
    top = str(checkout.top) if checkout else root
    written, read = rows_of(session, segment.written, asked.folder, top, count)
    return compose(
        Captured(
            seat=asked.seat if asked.seat != UNKNOWN_SEAT else asked.root.name,
            session=asked.session,
            at=_at(segment, asked.now),
            root=top,
            previous=new_map.previous_of(asked, settings),
            segment=segment,
            plan=last_plan(str(transcript)),
            commands=_commands(session),
            checkout=checkout,
            written=written,
            read=read,
            team=asked.team,
        )
    )


def _at(segment: Segment, now: datetime) -> datetime:
    """Tell of when the map is: of the last that happened, so that an old session makes no fresh map."""
    return min(segment.last_at, now) if segment.last_at else now


def _commands(session: since_compaction.SinceCompaction) -> list[str]:
    """Give the last commands that ended well, each once, the last one first."""
    ran = (normalise(fact.command) for fact in session.facts if isinstance(fact, Ran) and fact.exit_code == 0)
    return list(dict.fromkeys(ran))[:MOST_COMMANDS]
