"""The second pass over a digest, and the verification of what is written."""

import base64

from made_secrets import made, password

from distill.model import Accomplishment, Constraint, Decision, Digest, Lines, OpenItem, Redacted
from distill.redaction.clean import clean_digest, clean_text
from distill.redaction.redactor import redact
from distill.redaction.verify import leaks, self_test

VALUE = made(24, "second")
FIRST = redact(f"ACCESS_TOKEN={VALUE}\n")
LINE = Lines(1, 1)


def test_every_text_field_of_a_digest_is_cleaned() -> None:
    coded = base64.b64encode(VALUE.encode()).decode()
    digest = Digest(
        accomplished=(Accomplishment(text=f"did {VALUE}", lines=LINE),),
        decisions=(Decision(what=f"keep {VALUE}", why=f"for {coded}", rejected=f"not {VALUE}", lines=LINE),),
        open_items=(OpenItem(text=f"ask {VALUE}", owner=VALUE, blocked_by=f"by {VALUE}", lines=LINE),),
        constraints=(Constraint(text=f'"{VALUE}"', lines=LINE),),
        headline=f"about {VALUE}",
    )

    clean = clean_digest(digest, FIRST).digest

    assert VALUE not in repr(clean)
    assert coded not in repr(clean)
    assert clean.headline == "about REDACTED-token-1"
    assert clean.open_items[0].owner == "REDACTED-token-1"
    assert clean.decisions[0].lines == LINE


def test_a_placeholder_that_was_not_issued_becomes_unknown() -> None:
    assert clean_text("REDACTED-token-1 and REDACTED-token-2", FIRST) == "REDACTED-token-1 and REDACTED-unknown"


def test_placeholders_of_an_archived_map_count_as_issued() -> None:
    archived = redact("ACCESS_TOKEN=REDACTED-token-7\n")

    assert clean_text("REDACTED-token-7, REDACTED-token-8", archived) == "REDACTED-token-7, REDACTED-unknown"


def test_what_an_engine_made_up_gets_ordinals_of_its_own() -> None:
    items = tuple(Accomplishment(text=f"DB_PASSWORD={password(i)}", lines=LINE) for i in range(3))

    clean = clean_digest(Digest(accomplished=items), FIRST).digest

    assert [i.text for i in clean.accomplished] == [f"DB_PASSWORD=REDACTED-password-{n}" for n in (1, 2, 3)]


def test_cleaning_twice_changes_nothing() -> None:
    once = clean_text(f"x {VALUE} REDACTED-nothing-9 y", FIRST)

    assert clean_text(once, FIRST) == once


def test_leaks_names_kinds_of_what_still_stands() -> None:
    assert leaks(FIRST.text, FIRST) == ()
    assert leaks(f"raw {VALUE}", FIRST) == ("token",)
    assert leaks(f"half {VALUE[12:21]} of it", FIRST) == ("token",)
    assert leaks(f"coded {base64.b64encode(VALUE.encode()).decode()}", FIRST) == ("token",)
    assert leaks(f"DB_PASSWORD={password()}", Redacted(text="")) == ("password",)


def test_leaks_finds_no_fault_with_honest_words() -> None:
    first = redact("KEY_PASSPHRASE=tiger-maple-rocket-" + "417\n")

    assert leaks("tiger teams read maple-rocket notes; the map wins", first) == ()


def test_the_self_test_passes() -> None:
    self_test()
