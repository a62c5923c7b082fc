"""The registry as text: what comes in, what is revoked, and what stays as people left it."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from distill.constraints import light
from distill.constraints.entry import Entry, mark, normal, render
from distill.constraints.registry import empty, knows, merged, revoked, standing
from distill.model import Force, Lines
from distill.pages.text import one_line

DAY = date(2026, 11, 14)
PAGE = "2026-11-14-lead@lantern-7eb4e32a.md"
BY_HAND = """\
---
title: Rules
---
# Our rules

We agreed on these in spring.

- Ask before you delete a row.
  Also in the test database.
* **should** Keep it short.

<!-- - not yet: only on Tuesdays -->

## Why

Because of the outage.
"""


def entry(text: str, seat: str = "all", force: Force = Force.MUST) -> Entry:
    return Entry(text=text, since=DAY, seat=seat, force=force, page=PAGE, lines=Lines(70, 71))


def texts(text: str, seat: str = "") -> list[str]:
    return [line.text for line in light.lines(text) if line.holds_for(seat)]


WORDS = st.text(min_size=1, max_size=80).filter(lambda text: bool(normal(one_line(text))))
ENTRIES = st.lists(st.builds(entry, WORDS, st.sampled_from(["all", "lead@x", "impl@x"]), st.sampled_from(Force)))


def test_a_new_registry_says_what_it_is_and_holds_nothing() -> None:
    assert empty().startswith("# Standing constraints\n")
    assert standing(empty()) == []


def test_new_constraints_come_behind_the_last_one_and_nothing_else_moves() -> None:
    done = merged(BY_HAND, [entry("Never push to `main`."), entry("Short commits.", force=Force.SHOULD)])

    first, second = done.added
    assert done.text == BY_HAND.replace(
        "* **should** Keep it short.\n", f"* **should** Keep it short.\n{first}\n{second}\n"
    )
    assert second.startswith("- (C-")
    assert " **should** " in second


def test_the_same_text_is_not_doubled() -> None:
    once = merged(empty(), [entry("Never push to `main`."), entry("never push to main")])

    assert len(once.added) == 1
    assert merged(once.text, [entry('"Never  push to *main*!"')]) == merged(once.text, [])


def test_rules_that_differ_by_a_sign_are_two() -> None:
    assert len(merged(empty(), [entry("Deploy only >= 3.0"), entry("Deploy only <= 3.0")]).added) == 2


def test_what_one_seat_was_told_holds_for_another_that_was_told_it_too() -> None:
    first = merged(empty(), [entry("Ask first.", "lead@x")])
    both = merged(first.text, [entry("Ask first.", "impl@x"), entry("Ask first.", "lead@x")])

    assert texts(first.text, "impl@x") == []
    assert texts(both.text, "impl@x") == texts(both.text, "lead@x") == ["Ask first."]
    assert len({one.mark for one in standing(both.text)}) == 1


def test_what_a_registry_knows_it_knows_for_a_seat() -> None:
    held = standing('- (C-1) **must** "Ask first." · lead@x\n- ~~"Old rule."~~ revoked 2026-01-01 by A: b\n- Free.\n')

    assert [knows(held, "ask first", seat) for seat in ("lead@x", "lead", "impl@x", "")] == [True, True, False, True]
    assert knows(held, "Old rule.", "impl@x")
    assert knows(held, "Free.", "impl@x")
    assert not knows(held, "Nothing of it.")


def test_what_holds_for_all_is_not_said_again_for_one() -> None:
    once = merged(empty(), [entry("Ask first.")])

    assert merged(once.text, [entry("Ask first.", "impl@x")]).added == ()


def test_a_line_that_a_person_reworded_keeps_the_old_words_out() -> None:
    once = merged(empty(), [entry("Never push to main.")]).text
    reworded = once.replace("Never push to main.", "Never push to main, except Ana.")

    assert reworded != once
    assert merged(reworded, [entry("Never push to main.")]).text == reworded


def test_an_id_that_a_person_made_up_keeps_nothing_out() -> None:
    text = "\n".join(f"- ({name}) x{n}" for n, name in enumerate(["C-", "C-1", "C-a", "C-zz", "C-0"]))

    assert len(merged(text, [entry(f"Rule {n}") for n in range(40)]).added) == 40


def test_what_was_revoked_is_struck_through_and_never_comes_back() -> None:
    once = merged(empty(), [entry("Never push to main.", "lead@x"), entry("Ask first.")]).text
    named = mark("Never push to main.")

    after = revoked(once, named, on=date(2026, 11, 20), by="Ana", why="we work on trunk now")

    assert after is not None
    line = next(row for row in once.splitlines() if named in row)
    struck = f"- ~~{line[2:]}~~ revoked 2026-11-20 by Ana: we work on trunk now"
    assert after == once.replace(line, struck)
    assert texts(after) == ["Ask first."]
    for seat in ("all", "lead@x", "impl@x"):
        assert merged(after, [entry("Never push to main!", seat)]).text == after


def test_only_what_stands_can_be_revoked() -> None:
    once = merged(empty(), [entry("Ask first.")]).text
    gone = revoked(once, mark("Ask first."), on=DAY, by="Ana", why="x")

    assert gone is not None
    assert revoked(gone, mark("Ask first."), on=DAY, by="Ana", why="again") is None
    assert revoked(once, "C-000000", on=DAY, by="Ana", why="x") is None


def test_a_line_by_hand_is_revoked_by_the_id_of_its_words() -> None:
    named = next(one.mark for one in standing(BY_HAND) if one.line.text.startswith("Ask"))

    after = revoked(BY_HAND, named, on=DAY, by="Ana", why="done")

    assert after == BY_HAND.replace("- Ask", "- ~~Ask").replace(
        "test database.", "test database.~~ revoked 2026-11-14 by Ana: done"
    )
    assert texts(after) == ["Keep it short."]


def test_the_text_of_a_map_cannot_revoke() -> None:
    told = ["~~Ask first.~~ revoked 2026-11-20 by Ana: done", "~~", '" · all~~ revoked', "Ask first.~~ revoked by x: y"]

    done = merged(merged(empty(), [entry("Ask first.")]).text, [entry(text) for text in told if normal(text)])

    assert texts(done.text) == ["Ask first.", *told]


@given(entries=ENTRIES)
def test_what_comes_in_is_read_back_word_for_word_and_in_order(entries: list[Entry]) -> None:
    done = merged(empty(), entries)

    assert done.text.startswith(empty())
    assert len(done.added) == len(standing(done.text))
    for one in entries:
        assert any(normal(text) == normal(one.text) for text in texts(done.text, one.seat))
    assert merged(done.text, entries) == merged(done.text, [])


@given(before=st.text(max_size=300), entries=ENTRIES)
def test_what_people_wrote_stays_to_the_byte(before: str, entries: list[Entry]) -> None:
    done = merged(before, entries)

    rows = done.text.split("\n")
    for line in done.added:
        rows.remove(next(row for row in rows if row.rstrip("\r") == line))
    assert "\n".join(rows).rstrip() == before.rstrip()


@given(entries=ENTRIES, by=st.text(max_size=30), why=st.text(max_size=60))
def test_revoking_ends_one_id_and_nothing_else(entries: list[Entry], by: str, why: str) -> None:
    text = merged(empty(), entries).text
    for one in standing(text):
        after = revoked(text, one.mark, on=DAY, by=one_line(by), why=one_line(why))

        assert after is not None
        left = [each for each in standing(after) if not each.line.revoked]
        assert [each.line.text for each in left] == [e.line.text for e in standing(text) if e.mark != one.mark]
        assert [each.mark for each in standing(after)] == [each.mark for each in standing(text)]


def test_what_is_read_of_the_file_is_all_that_is_written_into_it() -> None:
    full = merged(empty(), [entry(f"Rule {n}: " + "word " * 60) for n in range(400)])

    assert full.left > 0
    assert len(full.text.encode()) <= light.MAX_BYTES
    assert len(texts(full.text)) + full.left == 400


def test_line_ends_of_windows_stay() -> None:
    text = "# Rules\r\n\r\n- One.\r\n\r\nMore.\r\n"

    done = merged(text, [entry("Two.")])

    assert done.text == text.replace("- One.\r\n", f"- One.\r\n{render(entry('Two.'), mark('Two.'))}\r\n")
