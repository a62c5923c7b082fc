"""Kinds of notes that real handoffs hold, each shown by a text of our own."""

import pytest
from digests import of

from distill.engines.extractive.engine import digest_of


def test_a_newer_entry_of_a_log_overtakes_the_next_step_of_an_older_one() -> None:
    text = (
        "# Log\n\n## 2026-02-01 — kite\n- Cut the sail.\n- Next kite work: sew the hem.\n\n"
        "## 2026-02-03 — kite\n- Sewed the hem.\n- Next kite work: tie the bridle.\n"
    )
    assert of(text)["open"] == ["tie the bridle."]


def test_next_steps_under_dated_headings_are_overtaken_too() -> None:
    day = "## Update — 2026-02-0{}\n\n### Fixed\n- {}\n\n### Next proof step\n- {}\n\n"
    text = "# Kiln\n\n" + day.format(1, "door mended", "fire it empty") + day.format(4, "fired empty", "fire the vases")
    assert of(text)["open"] == ["fire the vases"]


def test_a_table_to_look_things_up_in_is_no_list_of_work() -> None:
    jobs = "| Job | Time | Command |\n|---|---|---|\n| mirror | 04:10 | `make mirror` |\n"
    assert of(f"# T\n\n## Next session\n\n### Scheduled jobs\n\n{jobs}") == {}


def test_a_check_that_went_through_is_proof_and_one_that_did_not_is_open() -> None:
    rows = "| lock turns | twice | PASS |\n| hinge holds the door | no | FAIL |\n"
    rows = f"| Check | Result | Status |\n|---|---|---|\n{rows}"
    assert of(f"# T\n\n## Verification\n\n{rows}") == {"open": ["hinge holds the door · no · FAIL"]}


@pytest.mark.parametrize("state", ["SKIPPED", "DROPPED", "WON'T DO"])
def test_a_heading_that_drops_its_subject_tells_a_decision(state: str) -> None:
    text = f"# T\n\n## What was done\n\n### Phase 2: label reader — {state}\n- typing is faster than correcting\n"
    (decision,) = of(text)["decided"]
    assert decision == f"Phase 2: label reader — {state}: typing is faster than correcting"


def test_a_reason_below_an_item_makes_it_a_decision() -> None:
    text = "# T\n\n## What we built\n\n- Bookings go to the queue first\n- **Why**: one way, online or not\n"
    (decision,) = digest_of(text).decisions
    assert (decision.what, decision.why) == ("Bookings go to the queue first", "one way, online or not")


def test_a_heading_that_says_complete_is_an_item_above_its_list() -> None:
    text = "# T\n\n## What was done\n\n### Phase 3: sheet comparison — COMPLETE\n- zoom is linked\n"
    assert of(text)["done"] == ["Phase 3: sheet comparison — COMPLETE: zoom is linked"]


@pytest.mark.parametrize("mark", ["🔴", "🟡", "🟢"])
def test_colours_in_a_list_of_next_steps_tell_how_soon(mark: str) -> None:
    assert of(f"# T\n\n## Next steps\n\n1. {mark} **Varnish** the hull twice\n") == {"open": ["Varnish the hull twice"]}


def test_signs_in_a_fence_count_where_the_section_says_what_they_are() -> None:
    text = "# T\n\n## Accomplishments\n\n```\n✅ Kiosk resets after ninety seconds\n# a comment\n```\n"
    assert of(text) == {"done": ["Kiosk resets after ninety seconds"]}


def test_a_label_below_a_telling_heading_names_a_part() -> None:
    text = "# T\n\n## Plans completed ✅\n\n**Plan 04** — bridge to the shop:\n- client speaks to every endpoint\n"
    assert of(text) == {"done": ["Plan 04 — bridge to the shop: client speaks to every endpoint"]}


def test_a_line_in_bold_that_goes_on_with_a_wrapped_sentence_is_no_label() -> None:
    lines = (
        "The recogniser has been at work in the tower since May; what waits is\n**the listening test** by the sexton.\n"
    )
    text = f"# T\n\n## Next steps\n\n{lines}"
    (item,) = of(text)["open"]
    assert "what waits is the listening test by the sexton" in item


def test_a_condition_among_next_steps_is_no_state() -> None:
    text = "# T\n\n## Next steps\n\n### If all trials pass ✅\n- paint the second boat\n"
    assert of(text) == {"open": ["paint the second boat"]}


def test_numbered_steps_of_a_plan_are_open() -> None:
    steps = "1. Pour the first mould\n2. Compare it with the drawing\n"
    text = f"# Prompt for the next session\n\n## Slice 1 — moulds\n\n{steps}"
    assert of(text) == {"open": ["Pour the first mould", "Compare it with the drawing"]}


def test_what_only_gets_the_reader_ready_is_left_out() -> None:
    text = "# T\n\n## Next steps\n\n1. `git fetch && git checkout dev`\n2. Read `PLAN.md` first\n3. Mend the oar\n"
    assert of(text) == {"open": ["Mend the oar"]}


def test_mistakes_not_to_repeat_are_directives() -> None:
    text = "# T\n\n## Mistakes not to repeat\n\n1. **No silent catch.** It took days to find.\n"
    assert of(text) == {"rules": ["No silent catch. It took days to find."]}


def test_a_quotation_that_directs_is_kept_and_any_other_is_not() -> None:
    quotes = "> Agents: rewrite this file after every change.\n\n> The sea was calm that day.\n"
    text = f"# T\n\n{quotes}\n## Done\n\n- keel laid\n"
    assert of(text) == {"done": ["keel laid"], "rules": ["Agents: rewrite this file after every change."]}


def test_what_has_to_stay_in_step_is_a_directive_inside_a_finished_item() -> None:
    text = "# T\n\n## Done\n\n- Ruler drawn along the edge. Its margins must stay in sync with the sheet.\n"
    found = of(text)
    assert found["rules"] == ["Its margins must stay in sync with the sheet."]
    assert len(found["done"]) == 1


def test_a_paragraph_with_a_title_of_its_own_is_one_item() -> None:
    text = "# T\n\n## Decisions\n\n**Oak, not pine.** Pine warps in the damp. We saw it twice. Oak costs more.\n"
    (decision,) = digest_of(text).decisions
    assert decision.what.startswith("Oak, not pine. Pine warps in the damp.")


def test_a_statement_is_taken_once_however_often_it_stands() -> None:
    once = "# T\n\n## Done\n\n- keel laid\n- ribs bent\n"
    assert of(once * 50) == of(once)
