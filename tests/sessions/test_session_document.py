"""The document of a session without a map: of the right rows, the same however often it is made, nothing invented."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions_made import SAMPLES, START, Transcript, working_session

from distill.engines.extractive.engine import digest_of
from distill.maps.blocks import Heading
from distill.maps.decode import decode
from distill.maps.markdown import blocks
from distill.model import Seat, SourceKind
from distill.sessions import session_source
from distill.sessions.session_source import Session, SessionSource, source_of

SESSION = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90"


def session(path: Path, at: datetime, root: str = "/srv/plant") -> Session:
    return Session(transcript=str(path), session_id=SESSION, seat=Seat("lead@plantshop"), root=root, at=at)


def composed(path: Path, at: datetime, root: str = "/srv/plant") -> SessionSource:
    source = source_of(session(path, at, root), seconds=0)
    assert source is not None
    return source


def text(path: Path, at: datetime, root: str = "/srv/plant") -> str:
    return composed(path, at, root).data.decode("utf-8")


def part(document: str, title: str) -> str:
    return document.partition(f"\n## {title}\n\n")[2].partition("\n\n## ")[0].strip()


def test_a_session_is_told_in_its_own_words(tmp_path: Path) -> None:
    made = working_session(tmp_path / "t.jsonl")

    document = text(made.path, made.now)

    assert document.startswith(f"# Session {SESSION} (from the transcript)\n")
    assert part(document, "Commits") == "- 4be19c7 Skip rainy days (PLT-19) (on rain)"
    assert part(document, "Files written by the agent") == "- Wrote `plan/rain.py`, `docs/rain.md`"
    assert part(document, "Files read by the agent") == "- Read `plan/rain.py`"
    assert part(document, "Commands that failed since the last prompt") == "- Failed with exit code 2: `make check`"
    assert part(document, "Last answers of the agent").startswith("Understood.")
    assert [line for line in part(document, "Prompts, word for word").split("\n") if line] == [
        "> Never push to `main`; every change goes through a pull request.",
        "> Please make the planner skip rainy days (PLT-19). What does the rain API answer?",
        "> Good. Now run the whole suite.",
    ]
    assert "pytest" not in document  # failed once, passed later


def test_the_page_would_carry_what_counts(tmp_path: Path) -> None:
    made = working_session(tmp_path / "t.jsonl")

    digest = digest_of(text(made.path, made.now))

    assert "4be19c7 Skip rainy days (PLT-19) (on rain)" in [a.text for a in digest.accomplished]
    assert any("docs/rain.md" in a.text for a in digest.accomplished)
    assert any("make check" in o.text for o in digest.open_items)
    assert any("Never push to `main`" in c.text for c in digest.constraints)
    assert not any("planner skip" in str(item) for item in (*digest.open_items, *digest.constraints))


def test_the_summary_comes_first_and_answers_are_quoted_then(tmp_path: Path) -> None:
    made = working_session(tmp_path / "t.jsonl")
    at = made.now + timedelta(milliseconds=10)
    made.boundary().summary()

    source = composed(made.path, at)
    document = source.data.decode()
    digest = digest_of(document)

    assert source.about.source is SourceKind.COMPACT_SUMMARY
    assert "### 7. Pending Tasks\n\n- PLT-19: wait for the result of dev-seat" in document
    assert "\n> Understood." in document
    assert "PLT-19: wait for the result of dev-seat" in [o.text for o in digest.open_items]
    assert "Fixed the 503 of the rain API by one retry (#31)" in [a.text for a in digest.accomplished]
    for words in ("being continued", "read the full transcript", "Please continue", "tools-used-before"):
        assert words not in document


def test_only_what_was_since_the_last_compaction_counts(tmp_path: Path) -> None:
    made = working_session(tmp_path / "t.jsonl")
    made.boundary().summary("first summary")
    made.prompt("second stretch").answer("Done with #77.")
    at = made.now + timedelta(milliseconds=10)
    made.boundary().summary("second summary").prompt("third stretch").answer("later")

    document = text(made.path, at)

    assert part(document, "Summary") == "second summary"
    assert part(document, "Prompts, word for word") == "> second stretch"
    assert "4be19c7" not in document
    assert "third" not in document


def test_an_event_that_is_worked_on_late_has_its_own_compaction(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.prompt("one").answer("1")
    first = made.now + timedelta(milliseconds=10)
    made.boundary().summary("sum one").prompt("two").answer("2")
    second = made.now + timedelta(milliseconds=10)
    made.boundary().summary("sum two").prompt("three").answer("3")

    assert (part(text(made.path, first), "Summary"), part(text(made.path, second), "Summary")) == ("sum one", "sum two")
    assert part(text(made.path, first), "Prompts, word for word") == "> one"


def test_without_its_boundary_a_compaction_is_never_taken_for_the_one_before(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.prompt("one").answer("1").boundary().summary("sum one").prompt("two").answer("2")

    source = composed(made.path, made.now + timedelta(milliseconds=10))

    assert source.about.source is SourceKind.TRANSCRIPT
    assert part(source.data.decode(), "Prompts, word for word") == "> two"


def test_a_prompt_typed_while_it_compacts_belongs_to_what_follows(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.prompt("one").answer("1").boundary().summary("sum").prompt("typed meanwhile")
    at = made.now + timedelta(milliseconds=10)

    assert part(text(made.path, at), "Prompts, word for word") == "> one"


def test_two_compactions_in_a_row_have_a_summary_each(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    made.prompt("one").answer("1")
    first = made.now + timedelta(milliseconds=10)
    made.boundary().summary("sum one")
    made.now += timedelta(seconds=20)
    second = made.now + timedelta(seconds=1)
    made.boundary().summary("sum two").prompt("on").answer("2")

    assert part(text(made.path, first), "Summary") == "sum one"
    assert part(text(made.path, second), "Summary") == "sum two"
    assert "one" not in text(made.path, second)


@pytest.mark.parametrize(
    ("sample", "at", "kind", "prompts"),
    [
        ("auto-compact-mid-turn", "02:22:48.60", SourceKind.COMPACT_SUMMARY, ["Hello.", "Please read both."]),
        ("mod-compact", "02:22:51.30", SourceKind.COMPACT_SUMMARY, ["First thing."]),
        ("restore-session", "02:23:18.20", SourceKind.COMPACT_SUMMARY, ["Restore now.", "Thanks. Carry on."]),
        ("main-with-subagent", "02:22:56.10", SourceKind.COMPACT_SUMMARY, ["Send one agent."]),
        ("rollout_exec_local", "02:06:41.30", SourceKind.COMPACT_SUMMARY, ["TOKENS 50000 RUN cat a.txt"]),
        ("rollout_exec_remote", "01:45:33.70", SourceKind.TRANSCRIPT, ["TOKENS 50000 RUN cat a.txt"]),
        ("rollout_tui_two_compactions", "01:46:26.70", SourceKind.COMPACT_SUMMARY, ["first question"]),
        ("rollout_tui_two_compactions", "01:46:41.70", SourceKind.COMPACT_SUMMARY, ["second question"]),
    ],
)
def test_real_transcripts_tell_of_the_compaction_of_the_event(
    sample: str, at: str, kind: SourceKind, prompts: list[str]
) -> None:
    source = composed(SAMPLES / f"{sample}.jsonl", datetime.fromisoformat(f"2026-11-30T{at}+00:00"))

    quoted = part(source.data.decode(), "Prompts, word for word").split("\n\n")
    assert source.about.source is kind
    assert [one.split("\n")[0].removeprefix("> ") for one in quoted] == prompts


@pytest.mark.parametrize("cut", range(0, 1001, 50))
def test_it_is_the_same_however_much_follows(tmp_path: Path, cut: int) -> None:
    made = working_session(tmp_path / "t.jsonl")
    at = made.now + timedelta(milliseconds=10)
    made.boundary().summary()
    want = composed(made.path, at)
    whole = made.path.read_bytes()
    for _ in range(20):
        made.prompt("go on").answer("further").bash("ls")
    grown = made.path.read_bytes()
    made.path.write_bytes(grown[: len(whole) + (len(grown) - len(whole)) * cut // 1000])

    assert composed(made.path, at) == want
    assert composed(made.path, at + timedelta(milliseconds=300)).data == want.data


def test_what_the_client_writes_in_a_moment_is_waited_for(tmp_path: Path) -> None:
    made = working_session(tmp_path / "t.jsonl")
    at, slept = made.now, []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            made.boundary()
        if len(slept) == 5:
            made.summary()

    source = source_of(session(made.path, at), seconds=3, sleep=sleep)

    assert source is not None
    assert source.about.source is SourceKind.COMPACT_SUMMARY
    assert len(slept) == 5


def test_it_waits_no_longer_than_it_may_and_not_for_what_never_comes(tmp_path: Path) -> None:
    slept: list[float] = []
    made = working_session(tmp_path / "t.jsonl")
    at = made.now

    source_of(session(made.path, at), seconds=3, sleep=slept.append)
    assert sum(slept) == pytest.approx(3.1)

    slept.clear()
    made.answer("the session went on, and there is no summary")
    source_of(session(made.path, at), seconds=3, sleep=slept.append)
    rollout = SAMPLES / "rollout_exec_remote.jsonl"
    source_of(session(rollout, datetime(2026, 11, 30, 1, 45, 33, 700_000, UTC)), seconds=3, sleep=slept.append)
    assert slept == []


def test_compacted_at_is_the_boundary_where_the_event_came_late() -> None:
    rollout = SAMPLES / "rollout_tui_two_compactions.jsonl"
    late = datetime(2026, 11, 30, 1, 46, 41, 700_000, UTC)

    assert session_source.compacted_at(session(rollout, late)) == datetime(2026, 11, 30, 1, 46, 36, 841_000, UTC)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\0\0\0", b"nonsense\n", b'{"type":"user"}\n'])
def test_a_transcript_without_substance_gives_no_document(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.jsonl"
    path.write_bytes(content)

    assert source_of(session(path, START), seconds=0) is None


def test_what_is_no_file_gives_no_document(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", Path("a\0b")):
        assert source_of(session(path, START), seconds=0) is None


def test_it_stays_small_whatever_the_session(tmp_path: Path) -> None:
    made = Transcript(tmp_path / "t.jsonl")
    for n in range(60):
        made.prompt(f"{n} " + "長い" * 20_000).answer("答え" * 20_000)
        for m in range(8):
            made.tool("Write", {"file_path": f"/srv/plant/{'ü' * 200}/{n}/{m}"})
            made.bash(f"make {n} {m} {'é' * 290}", "no", code=1)
            made.bash("git commit", f"[main 12345{n:02}] {'ß' * 480}")
    at = made.now
    made.boundary().summary("概要" * 60_000)

    source = composed(made.path, at)

    assert len(source.data) < 200_000
    assert b"59 " in source.data


PIECES = [*"ab #>`~-=|*_<!\n\t[]x1.", "\u2028", "\u0085", "\r", "<!--", "-->", "```", "\n## ", "\n- ", "\n> ", "\n    "]
WORDS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(deadline=None)
@given(WORDS, WORDS, WORDS)
def test_no_text_of_a_session_breaks_out_of_its_part(
    tmp_path_factory: pytest.TempPathFactory, prompt: str, answer: str, summary: str
) -> None:
    made = Transcript(tmp_path_factory.mktemp("odd") / "t.jsonl")
    made.prompt("Never push to main.").prompt(f"x {prompt}").answer(f"x {answer}")
    at = made.now
    if "a" in summary:
        made.boundary().summary(f"x {summary}")

    document = text(made.path, at)

    assert decode(document.encode()).text == document
    top = [b.text for b in blocks(document) if isinstance(b, Heading) and b.level == 2]
    assert top == [t for t in ("About this document", "Summary", "Last answers of the agent", "Prompts, word for word")
                   if t != "Summary" or "a" in summary]  # fmt: skip
    assert "Never push to main." in [c.text for c in digest_of(document).constraints]
