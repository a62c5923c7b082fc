"""Names, counts and matters that the lines of a map do not hold stand in no digest; honest rewording does."""

import json
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.engines import answer, called, number_words
from distill.engines.claims import supported
from distill.engines.prompt import lines_of
from distill.model import Accomplishment, Decision, DecisionStatus, Digest, Lines, OpenItem, Redacted

ENGLISH = """# Restore map - lead@plantshop

## Done
- The retry loop of the moisture sensor no longer hangs when the radio is off.
- Ben moved the nightly backup to the second disk; three jobs were affected.
- Login now goes through the gateway.

## Decisions
- Postgres stays, because the migration would take a week. Anna asked for it.

## Open
- The gateway answers slowly under load.
- Ask the harbour office about opening hours.
"""
RUSSIAN = """# Карта - ведущий

## Сделано
- Анна исправила повтор датчика влажности, затронуты два задания.

## Открыто
- Шлюз медленно отвечает под нагрузкой.
"""
FRENCH = """# Carte de reprise

## Fait
- La sauvegarde de nuit est passée sur le second disque, avec trois tâches pour Camille.

## À faire
- La passerelle répond lentement quand la charge est forte, il faut voir pourquoi.
"""
CHINESE = """# 恢复图

## 已完成
- 夜间备份已移到第二块磁盘, 影响三个任务。

## 待办
- 网关在高负载下响应缓慢, 需要查明原因。
"""
MAPS = {"en": ENGLISH, "ru": RUSSIAN, "fr": FRENCH, "zh": CHINESE}


def is_kept(text: str, words: str, map_text: str = ENGLISH) -> bool:
    number = next(n for n, line in enumerate(lines_of(map_text), 1) if words in line)
    item = OpenItem(text=text, lines=Lines(number, number))
    return bool(supported(Digest(open_items=(item,)), Redacted(text=map_text)).open_items)


@pytest.mark.parametrize(
    ("text", "words", "language"),
    [
        ("Moved the nightly backup for Karsten to the second disk", "backup", "en"),
        ("Login goes through the gateway of Cloudhaven", "Login", "en"),
        ("Karsten decided that the gateway answers too slowly", "answers", "en"),
        ("Login goes through Camille's gateway", "Login", "en"),
        ("Nightly backup moved to the second disk (Karsten)", "backup", "en"),
        ("Nightly backup moved to the second disk by Ben, Karsten and others", "backup", "en"),
        ("Ask the harbour office about opening hours on KUBERNETES nodes", "harbour", "en"),
        ("Датчик влажности: повтор исправлен для Карстена", "датчика", "ru"),
        ("Карстен решил, что шлюз медленно отвечает", "Шлюз", "ru"),
        ("La sauvegarde de nuit est passée sur le second disque pour Karsten", "sauvegarde", "fr"),
        ("Karsten veut que la passerelle réponde vite quand la charge est forte", "passerelle", "fr"),
    ],
)
def test_a_name_that_the_lines_do_not_hold_is_invented(text: str, words: str, language: str) -> None:
    assert not is_kept(text, words, MAPS[language])


@pytest.mark.parametrize(
    ("text", "words", "language"),
    [
        ("Nightly backup moved to the second disk, five jobs affected", "backup", "en"),
        ("A dozen jobs of the nightly backup were affected", "backup", "en"),
        ("Повтор датчика влажности исправлен, затронуты пять заданий", "датчика", "ru"),
        ("La sauvegarde de nuit est passée sur le second disque, avec cinq tâches", "sauvegarde", "fr"),
        ("夜间备份已移到第二块磁盘, 影响五个任务", "夜间备份", "zh"),
    ],
)
def test_a_count_in_words_that_the_lines_do_not_hold_is_invented(text: str, words: str, language: str) -> None:
    assert not is_kept(text, words, MAPS[language])


@pytest.mark.parametrize(
    ("text", "words", "language"),
    [
        ("Everybody agreed to rewrite the parser from scratch", "gateway answers", "en"),
        ("Buy a larger aquarium for the lobby", "harbour", "en"),
        ("Нужно переписать разбор заново", "Шлюз", "ru"),
        ("Il faut acheter un aquarium plus grand pour l'accueil", "passerelle", "fr"),
        ("购买更大的鱼缸放在大厅", "网关", "zh"),
    ],
)
def test_a_matter_that_the_lines_do_not_speak_of_is_invented(text: str, words: str, language: str) -> None:
    assert not is_kept(text, words, MAPS[language])


