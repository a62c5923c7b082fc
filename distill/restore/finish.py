"""The end of a restore: refused while rows are owed, else the note, the line on the page, and the marker's end."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from distill import files, journal, locks
from distill.engines.extractive.engine import digest_of
from distill.errors import PageError
from distill.model import Redacted, RedactionPolicy
from distill.pages import restored, store
from distill.pipeline import redacted_source, require_clean
from distill.redaction.redactor import redact
from distill.restore import marker
from distill.restore.acceptance import Acceptance, Settled, settle
from distill.restore.examine import Examined
from distill.restore.note import note_of, sentence_of
from distill.restore.pending import Pending

MOST_NOTES = 100
"""Notes of one minute beside one map."""
ELSEWHERE = "restored"
"""Folder of the state for notes that cannot lie beside their map."""
MOST_PAGE = 16_000_000
LOCK_S = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a restore is written down."""

    wiki: Path
    state: Path
    policy: RedactionPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """The restore is not at its end."""

    settled: Settled


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The restore is at its end."""

    note: Path
    is_beside_map: bool
    """False: the map's folder takes no file, and the note lies in the state folder."""
    settled: Settled
    page: Path | None
    """The session's page; None where there is none yet."""
    is_on_page: bool
    """False: there is no page, or a person changed or reviewed it, and what a person wrote is never touched."""


def finish(
    examined: Examined, acceptances: Iterable[Acceptance], pending: Pending | None, place: Place, now: datetime
) -> Owed | Finished:
    """End a restore, or say what is owed. Raises RedactionError, PageError and OSError, and then nothing is cleared."""
    settled = settle(examined.rows, acceptances)
    if settled.owed or settled.unknown:
        return Owed(settled=settled)
    source = redacted_source(examined.text, place.policy)
    note = _write_note(examined, settled, source, pending, place, now)
    sentence = redact(sentence_of(examined, settled, note.name, now), known=source).text
    page, is_on_page = _put_on_page(examined, sentence, source, place)
    is_beside = note.parent == examined.map.parent
    finished = Finished(note=note, is_beside_map=is_beside, settled=settled, page=page, is_on_page=is_on_page)
    _clear(pending, place.state)
    _journal(finished, examined, pending, source, place.state)
    return finished


def give_up(pending: Pending, why: str, place: Place) -> None:
    """End a restore that has no map: no note says that anything was restored, the journal says why not."""
    _clear(pending, place.state)
    told = redact(why, policy=place.policy).text
    journal.append(str(place.state), {"outcome": "restored", "seat": _seat(pending), "map": "none", "detail": told})


def _write_note(
    examined: Examined, settled: Settled, source: Redacted, pending: Pending | None, place: Place, now: datetime
) -> Path:
    """Write the redacted note beside the map; where that folder takes no file, into the state folder."""
    items = digest_of(source.text).open_items
    session = pending.session_id if pending else ""
    text = redact(note_of(examined, settled, items, session=session, now=now), known=source).text
    require_clean(text, source)
    try:
        return _put_into(examined.map.parent, text, place, now)
    except OSError:  # read-only, full, or somebody else's
        return _put_into(place.state / ELSEWHERE, text, place, now)


def _put_into(folder: Path, text: str, place: Place, now: datetime) -> Path:
    """Put the note into a folder, by exclusive create. Raises PageError and OSError."""
    for number in range(1, MOST_NOTES):
        mark = f"-{number}" if number > 1 else ""
        path = folder / f"RESTORED-{now:%Y%m%d-%H%M}{mark}.md"
        if files.write_new(path, text, tmp=place.state / "tmp"):
            return path
    raise PageError(f"{folder} has {MOST_NOTES} notes of this minute; nothing was written.")


def _put_on_page(examined: Examined, sentence: str, source: Redacted, place: Place) -> tuple[Path | None, bool]:
    """Say it on the session's page, where there is one and nobody changed it."""
    lock = place.state / "locks" / f"map-{examined.sha256[:16]}.lock"
    with locks.held(lock, seconds=LOCK_S):
        path = store.existing(place.wiki, examined.sha256)
        if path is None:
            return None, False
        before = files.read_bounded(path, MOST_PAGE)
        try:
            text = restored.noted(before.decode("utf-8"), sentence)
        except (PageError, UnicodeDecodeError):
            return path, False  # broken by hand: it is a person's now
        if not text:
            return path, False
        require_clean(text, source)
        return path, files.rewrite(path, text.encode("utf-8"), expected=before, tmp=place.state / "tmp")


def _clear(pending: Pending | None, state: Path) -> None:
    """Clear the marker, unless a new compaction has armed another one meanwhile."""
    if pending is None:
        return
    found = marker.read(marker.path(str(state), pending.marker_name))
    if found is not None and found["createdAt"] == pending.stamp:
        marker.clear(str(state), pending.marker_name)


def _journal(finished: Finished, examined: Examined, pending: Pending | None, source: Redacted, state: Path) -> None:
    told: dict[str, object] = {
        "outcome": "restored",
        "seat": _seat(pending) if pending else redact(examined.about.seat, known=source).text,
        "session": pending.session_id if pending else examined.about.session_id,
        "rows": len(examined.rows),
        "accepted": len(finished.settled.accepted) or None,
        "note": finished.note.name,
        "page": finished.page.name if finished.page and finished.is_on_page else "",
    }
    journal.append(str(state), told)


def _seat(pending: Pending) -> str:
    return pending.seat if pending.seat != pending.session_id else ""
