"""What shares a bullet: parts of one thing, sentences of a paragraph, proof with its result, many short results."""

import pytest
from digests import of

from distill.engines.extractive.engine import digest_of
from distill.model import Force

SHORT = [f"bell {name} hung again" for name in "abcdefghijklmnop"]
LONG = [f"The {name} bell was taken down, recast in the old foundry and hung again" for name in "abcdefghijklmnop"]


def _list(items: list[str], mark: str = "- ") -> str:
    return "".join(f"{mark}{one}\n" for one in items)


def test_many_short_results_of_a_list_share_bullets_and_none_is_lost() -> None:
    done = of(f"# T\n\n## Done\n\n{_list(SHORT)}")["done"]
    assert len(done) < len(SHORT) / 4
    assert "; ".join(done) == "; ".join(SHORT)
    assert max(map(len, done)) <= 240


@pytest.mark.parametrize("items", [SHORT[:12], LONG], ids=["few", "long"])
def test_few_or_long_results_stand_alone(items: list[str]) -> None:
    assert of(f"# T\n\n## Done\n\n{_list(items)}")["done"] == items


def test_short_steps_and_rules_stand_alone_however_many() -> None:
    steps = [f"grease axle {name}" for name in "abcdefghijklmnop"]
    rules = [f"never grease axle {name}" for name in "abcdefghijklmnop"]
    found = of(f"# T\n\n## Next steps\n\n{_list(steps)}\n## Rules\n\n{_list(rules)}")
    assert (found["open"], found["rules"]) == (steps, rules)


def test_a_result_with_an_id_of_its_own_stands_alone() -> None:
    done = of(f"# T\n\n## Done\n\n{_list([*SHORT, 'rope spliced (#12)', 'gate oiled'])}")["done"]
    assert done[-2:] == ["rope spliced (#12)", "gate oiled"]


def test_the_lines_of_a_shared_bullet_are_all_of_its_lines() -> None:
    first, *_ = digest_of(f"# T\n\n## Done\n\n{_list(SHORT)}").accomplished
    assert (first.lines.first, first.lines.last) == (5, 4 + first.text.count(";") + 1)


def test_parts_that_a_label_names_stand_behind_it() -> None:
    parts = "- yoke drawn and cut from ash\n- clapper bushed with new leather\n"
    text = f"# T\n\n## Done\n\n- gate oiled\n\n**Plan 4 (big bell)**:\n\n{parts}"
    assert of(text)["done"] == [
        "gate oiled",
        "Plan 4 (big bell): yoke drawn and cut from ash; clapper bushed with new leather",
    ]


def test_a_label_with_a_key_word_names_no_part() -> None:
    text = "# T\n\n## Done\n\n**Fixed**:\n\n- yoke cut from ash\n- clapper bushed\n"
    assert of(text)["done"] == ["yoke cut from ash", "clapper bushed"]


def test_proof_stands_with_what_it_proves() -> None:
    text = f"# T\n\n## Done\n\n- {LONG[0]}\n- {LONG[1]}\n- Suite: 41 tests passed\n"
    assert of(text)["done"] == [LONG[0], f"{LONG[1]}; Suite: 41 tests passed"]


def test_a_sentence_goes_on_in_the_bullet_of_the_one_before() -> None:
    told = "The parser was rewritten for speed. A fuzzer was added for it."
    assert of(f"# T\n\n## Done\n\n{told}\n")["done"] == [told]


def test_a_sentence_that_directs_by_its_own_words_is_a_directive_of_its_own() -> None:
    rules = ["Never ship on a Friday.", "Tests must pass before a merge."]
    assert of(f"# T\n\n## Constraints\n\n{' '.join(rules)}\n")["rules"] == rules


def test_a_directive_keeps_the_sentences_that_only_name_what_it_is_about() -> None:
    told = "Never ship on a Friday. The harbour is closed then."
    (rule,) = digest_of(f"# T\n\n## Constraints\n\n{told}\n").constraints
    assert (rule.text, rule.force) == (told, Force.MUST)


@pytest.mark.parametrize("line", ["As of: phase 4 done", "Stand: Phase 4 abgeschlossen", "Состояние: этап 4 завершён"])
def test_a_name_with_its_value_above_all_headings_is_a_reading(line: str) -> None:
    assert "done" not in of(f"# T\n\n{line}\n\n## Next steps\n\n- grease the axle\n")


def test_the_id_of_a_label_stands_with_its_parts_and_is_said_once_a_bullet() -> None:
    parts = [f"- Hung the {name} bell in the new frame of the tower with a leather clapper\n" for name in "abcde"]
    done = of(f"# T\n\n## Done\n\n1. **Bells** (commit 1f4c9ab):\n{''.join('   ' + part for part in parts)}")["done"]
    assert len(done) < len(parts)
    assert all(one.count("1f4c9ab") == 1 for one in done)


def test_a_decision_with_its_own_reason_is_no_part() -> None:
    text = "# T\n\n## Decisions\n\n**Bells of the tower**:\n\n- bronze. Why: it rings\n- ash yoke. Why: it bends\n"
    found = digest_of(text).decisions
    assert [(one.what, one.why) for one in found] == [("bronze", "it rings"), ("ash yoke", "it bends")]