@pytest.mark.parametrize(
    ("text", "words", "language"),
    [
        ("Moisture sensor: the retry loop does not hang any more without a radio", "retry loop", "en"),
        ("Nightly backup now writes to the second disk (Ben); 3 jobs affected", "backup", "en"),
        ("Ben's backup jobs moved to the second disk", "backup", "en"),
        ("Nightly backup: Moved to the second disk; Three jobs affected", "backup", "en"),
        ("✅ Moved the nightly backup to the second disk", "backup", "en"),
        ("Three jobs of the nightly backup were affected", "backup", "en"),
        ("Keep Postgres, as Anna asked; a migration would take a week", "Postgres", "en"),
        ("Gateway too slow under load", "gateway answers", "en"),
        ("Find out why the API gateway is slow when the load is high", "gateway answers", "en"),
        ("Nobody wants a slow gateway", "gateway answers", "en"),
        ("Ask Harbour Office About Opening Hours", "harbour", "en"),
        ("Повтор датчика исправлен Анной; два задания", "датчика", "ru"),
        ("Шлюз отвечает слишком медленно", "Шлюз", "ru"),
        ("Sauvegarde de nuit déplacée sur le second disque, trois tâches de Camille", "sauvegarde", "fr"),
        ("夜间备份移至第二块磁盘, 三个任务受影响", "夜间备份", "zh"),
        ("网关高负载时响应慢", "网关", "zh"),
    ],
)
def test_honest_rewording_stays(text: str, words: str, language: str) -> None:
    assert is_kept(text, words, MAPS[language])


def test_an_answer_in_another_language_is_not_measured_by_its_words() -> None:
    assert is_kept(
        "Das Gateway antwortet unter Last nicht schnell genug, und das soll nicht so bleiben", "gateway answers"
    )


def test_a_name_in_the_reason_of_a_decision_counts_as_well() -> None:
    number = next(n for n, line in enumerate(lines_of(ENGLISH), 1) if "Postgres" in line)
    decision = Decision(
        what="Postgres stays",
        why="the migration was too risky for Karsten",
        rejected="",
        status=DecisionStatus.ACCEPTED,
        lines=Lines(number, number),
    )
    assert supported(Digest(decisions=(decision,)), Redacted(text=ENGLISH)).unsupported == 1


def test_a_headline_with_an_invented_name_is_dropped() -> None:
    digest = Digest(headline="Backup moved for Karsten")
    assert not supported(digest, Redacted(text=ENGLISH)).headline
    assert supported(Digest(headline="Backup moved by Ben"), Redacted(text=ENGLISH)).headline


@pytest.mark.parametrize(
    ("quote", "stays"),
    [
        ("moved the nightly backup to the second disk", True),
        ("moved the *nightly backup* to the second", True),
        ("Ben moved the nightly backup … three jobs were affected", True),
        ("the aquarium in the lobby was filled up", False),
        ("", True),
    ],
)
def test_a_quote_that_stands_nowhere_speaks_against_an_item(quote: str, stays: bool) -> None:
    number = next(n for n, line in enumerate(lines_of(ENGLISH), 1) if "backup" in line)
    item = {"text": "Nightly backup moved", "lines": {"first": number, "last": number}, "quote": quote}
    read = answer.read(json.dumps({"accomplished": [item], "decisions": [], "open_items": []}), ENGLISH)
    assert isinstance(read, Digest)
    assert bool(read.accomplished) is stays
    assert read.unsupported == (not stays)


@given(st.text(string.ascii_letters + " .,'-äéшт中"), st.sampled_from(sorted(MAPS)))
def test_a_copy_of_the_lines_is_never_invented(text: str, language: str) -> None:
    languages = frozenset({"en", language})
    assert called.invented(text, text, text, languages) == []
    assert number_words.counts(text, languages) <= number_words.counts(text, languages | {"de"})


@given(st.sampled_from(lines_of(ENGLISH + RUSSIAN + FRENCH + CHINESE)))
def test_each_line_of_a_map_may_stand_as_it_is(line: str) -> None:
    map_text = next(text for text in MAPS.values() if line in lines_of(text))
    number = lines_of(map_text).index(line) + 1
    said = line.lstrip("-# ")
    item = Accomplishment(text=said, lines=Lines(number, number))
    assert supported(Digest(accomplished=(item,)), Redacted(text=map_text)).unsupported == 0
