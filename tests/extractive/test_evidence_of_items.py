"""What makes an item of a sentence, a detail or a heading: its evidence, and the kind of text it stands in."""

import pytest
import simple_page
from digests import of

from distill.engines.extractive.engine import digest_of
from distill.model import DecisionStatus


def test_a_sentence_beside_next_steps_explains_them_unless_it_says_what_is_open() -> None:
    lead = "The loft has two hatches. The rope is still missing."
    assert of(f"# T\n\n## Next steps\n\n{lead}\n\n- oil the hatch\n") == {
        "open": ["The rope is still missing.", "oil the hatch"]
    }


def test_sentences_alone_below_next_steps_are_what_is_to_be_done() -> None:
    assert of("# T\n\n## Next steps\n\nThe hatches want oil.\n") == {"open": ["The hatches want oil."]}


def test_a_sentence_beside_results_counts_where_it_tells_one() -> None:
    lead = "The mill stands by the brook. The wheel was balanced."
    assert of(f"# T\n\n## Done\n\n{lead}\n\n- sluice painted\n") == {
        "done": ["The wheel was balanced.", "sluice painted"]
    }


def test_details_of_something_done_stand_with_it_and_what_they_forbid_stands_alone() -> None:
    item = "Moved the looms of the weaving room into the north hall so that the light falls from the left:"
    details = "".join(f"  - {one}\n" for one in ("eleven looms on oak blocks", "Never block the fire door"))
    told = of(f"# T\n\n## Done\n\n- {item}\n{details}")
    assert told["done"] == [f"{item} eleven looms on oak blocks; Never block the fire door"]
    assert told["rules"] == ["Never block the fire door"]


def test_a_list_of_names_stands_with_the_line_that_says_what_was_done_to_them() -> None:
    assert of("# T\n\n## Done\n\n- Labels moved to:\n  - `crate/a`\n  - `crate/b`\n") == {
        "done": ["Labels moved to: `crate/a`; `crate/b`"]
    }


def test_what_is_said_of_a_function_below_a_result_describes_it() -> None:
    below = "#### `gauge()`\n\n- reads `/dev/gauge`\n"
    text = f"# T\n\n## What changed\n\n### Two functions added\n\n- both read the gauge\n\n{below}"
    assert "reads `/dev/gauge`" not in of(text)["done"]


def test_a_figure_and_a_path_with_its_name_are_no_items() -> None:
    text = "# T\n\n## Results\n\n- rows: 11\n- oven lit\n\n## Rules\n\n- Crates: @shop/crates/*\n- Keep the lid shut.\n"
    assert of(text) == {"done": ["oven lit"], "rules": ["Keep the lid shut."]}


def test_a_table_of_measures_is_no_list_of_results() -> None:
    assert of("# T\n\n## Results\n\n| Metric | Value |\n|---|---|\n| yield | 0.62 (5/8) |\n") == {}


def test_results_of_a_few_words_are_left_out_beside_sentences() -> None:
    long = [f"- The {name} bell was recast and hung again in the tower\n" for name in "abcdef"]
    assert len(of("# T\n\n## Done\n\n" + "".join(long) + "- Four ropes\n")["done"]) == len(long)
    assert of("# T\n\n## Done\n\n- Four ropes\n- Two bells\n") == {"done": ["Four ropes", "Two bells"]}


def test_a_box_keeps_a_result_of_a_few_words() -> None:
    long = "".join(f"- The {name} bell was recast and hung again in the tower\n" for name in "abcdef")
    assert "Four ropes" in of(f"# T\n\n## Done\n\n{long}- [x] Four ropes\n")["done"]


