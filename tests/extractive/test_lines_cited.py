"""Each bullet cites the lines that hold it: its words stand there, or in a heading above."""

import html
import re

import pytest
import reference_set
import scoring

from distill.engines.extractive.compose import CONFLICT
from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.found import text_of
from distill.maps.decode import decode
from distill.model import Item

MOST_CHARACTERS = 320
WORD = re.compile(r"\w+")
DOCUMENTS = [*(("fixture", name) for name in scoring.names()), *(("reference", name) for name in reference_set.names())]


def text_named(kind: str, name: str) -> str:
    return decode(scoring.load(name)[0].encode()).text if kind == "fixture" else reference_set.text_of(name)


@pytest.mark.parametrize(("kind", "name"), DOCUMENTS)
def test_the_words_of_a_bullet_stand_in_its_lines(kind: str, name: str) -> None:
    text = text_named(kind, name)
    lines = text.split("\n")
    for item in items(text):
        cited = "\n".join(lines[item.lines.first - 1 : item.lines.last])
        above = "\n".join(line for line in lines[: item.lines.last] if re.match(r"\W*#|.*[:：*]\W*$", line))
        held = html.unescape(f"{cited}\n{above}".replace("\\", "")).casefold()
        said = WORD.findall(text_of(item).replace(CONFLICT, "").casefold())
        assert [word for word in said if word not in held] == [], item.lines


@pytest.mark.parametrize(("kind", "name"), DOCUMENTS)
def test_bullets_are_bounded_and_said_once(kind: str, name: str) -> None:
    found = items(text_named(kind, name))
    told = [" ".join(WORD.findall(text_of(item).lower())) for item in found]
    assert len(set(told)) == len(told)
    assert all(len(text_of(item)) <= MOST_CHARACTERS + 2 for item in found)


def items(text: str) -> tuple[Item, ...]:
    digest = digest_of(text)
    return digest.accomplished + digest.decisions + digest.open_items + digest.constraints
