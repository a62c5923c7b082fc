"""How handoffs are worded in twelve languages: headings, items, columns and states by the section they stand for."""

import tomllib
from pathlib import Path

import pytest

from distill.engines.extractive.classify import classified
from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.entries import Entry
from distill.engines.extractive.own_signs import status_place
from distill.engines.extractive.place_of import heading_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules, languages_of, rules_for
from distill.maps.blocks import ListItem
from distill.maps.markdown import blocks
from distill.maps.plain import plain
from distill.model import Lines

HERE = Path(__file__).parent
LANGUAGES = sorted(path.stem for path in (HERE / "lexicon").glob("*.toml"))
SECTION = {
    Place.ACCOMPLISHED: "done",
    Place.DECISIONS: "decided",
    Place.RULED_OUT: "decided",
    Place.OPEN: "open",
    Place.CONSTRAINTS: "rules",
    Place.PITFALLS: "rules",
    Place.SKIP: "out",
    Place.NOTHING: "out",
}
COLUMNS = ("status", "owner", "blocked", "decision", "why", "rejected", "data", "check")


def words(language: str, kind: str, name: str) -> list[str]:
    table = tomllib.loads((HERE / "lexicon" / f"{language}.toml").read_text("utf-8"))
    return list(table[kind][name])


def rules_of(language: str) -> Rules:
    return rules_for(frozenset({"en", language}))


def sections_of(item: str, rules: Rules) -> set[str]:
    """Give the sections of an item below a heading that says nothing."""
    block = next(one for one in blocks(f"- {item}\n") if isinstance(one, ListItem))
    entry = Entry(text=plain(block.text), lines=Lines(1, 1), place=Place.PLAIN, task=block.task)
    return {SECTION[place] for place, _ in classified(entry, rules)} or {"out"}


@pytest.mark.parametrize("name", ["done", "decided", "open", "rules", "out", "told"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_open_the_section_they_stand_for(language: str, name: str) -> None:
    rules = rules_of(language)
    headings = words(language, "headings", name)
    found = {one: SECTION.get(heading_place(one, Place.PLAIN, {}, rules), "told") for one in headings}
    assert headings
    assert {one: section for one, section in found.items() if section != name} == {}


@pytest.mark.parametrize("name", ["done", "decided", "open", "rules", "out"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_items_say_their_section_below_a_heading_that_says_nothing(language: str, name: str) -> None:
    rules = rules_of(language)
    items = words(language, "items", name)
    found = {one: sections_of(one, rules) for one in items}
    assert items
    assert {one: sections for one, sections in found.items() if name not in sections} == {}


@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_are_known_by_their_names(language: str, name: str) -> None:
    known = [rules_of(language)[f"columns.{one}"] for one in ({"status": ("status", "done")}.get(name, (name,)))]
    columns = words(language, "columns", name)
    assert columns
    assert [one for one in columns if not any(pattern.fullmatch(one) for pattern in known)] == []


@pytest.mark.parametrize(("name", "place"), [("done", Place.ACCOMPLISHED), ("open", Place.OPEN)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_cells_say_how_far_something_is(language: str, name: str, place: Place) -> None:
    states = words(language, "states", name)
    found = {one: status_place(one, rules_of(language)) for one in states}
    assert states
    assert {one: state for one, state in found.items() if state is not place} == {}


def test_every_language_has_its_words() -> None:
    assert LANGUAGES == ["ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "pt", "ru", "zh"]


VERBS = [
    (forms[0], forms[1], forms[-1])
    for forms in map(str.split, tomllib.loads((HERE / "verbs_en.toml").read_text("utf-8"))["forms"].split("|"))
]
DECIDE = {"confirm", "settle"}
OTHERWISE = {"request", "schedule", "draft", "drop"}
"""What was requested, scheduled or drafted is not through, and what was dropped was given up."""
ADJECTIVES = {"automate", "call", "compress", "distribute", "embed", "encrypt", "limit", "normalise", "share"}
"""Verbs whose participle describes where it leads."""
ALIKE = {"cut", "put", "reset", "set", "typeset", "split", "complete"}
"""Verbs that are alike in both tenses, or an adjective."""


def test_verbs_in_the_past_tell_what_was_done() -> None:
    rules = rules_of("en")
    told = {
        text
        for verb, past, participle in VERBS
        for text in (f"{past.capitalize()} the rows of the importer", f"Importer rows were {participle} for all shops")
        if verb not in DECIDE | OTHERWISE | ADJECTIVES | ALIKE
    }
    assert {text for text in told if sections_of(text, rules) != {"done"}} == set()


def test_verbs_in_the_imperative_tell_what_is_to_be_done() -> None:
    rules = rules_of("en")
    orders = {f"{verb.capitalize()} the rows of the importer" for verb, *_ in VERBS if verb not in ALIKE | {"bring"}}
    assert {text for text in orders if sections_of(text, rules) != {"open"}} == set()


def test_verbs_in_the_present_describe() -> None:
    rules = rules_of("en")
    ending = ("s", "sh", "ch", "x", "z", "o", "y")
    told = {f"The importer {verb}s the rows of the shop" for verb, *_ in VERBS if not verb.endswith(ending)}
    assert {text for text in told if sections_of(text, rules) != {"out"}} == set()


@pytest.mark.parametrize("participle", ["stored", "read", "created", "generated", "written", "handled", "sorted"])
def test_participles_behind_are_describe(participle: str) -> None:
    assert sections_of(f"Rows are {participle} by the importer", rules_of("en")) == {"out"}


@pytest.mark.parametrize("language", ["es", "pt", "it", "fr", "de"])
def test_a_language_is_told_by_the_text_rather_than_by_words_it_shares_with_another(language: str) -> None:
    items = [item for name in ("done", "open", "rules") for item in words(language, "items", name)]
    assert languages_of("# T\n\n## Plan\n\n" + "".join(f"- {item}\n" for item in items)) == {"en", language}


def test_an_order_in_a_heading_below_next_steps_is_open() -> None:
    text = "# T\n\n## Next steps\n\n### Fix the sluice\n\n- new hinges\n\n### Complete the weir\n\n- last stones\n"
    assert {item.text for item in digest_of(text).open_items} >= {"new hinges", "last stones"}
    assert digest_of(text).accomplished == ()


def test_a_topic_below_what_is_to_be_done_is_a_part_of_it() -> None:
    text = "# T\n\n## Next steps\n\n### Tests\n\n- float the hull\n\n**Documentation:**\n\n- draw the weir\n"
    assert [item.text for item in digest_of(text).open_items] == ["float the hull", "draw the weir"]


def test_a_topic_below_what_was_done_counts_where_its_words_say_so() -> None:
    text = "# T\n\n## Done\n\n- hull tarred\n\n### Tests\n\n- Added a float test\n- the pool is blue\n"
    assert [item.text for item in digest_of(text).accomplished] == ["hull tarred", "Added a float test"]
