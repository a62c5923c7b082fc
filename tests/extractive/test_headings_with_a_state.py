"""Headings and labels that carry a state, count what they are about, or are archives of results; rows that direct."""

import pytest
from digests import of

ITEMS = "- the big bell was recast and hung again\n- the rope was spliced\n"
TOLD = ["the big bell was recast and hung again", "the rope was spliced"]


@pytest.mark.parametrize("heading", ["Task 0-F-2 (bells)", "Task 3: bells", "Issue 4: bells"])
def test_a_counted_part_of_what_was_done_was_done(heading: str) -> None:
    assert of(f"# T\n\n## Completed work\n\n### {heading}\n\n{ITEMS}") == {"done": TOLD}


def test_tasks_below_what_was_done_are_still_open() -> None:
    assert "done" not in of("# T\n\n## Completed work\n\n### Tasks left\n\n- splice the rope\n")


@pytest.mark.parametrize("heading", ["Completed sprints (archive)", "Завершённые спринты (архив)", "הושלם (ארכיון)"])
def test_an_archive_of_results_holds_results(heading: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n{ITEMS}") == {"done": TOLD}


@pytest.mark.parametrize("heading", ["Old plan (archive)", "Completed sprints, superseded (archive)"])
def test_an_archive_of_anything_else_no_longer_holds(heading: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n{ITEMS}") == {}


@pytest.mark.parametrize("state", ["fixed 2026-05-12", "done on 12/09/2026"])
def test_a_state_with_its_day_is_one(state: str) -> None:
    text = f"# T\n\n## Known bugs\n\n### The rope slips — {state}\n\n{ITEMS}"
    assert of(text)["done"] == ["The rope slips — " + f"{state}: {TOLD[0]}; {TOLD[1]}"]


def test_the_sign_at_the_end_of_a_label_says_how_it_ended() -> None:
    assert of(f"# T\n\n**Technical debt of the tower ✅**\n\n{ITEMS}")["done"][-1].endswith(TOLD[-1])


@pytest.mark.parametrize(
    ("heading", "item"),
    [
        ("Decisiones del Director pendientes", "bronce o hierro para el yugo de la torre"),
        ("Decisões do cliente pendentes", "bronze ou ferro para o jugo da torre"),
        ("Décisions du client en attente", "bronze ou fer pour le joug de la tour"),
    ],
)
def test_decisions_to_come_are_open(heading: str, item: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n- {item}\n")["open"] == [item]


@pytest.mark.parametrize("heading", ["What the user dislikes", "Чего человек не любит", "Was der Nutzer nicht mag"])
def test_what_a_person_dislikes_binds(heading: str) -> None:
    assert of(f"# T\n\n## {heading}\n\n- long answers\n")["rules"] == ["long answers"]


def test_decisions_and_findings_are_decisions() -> None:
    text = "# T\n\n## Done\n\n- rope spliced\n\n### Key decisions / findings\n\n- bronze for the yoke\n"
    assert of(text)["decided"] == ["bronze for the yoke"]


def test_rows_of_tools_among_directives_are_looked_up() -> None:
    rows = (
        "| Dependency | Version | Purpose |\n|---|---|---|\n| Go | 1.23 | build |\n| Npcap | never below 1.80 | x |\n"
    )
    assert of(f"# T\n\n## Requirements and rules\n\n{rows}")["rules"] == ["Npcap · never below 1.80 · x"]


def test_rows_of_plain_rules_are_kept() -> None:
    rows = "| Rule | Note |\n|---|---|\n| answers in English | short ones |\n"
    assert of(f"# T\n\n## Rules\n\n{rows}")["rules"] == ["answers in English · short ones"]
