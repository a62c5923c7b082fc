"""Make the handoff of a session and save it where only its owner reads it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import files, git, locks
from distill.agents.transcripts import since_compaction
from distill.agents.transcripts.plans import last_plan
from distill.agents.transcripts.read_facts import Ran
from distill.compaction import tail as handoffs
from distill.config import Settings
from distill.errors import ConfigError
from distill.handoff import adapter, document, fill, outline, retention, tail
from distill.handoff.document import Handoff
from distill.handoff.tail import Tail
from distill.handoff.wording import language_of, wordings
from distill.maps.decode import decode
from distill.model import UNKNOWN_SEAT
from distill.redaction.redactor import redact
from distill.sessions.segment import before_compaction

MOST_OUTLINE_FILE = 100_000
SAME_S = 60.0
"""So long a handoff is taken for that of a session that has said nothing since, in seconds."""


WAIT_S = 15.0
"""How long another one that makes the same handoff is waited for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Whose handoff is made."""

    transcript: Path
    session: str
    root: Path
    folder: Path
    """The session's own folder, in the checkout that it works in."""
    now: datetime


@dataclass(frozen=True, slots=True)
class NothingToTell:
    """The transcript has nothing to hand over, or cannot be read; an expected outcome."""


def made(asked: Asked, settings: Settings, env: Mapping[str, str]) -> Handoff | NothingToTell:
    """Make a handoff; what was said before the transcript begins comes from the session's last one.

    Raises ConfigError for an outline file that cannot be read, RedactionError where an adapter is asked.
    """
    before = _before(asked, settings, env)
    said = tail.carried(tail.read(str(asked.transcript)), document.tail_of(before))
    if not said.prompts and not said.answers:
        return NothingToTell()
    language = language_of("\n".join(one.text for one in (*said.prompts, *said.answers)))
    wording = wordings()[language]
    titles = own_titles(asked.root, settings) or wording.parts
    parts = _filled(asked, said, env)
    parts = fill.with_earlier(parts, document.outline_of(before, wording.parts)) if before else parts
    if titles != wording.parts:
        parts = outline.arranged(_as_text(parts, wording.parts), titles)
    parts = _asked_for(parts, titles, said, language, settings) or parts
    return Handoff(
        session=asked.session,
        seat="" if settings.seat == UNKNOWN_SEAT else settings.seat,
        written=asked.now,
        titles=titles,
        outline=outline.with_doubts(parts, wording) if titles == wording.parts else parts,
        tail=said,
        wording=wording,
    )


def save(text: str, asked: Asked, settings: Settings, env: Mapping[str, str]) -> Path:
    """Save the text of a handoff as `<session>-<time>.md`, mode 0600. Raises OSError, ConfigError."""
    folder = folder_of(settings, env)
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    name = f"{asked.session or 'session'}-{asked.now:%Y%m%dT%H%M%SZ}"
    for extra in ("", *(f"-{number}" for number in range(2, 10)), f"-{secrets.token_hex(4)}"):
        path = folder / f"{name}{extra}.md"
        if files.write_new(path, text, tmp=folder, mode=0o600):
            return path
    raise OSError("no name is free")


def prepare_handoff(asked: Asked, settings: Settings, env: Mapping[str, str]) -> Path | NothingToTell:
    """Make and save a handoff, or give the one that says the same. Raises as `made` and `save` do.

    Of two that are asked for at once, by a hook and by a mod, the second waits for the first.
    """
    with locks.held(folder_of(settings, env) / f".{asked.session or 'session'}.lock", seconds=WAIT_S):
        newest = _newest(asked, settings, env)
        if newest and _is_of_now(newest, asked):
            return newest
        handoff = made(asked, settings, env)
        if isinstance(handoff, NothingToTell):
            return handoff
        path = save(document.render(handoff), asked, settings, env)
        retention.prune(path.parent, settings.handoff, asked.now)
        return path


def folder_of(settings: Settings, env: Mapping[str, str]) -> Path:
    """Name the folder of handoffs. Raises ConfigError."""
    place = settings.continuity.handoffs
    if place == "~" or place.startswith("~/"):
        place = env.get("HOME", "") + place[1:]
    if not Path(place).is_absolute():
        raise ConfigError("Setting 'continuity.handoffs' must be an absolute path, or begin with ~/ where HOME is set.")
    return Path(place)


def own_titles(root: Path, settings: Settings) -> tuple[str, ...]:
    """Read the person's own outline; empty where there is none. Raises ConfigError."""
    if not settings.handoff.outline:
        return ()
    path = root / Path(settings.handoff.outline).expanduser()
    try:
        titles = outline.titles_of(decode(files.read_bounded(path, MOST_OUTLINE_FILE)).text)
    except OSError as error:
        raise ConfigError(
            f"The outline {path} cannot be read: {error.strerror}. See the setting handoff.outline."
        ) from None
    if not titles:
        raise ConfigError(f"The outline {path} names no part; write one title a line.")
    return titles


def _filled(asked: Asked, said: Tail, env: Mapping[str, str]) -> outline.Outline:
    checkout = git.checkout_of(asked.folder, env)
    facts = since_compaction.read(str(asked.transcript)).facts
    return fill.filled(
        fill.Known(
            segment=before_compaction(str(asked.transcript), asked.now),
            session=asked.session,
            root=str(checkout.top if checkout else asked.root),
            commands=[fact for fact in facts if isinstance(fact, Ran)],
            plan=last_plan(str(asked.transcript)),
            checkout=checkout,
            prompts=said.prompts,
        )
    )


def _asked_for(
    parts: outline.Outline, titles: tuple[str, ...], said: Tail, language: str, settings: Settings
) -> outline.Outline | None:
    """Ask the adapter; None where there is none or it has no answer that names a part."""
    if not settings.handoff.adapter:
        return None
    policy = settings.redaction

    def clean(text: str) -> str:
        return redact(text, policy=policy).text

    question = {
        "language": language,
        "parts": list(titles),
        "draft": clean(_as_text(parts, titles)),
        "prompts": [{"at": one.at, "text": clean(one.text)} for one in reversed(said.prompts)],
        "answers": [{"at": one.at, "text": clean(one.text)} for one in reversed(said.answers)],
    }
    answer = outline.arranged(decode(adapter.outline_from(settings.handoff.adapter, question).encode()).text, titles)
    return answer if any(answer) else None


def _as_text(parts: outline.Outline, titles: tuple[str, ...]) -> str:
    return "\n".join(line for title, part in zip(titles, parts, strict=True) for line in (f"## {title}", *part))


def _before(asked: Asked, settings: Settings, env: Mapping[str, str]) -> str:
    newest = _newest(asked, settings, env)
    try:
        return decode(files.read_bounded(newest, document.MOST_BYTES)).text if newest else ""
    except OSError:
        return ""


def _newest(asked: Asked, settings: Settings, env: Mapping[str, str]) -> Path | None:
    found = handoffs.newest(str(folder_of(settings, env)), asked.session, env)
    return Path(found) if found else None


def _is_of_now(path: Path, asked: Asked) -> bool:
    """Tell whether a handoff was made a moment ago, after the last that the transcript tells."""
    try:
        made_at, told_at = path.stat().st_mtime, asked.transcript.stat().st_mtime
    except OSError:
        return False
    return told_at <= made_at and 0 <= asked.now.timestamp() - made_at <= SAME_S


def message_of(path: Path, settings: Settings) -> str:
    """Give a saved handoff without secrets, for a model. Raises OSError, RedactionError."""
    return redact(decode(files.read_bounded(path, document.MOST_BYTES)).text, policy=settings.redaction).text
