"""The outline: every part once and in order, claims without a proof marked, nothing said where nothing is."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_handoff_tail import rendered

from distill.handoff import document, outline
from distill.handoff.tail import Said, Tail
from distill.handoff.wording import language_of, wordings
from distill.maps.blocks import Heading
from distill.maps.markdown import blocks

BUGS = Path(__file__).resolve().parent.parent / "bugs"
ENGLISH = wordings()["en"]


def headings(text: str) -> list[str]:
    """Give the headings of the second level as a parser of Markdown sees them."""
    found = [block for block in blocks(text) if isinstance(block, Heading) and block.level == 2]
    return [f"## {block.text}" for block in found]


def expected(language: str) -> list[str]:
    wording = wordings()[language]
    parts = [f"## {number}. {title}" for number, title in enumerate(wording.parts, 1)]
    return [*parts, f"## {wording.prompts}", f"## {wording.answers}"]


def test_ho13_every_part_once_in_order_and_nothing_where_empty():
    text = (BUGS / "HO13" / "seven_parts.md").read_text("utf-8")
    parts = outline.arranged(text, ENGLISH.parts)
    assert parts == (("a",), ("b",), ("f",), ("c",), ("d", "again"), (), (), ("e",), ())
    written = rendered(Tail(), parts=parts)
    assert headings(written) == expected("en")
    assert written.count("\nnothing\n") == 5  # three parts, no prompts, no answers


def test_ho13_an_outline_of_ones_own():
    titles = outline.titles_of("1. Weather\n# Plants\n\n- Water\n4) Next step:\n")
    assert titles == ("Weather", "Plants", "Water", "Next step")
    parts = outline.arranged("## Water\nx\n## Weather\ny\n## Other\nz", titles)
    assert parts == (("y", "## Other", "z"), (), ("x",), ())


def test_ho10_claims_without_a_command_are_unverified():
    text = (BUGS / "HO10" / "outline.md").read_text("utf-8")
    parts = outline.with_doubts(outline.arranged(text, ENGLISH.parts), ENGLISH)
    assert parts[1] == (
        "- tests pass: `pytest -q` gave 41 passed at 18:02Z",
        "- the API client is done (unverified)",
        "- backup works (unverified)",
    )
    assert parts[8] == ("`pytest -q && git status --short`",)
    assert outline.with_doubts(parts, ENGLISH) == parts


LINES = st.lists(
    st.one_of(
        st.sampled_from([*ENGLISH.parts, *wordings()["de"].parts]).map(lambda title: f"## {title}"),
        st.integers(0, 12).flatmap(lambda n: st.sampled_from([f"{n}. Goal", f"## {n}. x", f"{n}) Ruled out"])),
        st.sampled_from(
            ["```", "~~~", "---", "===", "<!--", "> q", "# Top", "## Prompts, word for word", "nothing", ""]
        ),
        st.text(max_size=30),
        st.just("### > 2026-10-18T18:00:00.000Z"),
    ),
    max_size=25,
)


@settings(max_examples=80, deadline=None)
@given(lines=LINES, language=st.sampled_from(sorted(wordings())))
def test_whatever_an_outline_says_every_part_is_there_once(lines, language):
    wording = wordings()[language]
    parts = outline.arranged("\n".join(lines), wording.parts)
    said = Tail([Said("2026-10-18T18:00:01.000Z", "word for word")])
    text = rendered(said, language, outline.with_doubts(parts, wording))
    assert headings(text) == expected(language)
    assert document.tail_of(text) == said


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Please fix the tests and push nothing.", "en"),
        ("Bitte behebe die Tests und ändere nicht den Zweig, der noch mit der Prüfung wartet.", "de"),
        ("请修复测试，不要推送到主分支。", "zh"),
        ("テストを直してください。まだ push しないでください。", "ja"),
        ("Почини тесты и не трогай главную ветку.", "ru"),
        ("테스트를 고치고 푸시하지 마세요.", "ko"),
        ("Fix the test of the word 测试 in the file.", "en"),
    ],
)
def test_the_language_is_that_of_the_conversation(text, language):
    assert language_of(text) == language


def test_all_languages_name_nine_parts():
    assert {len(wording.parts) for wording in wordings().values()} == {9}
    assert all(len(set(wording.parts)) == 9 for wording in wordings().values())
