"""What stands in a plain list below a plain heading is kept, whatever the heading or a label adds to its words."""

import pytest
from digests import of

from distill.engines.extractive.place_of import heading_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import rules_for


def place(language: str, heading: str, inherited: Place = Place.PLAIN) -> Place:
    return heading_place(heading, inherited, {}, rules_for(frozenset({"en", language})))


@pytest.mark.parametrize(
    ("language", "heading", "opened"),
    [
        ("en", "Completed sprints (archive)", Place.ACCOMPLISHED),
        ("de", "Erledigte Aufgaben (Archiv)", Place.ACCOMPLISHED),
        ("es", "Tareas completadas (archivo)", Place.ACCOMPLISHED),
        ("ru", "Завершённые спринты (архив)", Place.ACCOMPLISHED),
        ("ru", "Что произошло за неделю", Place.ACCOMPLISHED),
        ("de", "Was am 10. und 11.10. geschah", Place.ACCOMPLISHED),
        ("es", "Qué pasó en esta sesión", Place.ACCOMPLISHED),
        ("zh", "这周发生了什么", Place.ACCOMPLISHED),
        # what no longer holds is left out all the same
        ("en", "Old plan (archived)", Place.NOTHING),
        ("en", "Archive", Place.NOTHING),
        ("en", "Completed, but superseded (archive)", Place.NOTHING),
        ("ru", "Архив", Place.NOTHING),
        ("en", "Decisions of the board, pending", Place.OPEN),
        ("es", "Decisiones del director pendientes", Place.OPEN),
        ("de", "Entscheidungen des Vorstands, ausstehend", Place.OPEN),
        ("ru", "Что не доделано", Place.OPEN),
        ("ja", "既知の注意点・落とし穴（継続）", Place.CONSTRAINTS),
        ("en", "What the user dislikes", Place.CONSTRAINTS),
        ("ru", "Чего заказчик не любит", Place.CONSTRAINTS),
        ("zh", "用户不喜欢的", Place.CONSTRAINTS),
    ],
)
def test_a_heading_opens_its_section_whatever_is_added_to_its_words(language: str, heading: str, opened: Place) -> None:
    assert place(language, heading) is opened


@pytest.mark.parametrize(("language", "heading"), [("ko", "주요 결정 / 발견"), ("en", "Key decisions / findings")])
def test_findings_beside_decisions_stand_with_them(language: str, heading: str) -> None:
    assert place(language, heading, Place.ACCOMPLISHED) is Place.DECISIONS


@pytest.mark.parametrize("heading", ["Task 0-F-2 (CI and baseline)", "Task 7: hang the doors", "Issue #12"])
def test_a_numbered_task_below_results_is_one_of_them(heading: str) -> None:
    assert place("en", heading, Place.ACCOMPLISHED) is Place.ACCOMPLISHED
    assert place("en", "Tasks left", Place.ACCOMPLISHED) is Place.OPEN


def test_a_folded_list_is_placed_by_the_sign_of_its_summary_which_is_no_item() -> None:
    text = (
        "# T\n\n## Completed (archive)\n\n<details>\n<summary>Sprint 1 — The frame ✅</summary>\n\n"
        "- Posts set in concrete\n- Beams hung\n</details>\n\n<details>\n<summary>Post-MVP ✅</summary>\n\n"
        "- Roof tiled\n</details>\n"
    )
    told = of(text)
    assert list(told) == ["done"]
    assert [item for item in told["done"] if item.endswith("✅")] == []
    assert [what in "; ".join(told["done"]) for what in ("Posts set", "Beams hung", "Roof tiled")] == [True] * 3


def test_a_label_with_its_commit_is_kept_with_what_hangs_on_it() -> None:
    text = "# T\n\n## Done\n\n1. **Weir gates** (commit 1971b80):\n   - north gate hung\n   - south gate hung\n"
    (item,) = of(text)["done"]
    assert "1971b80" in item
    assert "north gate hung" in item


def test_a_label_that_tells_what_was_done_holds_its_details() -> None:
    text = (
        "# T\n\n## Done\n\n- Added the gauges of the weir:\n  - `GET /level` - the level\n  - `GET /flow` - the flow\n"
    )
    (item,) = of(text)["done"]
    assert item.startswith("Added the gauges of the weir")


