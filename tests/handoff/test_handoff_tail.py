"""The verbatim tail: whole within its caps, carried through compactions, no doubles."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from distill.handoff import document, tail
from distill.handoff.document import Handoff
from distill.handoff.excerpt import beginning
from distill.handoff.tail import MOST_ANSWER, MOST_PROMPT, Said, Tail
from distill.handoff.wording import wordings
from distill.maps.decode import normalise

BEGAN = datetime(2026, 10, 18, 18, 0, tzinfo=UTC)
INPUT = Path(__file__).resolve().parent.parent / "bugs" / "HO12" / "prompts.json"


def row(kind: str, text: str, at: int) -> str:
    stamp = (BEGAN + timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    content = text if kind == "user" else [{"type": "text", "text": text}]
    return json.dumps({"type": kind, "timestamp": stamp, "message": {"role": kind, "content": content}})


def boundary(at: int) -> str:
    stamp = (BEGAN + timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return json.dumps({"type": "system", "subtype": "compact_boundary", "timestamp": stamp})


def transcript(path: Path, rows: list[str]) -> str:
    path.write_text("".join(f"{one}\n" for one in rows), "utf-8")
    return str(path)


def turns(first: int, last: int) -> list[str]:
    made = []
    for number in range(first, last):
        made += [row("user", f"prompt {number}", number * 10), row("assistant", f"answer {number}", number * 10 + 5)]
    return made


def rendered(said: Tail, language: str = "en", parts: tuple[tuple[str, ...], ...] = ((),) * 9) -> str:
    wording = wordings()[language]
    return document.render(
        Handoff(
            session="s",
            seat="",
            written=BEGAN,
            titles=wording.parts,
            outline=parts,
            tail=said,
            wording=wording,
        )
    )


def test_the_tail_goes_past_boundaries(tmp_path):
    path = transcript(tmp_path / "t.jsonl", [*turns(0, 8), boundary(80), *turns(9, 12), boundary(120)])
    found = tail.read(path)
    assert [one.text for one in found.prompts] == [f"prompt {n}" for n in (11, 10, 9, 7, 6, 5, 4, 3, 2, 1)]
    assert found.answers[0].text == "answer 11"
    assert len(found.answers) == 10


def test_of_a_turn_the_last_answer_is_kept(tmp_path):
    rows = [row("user", "go", 0), row("assistant", "I look.", 1), row("assistant", "Done.", 2)]
    assert [one.text for one in tail.read(transcript(tmp_path / "t.jsonl", rows)).answers] == ["Done."]


def test_the_same_words_twice_are_two_prompts(tmp_path):
    rows = [row("user", "go on", 0), row("assistant", "a", 1), row("user", "go on", 2)]
    found = tail.read(transcript(tmp_path / "t.jsonl", rows))
    assert len(found.prompts) == 2
    assert len(tail.carried(found, document.tail_of(rendered(found))).prompts) == 2


@settings(max_examples=25, deadline=None)
@given(cuts=st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_what_is_carried_over_cut_transcripts_is_what_one_transcript_tells(tmp_path_factory, cuts):
    folder, whole, before, at = tmp_path_factory.mktemp("cuts"), [], Tail(), 0
    for number, length in enumerate(cuts):
        own = turns(at, at + length)
        whole, at = [*whole, *own, boundary((at + length) * 10)], at + length
        of_own = tail.read(transcript(folder / f"{number}.jsonl", own))
        before = document.tail_of(rendered(tail.carried(of_own, before)))
        assert document.tail_of(rendered(tail.carried(of_own, before))) == before
    assert before == tail.read(transcript(folder / "whole.jsonl", whole))


HARD = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from(["\n", "`", "#", ">", "-", "<", "\u200d", "\U0001f469", "\U0001f3fd", "\U0001f1e9", "\u0301"]),
    ),
    max_size=1_300,
)


@settings(max_examples=60, deadline=None)
@given(prompts=st.lists(HARD, max_size=4), answers=st.lists(HARD, max_size=4))
def test_the_tail_is_word_for_word_within_its_caps(tmp_path_factory, prompts, answers):
    rows = [row("user", text, 10 * n) for n, text in enumerate(prompts)]
    rows += [
        r for n, t in enumerate(answers, len(rows)) for r in (row("user", "x", 10 * n), row("assistant", t, 10 * n + 1))
    ]
    found = tail.read(transcript(tmp_path_factory.mktemp("t") / "t.jsonl", rows))
    for one in found.prompts:
        assert len(one.text) <= MOST_PROMPT
        assert one.text == "x" or any(normalise(text).strip("\n").startswith(one.text) for text in prompts)
    for one in found.answers:
        assert len(one.text) <= MOST_ANSWER
        assert any(normalise(text).strip().startswith(one.text.strip()) for text in answers)
    assert document.tail_of(rendered(found)) == found


def test_ho12_prompts_keep_their_words_and_break_nothing(tmp_path):
    prompts = json.loads(INPUT.read_text("utf-8"))
    rows = [row("user", text, 10 * n) for n, text in enumerate(prompts)]
    found = tail.read(transcript(tmp_path / "t.jsonl", rows))
    text = rendered(found)
    for prompt, said in zip(reversed(prompts), found.prompts, strict=True):
        assert said.text + prompt[len(said.text) :] == prompt
        assert len(said.text) == min(len(prompt), MOST_PROMPT)
        assert said.left_out == len(prompt) - len(said.text)
    headings = [line for line in text.split("\n") if line.startswith("## ")]
    assert len(headings) == 11
    assert document.tail_of(text) == found


@pytest.mark.parametrize(
    "cluster", ["\U0001f469\U0001f3fd\u200d\U0001f680", "\U0001f1e9\U0001f1ea", "e\u0301", "\u2764\ufe0f"]
)
def test_ho12_no_half_character_at_the_cut(cluster):
    for ahead in range(len(cluster)):
        text = "a" * (MOST_PROMPT - ahead) + cluster * 3
        kept, left_out = beginning(text, MOST_PROMPT)
        assert kept.removeprefix("a" * (MOST_PROMPT - ahead)) in {"", cluster}
        assert len(kept) + left_out == len(text)


def test_said_without_a_time_is_carried_once():
    before = Tail(prompts=[Said("", "b"), Said("", "a")])
    assert tail.carried(Tail(prompts=[Said("", "b")]), before).prompts == before.prompts
