"""Redaction: text in, text without secrets out, or an error; never anything between."""

from functools import cache

from distill.errors import RedactionError
from distill.model import Finding, Redacted, RedactionPolicy
from distill.redaction import canaries
from distill.redaction.placeholders import Ledger, kind_of
from distill.redaction.rounds import Draft, found_in

MAX_CHARACTERS = 10_000_000
"""Characters of one text that are taken on, by default; a map of 5 MB takes seconds."""


def redact(
    text: str,
    *,
    known: Redacted | None = None,
    policy: RedactionPolicy | None = None,
    max_characters: int = MAX_CHARACTERS,
) -> Redacted:
    """Replace every secret of a text by a placeholder.

    `known` is an earlier run whose values go too, under their placeholders, and whose ordinals are continued; its
    `policy`, what the settings say about redaction, holds for this run unless another is given.
    Raises RedactionError, without any of the text, when the text is too large or anything goes wrong.
    """
    if len(text) > max_characters:
        raise RedactionError(f"The text has more than {max_characters} characters; it is not redacted. Split it.")
    _tested_once()
    return redact_untested(text, known=known, policy=policy)


def redact_untested(text: str, *, known: Redacted | None = None, policy: RedactionPolicy | None = None) -> Redacted:
    """Redact without the self-test, which is made of this; RedactionError as for `redact`."""
    secrets = known.secrets if known else ()
    told = policy or (known.policy if known else RedactionPolicy())
    try:
        draft = found_in(text, [(v, kind_of(p)) for v, p in secrets], Ledger.following(secrets, text), told)
        return Redacted(text=draft.text, findings=_findings(draft), secrets=_secrets(draft), policy=told)
    except RedactionError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever went wrong, nothing of the text may leave
        # the cause is cut off: its message or its frames may hold text
        raise RedactionError(
            f"The redaction failed ({type(error).__name__}); nothing of this text may leave."
        ) from None


@cache
def _tested_once() -> None:
    """Run the self-test before the first use in a process; a failure is not remembered as a success."""
    canaries.check(redact_untested)


def _findings(draft: Draft) -> tuple[Finding, ...]:
    text, found, line, at = draft.given, [], 1, 0
    for span in draft.spans:
        line, at = line + text.count("\n", at, span.start), span.start
        found.append(Finding(line=line, column=at - text.rfind("\n", 0, at), kind=span.kind))
    return tuple(found)


def _secrets(draft: Draft) -> tuple[tuple[str, str], ...]:
    return tuple(draft.issued.by_value.items())
