"""From a restore map to a page: the only module that sees the whole flow.

read, decode -> redact -> distill -> check -> redact -> page -> write, read back
"""

import dataclasses
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from distill import files, locks
from distill.compaction.unfilled import is_unfilled
from distill.config import Settings
from distill.constraints.keep import keep
from distill.engines import fallback as fallback_engine
from distill.engines.interface import Distillation, Unavailable
from distill.errors import PageError, RedactionError
from distill.maps import facts
from distill.maps.decode import decode, looks_binary, normalise
from distill.model import CleanDigest, Digest, MapFacts, Reason, Redacted, RedactionPolicy, Seat, Section, SessionId
from distill.outcome import Failed, Outcome, Skipped, Written, fields
from distill.pages import store
from distill.pages.build import Provenance, build
from distill.pages.escape import unescape, unescape_markup
from distill.pages.page import Page
from distill.pages.render import render
from distill.redaction import clean, remains, verify
from distill.redaction.redactor import redact


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a run writes: the wiki, and the state folder outside it for drafts and locks."""

    wiki: Path
    state: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class RawMap:
    """A map as it was read, before anything is done to it."""

    data: bytes
    path: str
    modified: datetime

    @property
    def sha256(self) -> str:
        """Give the hash that names the map's page."""
        return hashlib.sha256(self.data).hexdigest()


def read_map(path: Path, settings: Settings) -> RawMap | Failed:
    """Read a map file, or say why it is none."""
    try:
        modified = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        data = files.read_bounded(path, settings.max_map_bytes)
    except (OSError, ValueError) as error:
        return _refused(Reason.UNREADABLE_MAP, path, _why_unreadable(path, error))
    if len(data) > settings.max_map_bytes:
        limit = f"is larger than {settings.max_map_bytes:,} bytes; raise max_map_bytes or shorten it"
        return _refused(Reason.MAP_TOO_LARGE, path, limit)
    if looks_binary(data):
        return _refused(Reason.UNREADABLE_MAP, path, "is binary, not Markdown text")
    text = decode(data).text
    if not text.strip():
        return _refused(Reason.EMPTY_MAP, path, "is empty")
    if is_unfilled(text):
        return _refused(Reason.EMPTY_MAP, path, "is not filled in yet: it is still the template")
    return RawMap(data=data, path=str(path), modified=modified)


def run(
    raw: RawMap,
    settings: Settings,
    place: Place,
    *,
    env: Mapping[str, str],
    seat: Seat | None = None,
    about: MapFacts | None = None,
) -> Outcome:
    """Make the page of one map; `seat`, or all that is `about` it, where the caller knows it better than the map."""
    lock = place.state / "locks" / f"map-{raw.sha256[:16]}.lock"
    try:
        with locks.held(lock, seconds=settings.deadline_seconds):
            known = store.existing(place.wiki, raw.sha256)
            return _duplicate(known) if known else _make(raw, settings, place, env, seat, about)
    except RedactionError as error:
        return Failed(reason=Reason.REDACTION_ERROR, detail=str(error))
    except PageError as error:
        return Failed(reason=Reason.PAGE_ERROR, detail=str(error))
    except OSError as error:
        return Failed(reason=Reason.DISK_ERROR, detail=_disk_trouble(error, place))


def _make(
    raw: RawMap, settings: Settings, place: Place, env: Mapping[str, str], seat: Seat | None, given: MapFacts | None
) -> Outcome:
    begun = time.monotonic()
    decoded = decode(raw.data)
    source = redacted_source(decoded.text, settings.redaction)
    about = _given(given, source) if given else _about(raw, source, seat)
    answer, fallback = fallback_engine.distill(source, settings, env, place.state, begun=begun)
    cleaned = clean.clean_digest(answer.digest, source)
    page = build(cleaned, about, _provenance(raw, source, answer, fallback, decoded.replaced))
    stored = _store(page, source, place)
    if isinstance(stored, store.Duplicate):
        return _duplicate(stored.path)
    written = Written(
        page=stored.path,
        seat=about.seat,
        session_id=about.session_id,
        engine=answer.engine,
        fallback_reason=fallback.reason if fallback else "",
        usage=fallback.usage if fallback else answer.usage,
        redactions=source.counts(),
        items=_counts(cleaned.digest),
        source=about.source,
    )
    _read_back((stored.path, place.wiki / store.MAPS / stored.path.name), source, told=fields(written))
    return _with_constraints(written, cleaned, about, source, place) if settings.constraints else written


