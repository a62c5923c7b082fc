"""What a map tells by its lists, and what the sentences and names beside them are worth then."""

import pytest
from digests import of

from distill.engines.extractive.beside_lists import without_asides
from distill.engines.extractive.found import Found
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import rules_for
from distill.model import Accomplishment, Lines, Section

RESULTS = [f"The {name} bell was taken down, recast in the old foundry and hung again" for name in "abcdefghijklmnop"]
LIST = "\n## Done\n\n" + "".join(f"- {one}\n" for one in RESULTS)
LOOSE = "The tower was described here for whoever comes next."
RULES = rules_for(frozenset({"en"}))


def _found(item: Accomplishment, place: Place, *, boxed: bool = False) -> Found:
    return Found(section=Section.ACCOMPLISHED, item=item, order=0, boxed=boxed, place=place)


def _listed(count: int) -> list[Found]:
    done = (Accomplishment(text=f"bell {number} hung", lines=Lines(1, 1)) for number in range(count))
    return [_found(item, Place.ACCOMPLISHED) for item in done]


def test_a_sentence_above_all_lists_that_only_sounds_done_is_left_out() -> None:
    assert of(f"# T\n\n{LOOSE}\n{LIST}")["done"] == RESULTS


def test_the_same_sentence_counts_where_nothing_else_tells() -> None:
    assert of(f"# T\n\n{LOOSE}\n")["done"] == [LOOSE]


@pytest.mark.parametrize("sentence", ["The tower was rebuilt in `1f4c9ab`.", "The new frame was merged last night."])
def test_a_sentence_with_a_commit_or_plain_words_counts_beside_lists_too(sentence: str) -> None:
    assert sentence in of(f"# T\n\n{sentence}\n{LIST}")["done"]


def test_a_map_of_few_items_keeps_all_that_was_found() -> None:
    beside = _found(Accomplishment(text="rope spliced", lines=Lines(1, 1)), Place.DETAIL)
    found = [*_listed(3), beside]
    assert without_asides(found, RULES) == found


def test_what_has_a_box_stays_whatever_stands_above_it() -> None:
    detail = Accomplishment(text="rope spliced", lines=Lines(1, 1))
    found = [*_listed(20), _found(detail, Place.DETAIL, boxed=True), _found(detail, Place.DETAIL)]
    assert without_asides(found, RULES) == found[:-1]


def test_one_item_of_names_or_proof_belongs_to_the_results_that_it_stands_among() -> None:
    named = "Suite: 41 tests passed"
    two = "".join(f"- {one}\n" for one in RESULTS[:2])
    assert of(f"# T\n\n## Done\n\n{two}- {named}\n")["done"] == [RESULTS[0], f"{RESULTS[1]}; {named}"]


def test_several_items_of_names_or_proof_are_a_list_of_their_own() -> None:
    proofs = "- Suite: 41 tests passed\n- Build checks: all passed\n"
    two = "".join(f"- {one}\n" for one in RESULTS[:2])
    assert of(f"# T\n\n## Done\n\n{two}{proofs}")["done"] == RESULTS[:2]


def test_a_name_with_its_value_among_how_things_stand_is_a_reading() -> None:
    told = of("# T\n\n## Status\n\n- Bells: nineteen, rung by the new motor\n- The motor was fitted\n")
    assert told == {"done": ["The motor was fitted"]}


@pytest.mark.parametrize(
    "directive", ["Ropes must run outside the frame", "Read the gauge before every peal and write it down"]
)
def test_what_reference_material_demands_is_a_constraint(directive: str) -> None:
    assert of(f"# T\n\n## Architecture\n\n- {directive}\n- The frame is of oak\n") == {"rules": [directive]}


def test_a_sentence_of_reference_material_binds_where_it_holds_each_time() -> None:
    each = "Before every peal the hatch is shut."
    text = f"# T\n\n## Architecture\n\nThe frame must have cost a fortune. {each}\n"
    assert of(text) == {"rules": [each]}


def test_a_sentence_of_reference_material_that_says_what_was_decided_is_a_decision() -> None:
    decided = "We decided against a second wheel."
    assert of(f"# T\n\n## Architecture\n\nThe frame is of oak. {decided}\n") == {"decided": [decided]}
