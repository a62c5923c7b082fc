"""What plain rules find below plain headings, and the engine once lost: cut too short, or taken for something else."""

import time

import pytest
from digests import of

from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.place_of import heading_place
from distill.engines.extractive.places import Place
from distill.engines.extractive.rules import rules_for
from distill.engines.extractive.said_before import HALF, MOST, Told, words_of


@pytest.mark.parametrize(
    ("language", "heading", "place"),
    [
        ("en", "What was not done", Place.OPEN),
        ("en", "What was done", Place.ACCOMPLISHED),
        ("en", "What you must not do", Place.CONSTRAINTS),
        ("en", "Bugs found and fixed", Place.ACCOMPLISHED),
        ("en", "What broke and how it was fixed", Place.ACCOMPLISHED),
        ("en", "Quick wins", Place.OPEN),
        ("en", "Context that is not obvious from the code", Place.CONSTRAINTS),
        ("en", "State (updated)", Place.MIXED),
        ("de", "Was nicht gemacht wurde", Place.OPEN),
        ("de", "Halb fertig", Place.OPEN),
        ("de", "Fehler behoben", Place.ACCOMPLISHED),
        ("de", "Bekannte Fehler", Place.OPEN),
        ("de", "Commit-Regeln", Place.CONSTRAINTS),
        ("de", "Empfohlene Reihenfolge", Place.OPEN),
        ("fr", "Ce qui n'a pas été fait", Place.OPEN),
        ("es", "Lo que no se hizo", Place.OPEN),
        ("es", "Errores encontrados y corregidos", Place.ACCOMPLISHED),
        ("es", "Estado de los viveros (actualizado)", Place.MIXED),
        ("pt", "O que não foi feito", Place.OPEN),
        ("pt", "Leia nesta ordem", Place.SKIP),
        ("it", "Cosa non è stato fatto", Place.OPEN),
        ("ru", "Главное незакрытое", Place.OPEN),
        ("ru", "Ключевые находки", Place.FINDINGS),
        ("ja", "やらなかったこと", Place.OPEN),
        ("ja", "3. この温室で絶対に外さない制約", Place.CONSTRAINTS),
        ("ja", "コミット規約", Place.CONSTRAINTS),
        ("ja", "新規作成した主なページ", Place.ACCOMPLISHED),
        ("zh", "没做的事情", Place.OPEN),
        ("zh", "发现并修复的错误", Place.ACCOMPLISHED),
        ("zh", "受限功能", Place.OPEN),
        ("ko", "하지 못한 것", Place.OPEN),
        ("ko", "운영에 있는 것", Place.ACCOMPLISHED),
        ("he", "מה לא נעשה", Place.OPEN),
        ("ar", "مشاكل تم حلها", Place.ACCOMPLISHED),
    ],
)
def test_headings_of_plain_handoffs(language: str, heading: str, place: Place) -> None:
    assert heading_place(heading, Place.PLAIN, {}, rules_for(frozenset({"en", language}))) is place


def test_a_label_among_steps_names_their_kind() -> None:
    text = "# T\n\n## Next steps\n\n- New: a scale for the pears.\n- Done: the fence is painted.\n"
    assert of(text) == {"open": ["New: a scale for the pears."], "done": ["Done: the fence is painted."]}


def test_a_label_that_names_its_rule_is_one() -> None:
    text = "# T\n\n## Open\n\n- Watering rule: at most two litres a tree.\n- Count the pears.\n"
    assert of(text) == {"open": ["Count the pears."], "rules": ["Watering rule: at most two litres a tree."]}


def test_a_decision_stays_whole_beside_what_it_forbids() -> None:
    text = "# T\n\n## Decisions\n\n- The hedge is right for this year. Never cut it in May.\n"
    assert of(text) == {
        "decided": ["The hedge is right for this year. Never cut it in May."],
        "rules": ["Never cut it in May."],
    }


def test_rows_of_tickets_among_results_are_no_settings() -> None:
    text = (
        "# T\n\n## What this session built\n\n| item | files |\n| --- | --- |\n"
        "| `ORC-006` | `Fence.vue`, `Gate.vue` |\n| `ORC-007` | `Hedge.vue` |\n"
    )
    assert of(text)["done"] == ["`ORC-006` · `Fence.vue`, `Gate.vue`", "`ORC-007` · `Hedge.vue`"]


def test_what_a_short_heading_below_results_looks_at_is_none() -> None:
    results = "".join(f"- Planted row {number} of the orchard.\n" for number in range(16))
    text = f"# T\n\n## Completed\n\n{results}\n### Orchard statistics\n\n- 40 trees\n- Added a hedge.\n"
    done = of(text)["done"]
    assert "40 trees" not in done
    assert "Added a hedge." in done


@pytest.mark.parametrize("said", ["Nothing is committed.", "The gate was NOT exercised with a truck."])
def test_what_nobody_ran_is_open(said: str) -> None:
    assert of(f"# T\n\n## State\n\n- The fence is painted.\n- {said}\n")["open"] == [said]


def test_a_sign_at_the_end_says_that_it_does_not_go() -> None:
    assert of("# T\n\n## State\n\n- Pump on the hill: runs dry ❌\n") == {"open": ["Pump on the hill: runs dry ❌"]}


def test_items_are_cut_no_shorter_than_what_they_are_known_by() -> None:
    item = "- Rebuilt the watering of bed {0} so that it no longer runs dry at noon, " + "with one more detail " * 9
    digest = digest_of("# T\n\n## Done\n\n" + "".join(item.format(number) + ".\n" for number in range(30)))
    assert len(digest.accomplished) == 30
    assert all(100 <= len(one.text) <= 110 for one in digest.accomplished)


def test_long_maps_keep_more_than_thirty_items_of_a_section() -> None:
    item = "- Rebuilt the watering of bed {0}, " + "with one more detail of the pipes and the valves " * 15
    digest = digest_of("# T\n\n## Done\n\n" + "".join(item.format(number) + ".\n" for number in range(50)))
    assert len(digest.accomplished) == 45


def test_a_sentence_that_tells_more_of_a_ticket_stays() -> None:
    told = "ORC-13 was finished in the afternoon when the rain was over and the ladder had been mended."
    assert of(f"# T\n\n{told}\n\n## Done\n\n- ORC-13: fence\n")["done"] == [told, "ORC-13: fence"]
    assert of("# T\n\nORC-13: fence done.\n\n## Done\n\n- ORC-13: fence done\n")["done"] == ["ORC-13: fence done."]


def test_what_was_said_is_found_by_its_rarest_words() -> None:
    told = Told(["the fence is painted green", "the gate is open"])
    assert told.says(words_of("the fence is painted"), MOST)
    assert told.says(words_of("the gate was painted"), HALF)
    assert not told.says(words_of("the gate was painted"), MOST)
    assert told.says_more_than(words_of("gate open"))
    assert not told.says_more_than(words_of("the gate is open"))
    assert not Told([]).says(words_of(""), MOST)


@pytest.mark.parametrize(
    "names",
    [
        ", ".join(f"`src/part{at}/inner/file.py`" for at in range(40)),
        " ".join(f"`part{at}`" for at in range(60)),
        "http://a.example/c" * 60,
        "http://a.example/c " * 3000,
    ],
)
def test_many_names_with_a_word_behind_them_take_no_time(names: str) -> None:
    began = time.process_time()
    digest_of(f"## Done\n\n- {names} were moved to the new server, see RIG-9\n")
    assert time.process_time() - began < 5