@pytest.mark.parametrize(
    ("heading", "section"),
    [("Important fixes", "done"), ("Important", "rules"), ("Critical next steps", "open")],
)
def test_a_heading_that_stresses_says_what_it_is_about(heading: str, section: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n- the bell hangs straight\n") == {section: ["the bell hangs straight"]}


def test_what_is_important_says_the_place_in_japanese_too() -> None:
    assert list(of("# 鐘\n\n## 重要な決定事項\n\n1. 鐘楼は南側に建てる\n")) == ["decided"]


def test_the_noun_at_the_end_of_a_heading_says_its_place() -> None:
    text = "# T\n\n## Hard rules\n\n- Keep the lid shut.\n\n### Settled product decisions\n\n- Round lids\n"
    assert of(text) == {"decided": ["Round lids"], "rules": ["Keep the lid shut."]}
    assert list(of("# T\n\n## Environment gotchas\n\n- the oven drifts at night\n")) == ["rules"]


def test_lists_of_a_roadmap_are_to_be_done() -> None:
    text = "# Bakery roadmap\n\n## Phase 1: steady oven (2 days)\n\n- Even heat\n\n## Icebox\n\n- A second oven\n"
    assert of(text) == {"open": ["Even heat", "A second oven"]}


def test_headings_below_a_title_of_issues_are_issues() -> None:
    text = (
        "# Known issues\n\n## Oven drifts at night\n\nThe probe cools with the room.\n\n## Lid sticks\n\nIt swells.\n"
    )
    assert of(text)["open"] == ["Oven drifts at night: The probe cools with the room.", "Lid sticks: It swells."]


def test_what_a_heading_names_after_next_is_to_be_done() -> None:
    assert "the mast detangle" in of("# T\n\n## The next task — the mast detangle\n\n- cut the rope\n")["open"]


def test_a_priority_below_a_heading_that_does_not_say_done_is_open() -> None:
    text = (
        "# T\n\n## Done\n\n### Review of May\n\n- `LID-HINGE` (P1) — the lid jams in frost\n- `LID-KNOB` (P1) fixed\n"
    )
    assert of(text) == {"done": ["`LID-KNOB` (P1) fixed"], "open": ["`LID-HINGE` (P1) — the lid jams in frost"]}


def test_what_begins_by_forbidding_is_no_step() -> None:
    assert of("# T\n\n## Next steps\n\n- Do not open the sluice.\n- Oil it\n") == {
        "open": ["Oil it"],
        "rules": ["Do not open the sluice."],
    }


def test_a_label_at_the_end_of_a_paragraph_places_the_list_below_it() -> None:
    lead = "Read the plan of the mill first. Key rules:\n- brass, no iron\n\n"
    text = f"# T\n\n## Next steps\n\n{lead}Tasks:\n- cast the hub\n"
    assert of(text)["rules"] == ["brass, no iron"]
    assert of(text)["open"] == ["cast the hub"]


def test_a_sentence_in_bold_is_no_label() -> None:
    text = "# T\n\n## Rules\n\n**Always shut the sluice at night.**\n\n**Never lend the key.**\n"
    assert of(text) == {"rules": ["Always shut the sluice at night.", "Never lend the key."]}


def test_traditional_characters_are_read_like_simplified_ones() -> None:
    text = "# 磨坊\n\n## 已完成\n\n- 水輪重新安裝\n\n## 待辦與下一步\n\n- 檢查閘門\n- 不得開啟閘門。\n"
    told = of(text)
    assert told == {"done": ["水輪重新安裝"], "open": ["檢查閘門"], "rules": ["不得開啟閘門。"]}


@pytest.mark.parametrize(
    ("line", "what", "status"),
    [
        ("Ruled out: a carbon mast, too dear", "a carbon mast, too dear", DecisionStatus.REJECTED),
        ("Decision: Ruled out: a second page", "a second page", DecisionStatus.REJECTED),
        ("Proposed: a lighter mast", "a lighter mast", DecisionStatus.PROPOSED),
        ("Decision (proposed): a lighter mast", "a lighter mast", DecisionStatus.PROPOSED),
        ("Verworfen: ein zweiter Mast", "ein zweiter Mast", DecisionStatus.REJECTED),
        ("Keep the old mast", "Keep the old mast", DecisionStatus.ACCEPTED),
    ],
)
def test_a_decision_says_where_it_stands(line: str, what: str, status: DecisionStatus) -> None:
    start = "Stand und Übergabe, nicht mehr" if line.startswith("Verworfen") else "T"
    (decision,) = digest_of(f"# {start}\n\n## Decisions\n\n- {line}\n").decisions
    assert (decision.what, decision.status) == (what, status)


def test_what_was_ruled_out_reads_as_a_rejected_decision_on_the_page() -> None:
    page = simple_page.page_of("# T\n\n## Ruled out\n\n- steel shrouds, they rust\n")
    assert "Ruled out" not in page
    (decision,) = digest_of("# T\n\n## Ruled out\n\n- steel shrouds, they rust\n").decisions
    assert decision.status is DecisionStatus.REJECTED


def test_a_line_that_says_what_blocks_what_adds_to_the_blocked_item() -> None:
    digest = digest_of("# T\n\n## Blocked\n\n- CAN-7 blocks CAN-9\n- CAN-9 rig the boom\n- CAN-7 sand the mast\n")
    assert [(item.text, item.blocked_by) for item in digest.open_items] == [
        ("CAN-9 rig the boom", "CAN-7"),
        ("CAN-7 sand the mast", ""),
    ]


def test_a_blocked_ticket_without_an_item_of_its_own_stays() -> None:
    (item,) = digest_of("# T\n\n## Blocked\n\n- CAN-7 blocks CAN-9\n").open_items
    assert (item.text, item.blocked_by) == ("CAN-9", "CAN-7")


def test_a_headline_joins_whole_clauses() -> None:
    done = "Hull sanded and sealed with two coats of the varnish that the yard recommended; dried for a week (#14)"
    left = "Rig the boom again, since the old one bent in the storm of last autumn and nobody has straightened it yet"
    headline = digest_of(f"# T\n\n## Done\n\n- {done}\n\n## Next steps\n\n- {left}\n").headline
    assert headline
    assert "…" not in headline
    assert len(headline) <= 100


def test_a_section_whose_labels_lead_to_lists_is_no_item_of_its_own() -> None:
    labels = "**Next actions:**\n\n1. tar the seams\n\n**Blockers:**\n\n- no pitch in the yard\n"
    told = of(f"# T\n\n## Start here — 2026-05-01 (after #16)\n\n**Branch:** `main`\n\n{labels}")
    assert told["open"] == ["tar the seams", "no pitch in the yard"]


def test_what_stands_in_parentheses_does_not_make_a_heading_reference_material() -> None:
    assert of("# T\n\n## Where we are (context)\n\n- The keel was finished\n") == {"done": ["The keel was finished"]}


def test_signs_below_criteria_tell_of_nothing_done() -> None:
    assert of("# T\n\n## Success criteria\n\n### Least (this session)\n\n- ✅ hull is tight\n") == {}


def test_the_log_of_earlier_sessions_still_tells_what_was_done() -> None:
    log = "### 2026-04-28 — Sprint 9\n\n**What shipped:**\n\n- the rudder was hung (#54)\n"
    assert of(f"# T\n\n## Historical session log\n\n{log}") == {"done": ["the rudder was hung (#54)"]}


def test_a_headline_ends_within_no_bracket_and_after_no_label() -> None:
    done = "The schedule of the pumps is now applied once, by its id (#91, commit 3f9ac01), on all of the four machines"
    left = "ORC-33: why did the pump stop at 02:09 in the night? Blocked by: the log of the plant, which nobody read"
    headline = digest_of(f"# T\n\n## Done\n\n- {done}\n\n## Next steps\n\n- {left}\n").headline

    assert (
        headline
        == "The schedule of the pumps is now applied once; ORC-33: why did the pump stop at 02:09 in the night?"
    )
