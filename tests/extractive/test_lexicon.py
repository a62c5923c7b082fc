"""How handoffs are worded in twelve languages: headings and items by the section they stand for."""

import tomllib
from pathlib import Path

import pytest

from distill.engines.extractive.place_of import heading_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import Rules, rules_for

LEXICON = Path(__file__).parent / "lexicon"
LANGUAGES = sorted(path.stem for path in LEXICON.glob("*.toml"))
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
HEADINGS = ("done", "decided", "open", "rules", "out", "told")


def words(language: str, kind: str, name: str) -> list[str]:
    table = tomllib.loads((LEXICON / f"{language}.toml").read_text("utf-8"))
    return table.get(kind, {}).get(name, [])


def rules_of(language: str) -> Rules:
    return rules_for(frozenset({"en", language}))


@pytest.mark.parametrize("name", HEADINGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_open_the_section_they_stand_for(language: str, name: str) -> None:
    rules = rules_of(language)
    headings = words(language, "headings", name)
    found = {one: SECTION.get(heading_place(one, Place.PLAIN, {}, rules), "told") for one in headings}
    assert headings
    assert {one: section for one, section in found.items() if section != name} == {}


def test_every_language_has_its_words() -> None:
    assert LANGUAGES == ["ar", "de", "en", "es", "fr", "he", "it", "ja", "ko", "pt", "ru", "zh"]