def _with_constraints(
    written: Written, cleaned: CleanDigest, about: MapFacts, source: Redacted, place: Place
) -> Written:
    """Keep the map's constraints in the registry; the page stands whatever comes of that."""
    try:
        kept = keep(
            cleaned, about, written.page.name, place.wiki, place.state, look=lambda text: require_clean(text, source)
        )
    except RedactionError:
        return dataclasses.replace(written, constraints_trouble=Reason.REDACTION_ERROR)
    except PageError:
        return dataclasses.replace(written, constraints_trouble=Reason.PAGE_ERROR)
    except OSError:
        return dataclasses.replace(written, constraints_trouble=Reason.DISK_ERROR)
    return dataclasses.replace(written, constraints=kept.added, constraints_left=kept.left)


def redacted_source(text: str, policy: RedactionPolicy | None = None) -> Redacted:
    """Redact a map, the parts of secrets that it names elsewhere too, and what only shows once escapes are undone."""
    source = remains.cleared(redact(text, policy=policy))
    for undone in (unescape, unescape_markup):
        bare = normalise(undone(source.text))
        if bare != source.text and verify.leaks(bare, source):
            source = remains.cleared(redact(bare, known=source))
    return source


def _store(page: Page, source: Redacted, place: Place) -> store.Written | store.Duplicate:
    """Write the page and its map when they are clean, and look again at what the disk holds."""
    require_clean(render(page), source)  # before anything of it can be read by anybody
    require_clean(source.text, source)
    return store.store(place.wiki, place.state / "tmp", page, source.text)


def _read_back(paths: tuple[Path, Path], source: Redacted, *, told: Mapping[str, object]) -> None:
    """Look at what lies on the disk, names included, and at what the journal will be told.

    Take it all away again when a value of this run is in it.
    """
    try:
        require_clean("\n".join(str(value) for value in told.values()), source)
        for path in paths:
            require_clean(f"{path.name}\n{path.read_text('utf-8')}", source)
    except BaseException:
        for path in paths:
            path.unlink(missing_ok=True)
        raise


def require_clean(text: str, source: Redacted) -> None:
    """Look for values of this run in a text as it stands, and as it reads once its escapes are undone."""
    forms = {text, unescape(text), unescape_markup(text)}
    kinds = {kind for form in forms for kind in verify.leaks(form, source)}
    if kinds:
        raise RedactionError(f"{len(kinds)} value(s) would have been left in the page ({', '.join(sorted(kinds))}).")


def _about(raw: RawMap, source: Redacted, seat: Seat | None) -> MapFacts:
    about = facts.facts_of(source.text, path=clean.clean_text(raw.path, source), modified=raw.modified)
    if seat is None:
        return about
    return dataclasses.replace(about, seat=facts.normal_seat(clean.clean_text(seat, source)))


def _given(about: MapFacts, source: Redacted) -> MapFacts:
    """Take what the caller knows; its words go through redaction like those of a map."""
    seat = facts.normal_seat(clean.clean_text(about.seat, source))
    return dataclasses.replace(about, seat=seat, session_id=SessionId(clean.clean_text(about.session_id, source)))


def _provenance(
    raw: RawMap, source: Redacted, answer: Distillation, fallback: Unavailable | None, replaced: int
) -> Provenance:
    return Provenance(
        engine=answer.engine,
        fallback_from="anthropic" if fallback else "",
        fallback_reason=fallback.reason if fallback else "",
        fallback_detail=fallback.detail if fallback else "",
        model=answer.model,
        prompt=answer.prompt,
        usage=fallback.usage if fallback else answer.usage,
        map_sha256=raw.sha256,
        redactions=source.counts(),
        replaced_bytes=replaced,
        unread_lines=answer.unread_lines,
    )


def _counts(digest: Digest) -> dict[str, int]:
    return {
        Section.ACCOMPLISHED.value: len(digest.accomplished),
        Section.DECISIONS.value: len(digest.decisions),
        Section.OPEN_ITEMS.value: len(digest.open_items),
        Section.CONSTRAINTS.value: len(digest.constraints),
    }


def _duplicate(page: Path) -> Skipped:
    return Skipped(reason=Reason.DUPLICATE, page=page, detail="this map has its page already")


def _refused(reason: Reason, path: Path, what: str) -> Failed:
    return Failed(reason=reason, detail=f"The map {redact(str(path)).text} {what}.")


def _why_unreadable(path: Path, error: Exception) -> str:
    if path.is_dir():
        return "is a folder; name a Markdown file"
    if isinstance(error, FileNotFoundError) and not path.is_symlink():
        return "does not exist"
    return f"cannot be read ({getattr(error, 'strerror', None) or type(error).__name__})"


def _disk_trouble(error: OSError, place: Place) -> str:
    what = error.strerror or type(error).__name__
    return redact(f"Cannot write ({what}). Look at the room and the rights of {place.wiki} and {place.state}.").text
