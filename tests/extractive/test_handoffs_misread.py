"""Headings, labels and rows of handoffs that were taken for something else, with all that stands below them."""

import pytest
from digests import of

from distill.engines.extractive.place_of import heading_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import languages_of, rules_for


@pytest.mark.parametrize(
    ("language", "heading", "place"),
    [
        ("en", "Latest engineering", Place.ACCOMPLISHED),
        ("en", "Review / continuation point", Place.OPEN),
        ("en", "Three paths forward", Place.OPEN),
        ("en", "Locked frost-reduction rules", Place.CONSTRAINTS),
        ("en", "NOT in scope for this orchard", Place.RULED_OUT),
        ("en", "Accepted architecture / invariants", Place.DECISIONS),
        ("en", "Changed areas", Place.SKIP),
        ("en", "Rollback plan", Place.SKIP),
        ("de", "Latest tests", Place.SKIP),
        ("de", "Arbeitsweise", Place.CONSTRAINTS),
        ("de", "Wie wir arbeiten", Place.CONSTRAINTS),
        ("es", "Cómo trabajamos", Place.CONSTRAINTS),
        ("es", "Los tres roles", Place.SKIP),
        ("es", "Plan de precios", Place.SKIP),
        ("es", "Bloques completados hoy", Place.ACCOMPLISHED),
        ("es", "Bloques pendientes (continúa mañana)", Place.OPEN),
        ("pt", "Bloques do mapa", Place.PLAIN),
        ("pt", "Bloqueios", Place.OPEN),
        ("fr", "Comment nous travaillons", Place.CONSTRAINTS),
        ("ko", "절대 어기면 안 되는 것", Place.CONSTRAINTS),
        ("ko", "실수하기 쉬운 것들", Place.CONSTRAINTS),
        ("ko", "아직 채워야 하는 환경변수", Place.OPEN),
        ("zh", "质量保证", Place.SKIP),
        ("zh", "debug 结论", Place.FINDINGS),
        ("ja", "後回しにしたこと", Place.OPEN),
        ("he", "אילוצי סביבה", Place.CONSTRAINTS),
    ],
)
def test_a_heading_opens_its_section(language: str, heading: str, place: Place) -> None:
    assert heading_place(heading, Place.PLAIN, {}, rules_for(frozenset({"en", language}))) is place


def test_the_latest_of_something_is_no_german() -> None:
    assert languages_of("# Log\n\n## Latest brewing\n\n- kettle cleaned\n") == {"en"}


def test_a_table_of_settings_below_results_is_none() -> None:
    table = "| Setting | Now | Remark |\n|---|---|---|\n| `KILN_SPEED` | 30 | the sheet says 10 |\n"
    assert of(f"# T\n\n## Verified values\n\n{table}") == {}
    commits = "| Commit | What |\n|---|---|\n| `1234567` | kiln door hung on new hinges |\n"
    assert of(f"# T\n\n## Done\n\n{commits}")["done"] == ["`1234567` · kiln door hung on new hinges"]


def test_a_catalogue_of_names_with_what_each_is_for_is_no_list_of_results() -> None:
    names = "".join(f"- `pump_{name}` - Water for the {name} bed\n" for name in ("north", "south", "west"))
    assert of(f"# T\n\n## Features implemented\n\n{names}- Valves replaced\n") == {"done": ["Valves replaced"]}
    assert len(of("# T\n\n## Done\n\n" + names.replace("Water", "Fixed the water"))["done"]) == 3


def test_a_row_with_a_state_forbids_nothing() -> None:
    table = "| Part | State | Proof |\n|---|---|---|\n| Ferry bell | ❌ MISSING | no new bell, no rope |\n"
    assert set(of(f"# T\n\n## State\n\n{table}")) == {"open"}


def test_of_two_columns_for_the_state_the_one_with_a_sign_says_it() -> None:
    table = "| Done | State | Note |\n|---|---|---|\n| Live bell working | ❌ broken | rung twice a day |\n"
    assert set(of(f"# T\n\n## Verified\n\n{table}")) == {"open"}


def test_a_rule_behind_the_name_of_a_heading_is_a_constraint() -> None:
    body = "\n\nThe almanac lies on the sill.\n"
    assert of(f"# T\n\n## Most important rule: look it up first{body}")["rules"] == ["look it up first"]
    assert of(f"# T\n\n## The almanac — look it up, never guess it{body}")["rules"] == ["look it up, never guess it"]
    assert "rules" not in of(f"# T\n\n## The almanac — old and new{body}")


def test_a_label_that_forbids_leads_to_what_is_open() -> None:
    label = "Do not call these fixed until somebody was on the roof:"
    found = of(f"# T\n\n## Current gaps\n\n{label}\n\n- tiles above the porch\n")
    assert found == {"open": ["tiles above the porch"], "rules": [label.rstrip(":")]}


def test_what_awaits_a_review_may_be_forbidden_as_well() -> None:
    text = "The dam is awaiting its review and must not be opened without the reeve."
    assert text in of(f"# T\n\n## Open\n\n{text}\n")["rules"]


def test_numbered_steps_below_a_label_of_one_thing_to_do_are_items() -> None:
    steps = "".join(f"{number}. Cut the {name} board\n" for number, name in enumerate(("oak", "ash", "elm", "fir"), 1))
    part = "### Part 4: the new stairs\n\n**Aim**: a dry cellar\n\n**Steps of part 4**:\n"
    found = set(of(f"# T\n\n## Next steps\n\n{part}{steps}")["open"])
    assert {"Cut the oak board", "Cut the fir board"} <= found


def test_an_order_after_its_condition_is_open() -> None:
    lead = "The mill has two stones. After the harvest, run all stones once."
    found = of(f"# T\n\n## Open\n\n{lead}\n\n- grease the axle\n")["open"]
    assert found == ["After the harvest, run all stones once.", "grease the axle"]


def test_the_priority_or_likely_cause_of_an_item_is_no_item() -> None:
    lines = "- Priority: bells first\n- Likely cause: a frayed rope\n- Estimated time: 5 minutes\n- Hang the bell\n"
    assert of(f"# T\n\n## Open\n\n{lines}") == {"open": ["Hang the bell"]}


def test_what_is_done_every_day_is_no_result() -> None:
    text = "# T\n\nThree of us: Ada sows, Bo reads, I cut the work and merge.\n"
    assert "done" not in of(text)
    assert of("# T\n\nI cut the big field into four.\n")["done"] == ["I cut the big field into four."]


def test_a_line_of_a_log_that_also_rules_something_out_stays_a_result() -> None:
    text = "# T\n\n## 2026-03-04\n\n- Hedge measured along the lane. Never cut it before the eggs have hatched.\n"
    assert of(text)["done"] == ["Hedge measured along the lane. Never cut it before the eggs have hatched."]


def test_a_commit_with_a_priority_in_its_subject_is_done() -> None:
    assert set(of("# T\n\n## Notes\n\n- c73fa5c P1.7: widen the gate of the north field\n")) == {"done"}
