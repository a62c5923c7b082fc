"""The second pass: what an engine answered is redacted again, with the values of the first pass."""

from collections.abc import Callable
from dataclasses import replace

from distill.model import Accomplishment, CleanDigest, Constraint, Decision, Digest, OpenItem, Redacted
from distill.redaction.placeholders import PATTERN, UNKNOWN, standing
from distill.redaction.redactor import redact


def clean_text(value: str, first: Redacted) -> str:
    """Redact a single value with the first pass's values; a placeholder that was not issued becomes unknown.

    Raises RedactionError as `redact` does.
    """
    return _cleaner(first)(value)


def clean_digest(digest: Digest, first: Redacted) -> CleanDigest:
    """Redact every text of a digest with the first pass's values; raises RedactionError as `redact` does."""
    clean = _cleaner(first)
    return CleanDigest(
        digest=replace(
            digest,
            accomplished=tuple(_accomplishment(i, clean) for i in digest.accomplished),
            decisions=tuple(_decision(i, clean) for i in digest.decisions),
            open_items=tuple(_open_item(i, clean) for i in digest.open_items),
            constraints=tuple(_constraint(i, clean) for i in digest.constraints),
            headline=clean(digest.headline),
        )
    )


def _cleaner(first: Redacted) -> Callable[[str], str]:
    """Return a function whose new ordinals go on from field to field, so that no two values share one."""
    issued = {placeholder for _, placeholder in first.secrets} | standing(first.text)
    known = Redacted(text="", secrets=first.secrets, policy=first.policy)

    def clean(value: str) -> str:
        nonlocal known
        if not value:
            return value
        genuine = PATTERN.sub(lambda m: m.group() if m.group() in issued else UNKNOWN, value)
        known = redact(genuine, known=_above(known, first))
        return known.text

    return clean


def _above(known: Redacted, first: Redacted) -> Redacted:
    """Carry the values on; the text's own placeholders count as issued, so new ordinals lie above them."""
    return (
        known if known.text or not first.text else Redacted(text=first.text, secrets=known.secrets, policy=first.policy)
    )


def _accomplishment(item: Accomplishment, clean: Callable[[str], str]) -> Accomplishment:
    return replace(item, text=clean(item.text))


def _decision(item: Decision, clean: Callable[[str], str]) -> Decision:
    return replace(item, what=clean(item.what), why=clean(item.why), rejected=clean(item.rejected))


def _open_item(item: OpenItem, clean: Callable[[str], str]) -> OpenItem:
    return replace(item, text=clean(item.text), owner=clean(item.owner), blocked_by=clean(item.blocked_by))


def _constraint(item: Constraint, clean: Callable[[str], str]) -> Constraint:
    return replace(item, text=clean(item.text))