def test_a_row_that_says_its_state_stands_whatever_is_beside_it() -> None:
    rows = "".join(f"| `weir/gate-{n}` | gate {n} with its motor | integrated |\n" for n in range(1, 5))
    rows += "| `weir/roof` | roof of the gauge house | almost finished |\n"
    items = "".join(f"- Is lamp {n} of the long wall the right one?\n" for n in range(4, 20))
    told = of(f"# T\n\n## Project\n\n| Branch | What | State |\n|---|---|---|\n{rows}\n## Notes\n\n{items}")
    assert len(told["done"]) == 4
    assert any("roof of the gauge house" in item for item in told["open"])


@pytest.mark.parametrize(
    "header", ["| The plan said | What there is | Why |", "| La especificación decía | Lo que hay | Por qué |"]
)
def test_a_table_that_ends_with_why_tells_what_was_chosen(header: str) -> None:
    text = f"# T\n\n## Deviations\n\n{header}\n|---|---|---|\n| oak posts | larch posts | oak takes too long |\n"
    assert [list(told) for told in (of(text),)] == [["decided"]]


def test_a_table_with_a_state_or_remarks_is_none_of_choices() -> None:
    rows = "|---|---|---|\n| north gate | oak | the third one |\n"
    assert "decided" not in of(f"# T\n\n## Gates\n\n| Gate | Wood | Notes |\n{rows}")


@pytest.mark.parametrize("line", ["**ADR-001** Larch for the posts (Accepted)", "ADR-12: Larch for the posts"])
def test_a_decision_record_is_a_decision(line: str) -> None:
    assert list(of(f"# T\n\n## Done in this session\n\n- {line}\n")) == ["decided"]
    assert list(of("# T\n\n## Done\n\n- ADR-001 merged with its drawings\n")) == ["done"]


def test_a_heading_with_its_priority_is_to_be_done() -> None:
    heading = "### Priority 1: Real gauges — before anything else below"
    told = of(f"# T\n\n## Roadmap\n\n{heading}\n\nThe old ones stick when it freezes.\n")
    assert any("Real gauges" in item for item in told["open"])


def test_a_signed_label_with_a_sentence_is_a_result_and_a_bare_state_is_none() -> None:
    long = "Weir: ✅ all five gates are hung, with motors and the gauge house roofed"
    assert of(f"# T\n\n## Current state\n\n- {long}\n- Pumps: ✅ running\n") == {"done": [long]}


def test_actions_that_were_taken_are_results_and_actions_to_take_are_open() -> None:
    taken = "- Checked the weir against the plan\n- Found the north gate bent\n- Replaced its hinges\n"
    assert list(of(f"# T\n\n## Key actions\n\n{taken}")) == ["done"]
    assert list(of(f"# T\n\n## Key actions\n\n{taken.replace('- ', '- [ ] ')}")) == ["open"]
    assert list(of("# T\n\n## Key actions\n\n- Check the weir\n- Replace the hinges\n- Call the smith\n")) == ["open"]


def test_a_dated_line_with_its_time_is_one_of_a_log() -> None:
    lines = "".join(f"- 2026-08-{day} 15:35 — PR #{day} merged: gate {day} hung\n" for day in (12, 11, 10))
    questions = "".join(f"- Is lamp {n} of the long wall the right one?\n" for n in range(16))
    assert len(of(f"# T\n\n## Log\n\n{lines}\n## Notes\n\n{questions}")["done"]) == 3


def test_a_heading_with_a_sign_or_priority_is_kept_with_what_stands_below_it() -> None:
    body = "The paper expires.\n\nIf the deploy fails:\n\n- ask for a new one\n"
    told = of(f"# T\n\n## Known issues\n\n### 🟡 The permit of the weir runs out daily\n\n{body}")
    assert any("permit of the weir" in item for item in told["open"])
    told = of(f"# T\n\n## Next steps\n\n### P2 - Archive policy for the old gauges\n\n{body}")
    assert any("Archive policy" in item for item in told["open"])
