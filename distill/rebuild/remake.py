"""One page made again from its archived map: a pure function of page, map, answer and settings."""

import dataclasses
import re
from dataclasses import dataclass

from distill import pipeline
from distill.config import Settings
from distill.engines import fallback
from distill.engines.interface import Answer, Distillation, Unavailable
from distill.errors import PageError, RedactionError
from distill.model import MapFacts, Redacted, SessionId
from distill.pages import restored, store
from distill.pages.build import build
from distill.pages.notes import Provenance
from distill.pages.page import Page
from distill.pages.read import parse
from distill.redaction import clean

REPLACED = re.compile(r"^(?P<count>[0-9]{1,12}) bytes? of the map could not be read as UTF-8")
FALLBACK_NOTE = re.compile(r"^(?:Made by the \S+ engine, without a model|Distilled by the \S+ engine because)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remade:
    """The text that a page would have today, and the map's; or why there is none."""

    text: str = ""
    archived: str = ""
    trouble: str = ""
    usage_usd: float | None = None
    engine: str = ""
    reason: str = ""


def remade(page_text: str, archived: str, settings: Settings, answer: Answer | None = None) -> Remade:
    """Make a page again; by the extractive engine, or with the `answer` of another one.

    Texts go in and come out, so that any executor can do it anywhere. Whatever goes wrong is the trouble of this page.
    """
    try:
        return _remade(page_text, archived, settings, answer)
    except (PageError, RedactionError) as error:
        return Remade(trouble=str(error))
    except Exception as error:  # noqa: BLE001 - one page that nobody thought of does not end the night of the others
        return Remade(trouble=f"it cannot be made again ({type(error).__name__}); please report this")


def _remade(page_text: str, archived: str, settings: Settings, answer: Answer | None) -> Remade:
    """Make a page again, as above. Raises PageError, RedactionError, and what nobody thought of."""
    page, source = parse(page_text), pipeline.redacted_source(archived, settings.redaction)
    local = fallback.extracted(source, settings)
    digest, unavailable = (local, None) if answer is None else fallback.completed(answer, local, source)
    made = _page(page, source, digest, unavailable)
    pipeline.require_clean(store.checked(made), source)
    pipeline.require_clean(source.text, source)
    usage = unavailable.usage if unavailable else digest.usage
    reason = unavailable.reason if unavailable else ""
    text = _kept_words(page_text, page, made) or store.checked(made)
    return Remade(text=text, archived=source.text, usage_usd=usage.cost_usd, engine=digest.engine, reason=reason)


def _page(page: Page, source: Redacted, digest: Distillation, unavailable: Unavailable | None) -> Page:
    meta = page.meta
    about = MapFacts(seat=meta.seat, session_id=SessionId(meta.session_id), written=meta.date, source=meta.source)
    provenance = Provenance(
        engine=digest.engine,
        fallback_from=meta.fallback_from if unavailable is None else "anthropic",
        fallback_reason=meta.fallback_reason if unavailable is None else unavailable.reason,
        fallback_detail=_detail(page) if unavailable is None else unavailable.detail,
        model=digest.model,
        prompt=digest.prompt,
        usage=unavailable.usage if unavailable else digest.usage,
        map_sha256=meta.map_sha256,
        map=meta.map,
        redactions={**meta.redactions, **source.counts()},
        replaced_bytes=_replaced(page),
        unread_lines=digest.unread_lines,
    )
    if digest.model:
        provenance = dataclasses.replace(provenance, fallback_from="", fallback_reason="", fallback_detail="")
    made = build(clean.clean_digest(digest.digest, source), about, provenance)
    return restored.carried_over(dataclasses.replace(made, meta=dataclasses.replace(made.meta, extra=meta.extra)), page)


def _kept_words(text: str, old: Page, new: Page) -> str:
    """Give the old text where only the reason for not asking a model would differ: that is worth no new file."""
    return text if _bare(old) == _bare(new) else ""


def _bare(page: Page) -> Page:
    notes = tuple(note for note in page.notes if not FALLBACK_NOTE.match(note))
    meta = dataclasses.replace(page.meta, fallback_from="", fallback_reason="", seal="")
    return dataclasses.replace(page, meta=meta, notes=notes)


def _detail(page: Page) -> str:
    """Give back what the fallback's note said beyond its first sentence."""
    note = next((note for note in page.notes if FALLBACK_NOTE.match(note)), "")
    return note.partition(". ")[2]


def _replaced(page: Page) -> int:
    found = next(filter(None, map(REPLACED.match, page.notes)), None)
    return int(found["count"]) if found else 0
