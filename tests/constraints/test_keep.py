"""What a map's constraints do to the registry on the disk, through the whole of the pipeline."""

import threading
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from worlds import a_map, github_token

from distill import pipeline
from distill.config import Settings
from distill.constraints import keep, light, registry, store
from distill.constraints.entry import Entry, mark
from distill.errors import PageError, RedactionError
from distill.model import (
    UNKNOWN_SEAT,
    CleanDigest,
    Constraint,
    Digest,
    Lines,
    MapFacts,
    Reason,
    Seat,
    SessionId,
    SourceKind,
)
from distill.outcome import Written, fields
from distill.redaction import clean
from distill.redaction.redactor import redact

CP01 = Path(__file__).parents[1] / "bugs" / "CP01" / "map.md"
SETTINGS = Settings(engine="extractive")
ABOUT = MapFacts(seat=Seat("lead@x"), session_id=SessionId("s"), written=datetime(2026, 11, 14, tzinfo=UTC))


def place(tmp_path: Path) -> pipeline.Place:
    return pipeline.Place(wiki=tmp_path / "wiki", state=tmp_path / ".distill")


def run(tmp_path: Path, text: str, settings: Settings = SETTINGS) -> Written:
    raw = pipeline.RawMap(data=text.encode(), path="RESTORE-MAP.md", modified=datetime.now(UTC))
    outcome = pipeline.run(raw, settings, place(tmp_path), env={})
    assert isinstance(outcome, Written)
    return outcome


def registry_of(tmp_path: Path) -> Path:
    return tmp_path / "wiki" / "constraints.md"


def digest(*texts: str) -> CleanDigest:
    made = Digest(constraints=tuple(Constraint(text=text, lines=Lines(1, 1)) for text in texts))
    return clean.clean_digest(made, redact(""))


def entry(text: str) -> Entry:
    return Entry(text=text, since=date(2026, 11, 14))


def clean_look(_: str) -> None:
    """Find nothing."""


def test_cp01_prohibitions_of_a_map_stand_in_the_registry_word_for_word(tmp_path: Path) -> None:
    written = run(tmp_path, CP01.read_text("utf-8"))

    held = light.active(str(registry_of(tmp_path)), "lead@plantshop")
    assert [text for _, text in held] == [
        "Never push to `main`; every change goes through a pull request.",
        "Do not e-mail suppliers. Only the owner sends supplier mail.",
        "Ask before deleting any row in the orders table.",
        "Kein Zugriff auf die Lohnliste.",
        "本番データベースを変更しないこと。",
    ]
    assert written.constraints == 5
    assert fields(written)["constraints"] == 5
    assert f"](sessions/{written.page.name}) L" in registry_of(tmp_path).read_text("utf-8")


def test_the_next_map_adds_what_is_new_and_a_file_without_news_is_not_written(tmp_path: Path) -> None:
    run(tmp_path, a_map())
    before = registry_of(tmp_path).read_text("utf-8"), registry_of(tmp_path).stat().st_ino

    again = run(tmp_path, a_map(ticket="PLT-20"))
    assert (registry_of(tmp_path).read_text("utf-8"), registry_of(tmp_path).stat().st_ino) == before
    assert again.constraints == 0

    more = run(tmp_path, a_map(extra="\n## Rules\n- Ask before deleting any row.\n"))
    assert more.constraints == 1
    assert registry_of(tmp_path).read_text("utf-8").startswith(before[0])


def test_no_secret_of_a_constraint_reaches_the_registry(tmp_path: Path) -> None:
    token = github_token()

    run(tmp_path, a_map(extra=f"\n## Rules\n- Never use the token {token} in CI.\n"))

    text = registry_of(tmp_path).read_text("utf-8")
    assert "REDACTED-github-token-1" in text
    assert token not in text


def test_a_value_that_the_second_pass_missed_is_not_written(tmp_path: Path) -> None:
    """The registry has a look of its own; the page stands whatever comes of it."""

    def look(_: str) -> None:
        raise RedactionError("1 value(s) would have been left")

    with pytest.raises(RedactionError):
        keep.keep(digest("Never say it."), ABOUT, "p.md", tmp_path / "wiki", tmp_path / "state", look=look)

    assert not registry_of(tmp_path).exists()


def test_a_value_that_shows_only_on_the_disk_is_taken_away_again(tmp_path: Path) -> None:
    looks: list[str] = []

    def look(text: str) -> None:
        looks.append(text)
        if len(looks) > 1:
            raise RedactionError("a value stands on the disk")

    path = registry_of(tmp_path)
    path.parent.mkdir()
    path.write_text("# Ours\n\n- Mine.\n", "utf-8")
    with pytest.raises(RedactionError):
        keep.keep(digest("Never say it."), ABOUT, "p.md", tmp_path / "wiki", tmp_path / "state", look=look)

    assert path.read_text("utf-8") == "# Ours\n\n- Mine.\n"


@pytest.mark.parametrize("data", [b"- \xff\xfe\n", b"<!-- open\n", b"x" * 1_000_001])
def test_a_registry_that_cannot_take_them_leaves_the_page_and_says_so(tmp_path: Path, data: bytes) -> None:
    registry_of(tmp_path).parent.mkdir()
    registry_of(tmp_path).write_bytes(data)

    written = run(tmp_path, a_map())

    assert written.page.is_file()
    assert written.constraints_trouble is Reason.PAGE_ERROR
    assert fields(written)["reason_constraints"] == "page-error"
    assert registry_of(tmp_path).read_bytes() == data


def test_what_has_no_room_is_counted(tmp_path: Path) -> None:
    registry_of(tmp_path).parent.mkdir()
    registry_of(tmp_path).write_text("# Full\n\n" + "x" * light.MAX_BYTES, "utf-8")

    assert fields(run(tmp_path, a_map()))["constraints_left"] == 1


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    run(tmp_path, a_map(), Settings(engine="extractive", constraints=False))

    assert not registry_of(tmp_path).exists()


def test_a_summary_or_a_transcript_adds_nothing(tmp_path: Path) -> None:
    for source in (SourceKind.COMPACT_SUMMARY, SourceKind.TRANSCRIPT):
        about = MapFacts(seat=UNKNOWN_SEAT, session_id=SessionId("s"), written=ABOUT.written, source=source)

        kept = keep.keep(digest("Never."), about, "p.md", tmp_path / "wiki", tmp_path / "state", look=clean_look)
        assert kept == keep.Kept()


def test_the_constraints_of_nobody_in_particular_hold_for_all() -> None:
    about = MapFacts(seat=UNKNOWN_SEAT, session_id=SessionId("s"), written=ABOUT.written)

    assert [one.seat for one in keep.entries_of(digest('"Never."').digest.constraints, about, "p.md")] == ["all"]


def test_a_quotation_with_its_source_is_the_same_constraint_on_another_day_and_stays_revoked(tmp_path: Path) -> None:
    said = '# RESTORE MAP — lead@x\n\n## Constraints\n- "Never force-push main." (Ana, {day})\n'
    page = run(tmp_path, said.format(day="2026-11-29"))

    assert isinstance(page, Written)
    assert '- "Never force-push main." (must)' in page.page.read_text("utf-8")
    [held] = registry.standing(registry_of(tmp_path).read_text("utf-8"))
    assert (held.mark, held.line.text) == (mark("Never force-push main."), "Never force-push main.")

    run(tmp_path, said.format(day="2026-11-30"))
    assert len(registry.standing(registry_of(tmp_path).read_text("utf-8"))) == 1

    text = registry_of(tmp_path).read_text("utf-8")
    ended = registry.revoked(text, held.mark, on=ABOUT.written.date(), by="Ana", why="no more")
    registry_of(tmp_path).write_text(ended or "", "utf-8")
    run(tmp_path, said.format(day="2026-12-01"))
    assert light.active(str(registry_of(tmp_path)), "lead@x") == []
    assert registry_of(tmp_path).read_text("utf-8") == ended


def test_a_constraint_that_was_kept_with_its_source_is_known_without_it() -> None:
    old = '- (C-123456) **must** ""Never push." (Ana, 2026-11-29)" · all · since 2026-11-29\n'

    assert registry.merged(old, [entry("Never push.")]).text == old


def test_what_a_person_saves_meanwhile_is_never_overwritten(tmp_path: Path) -> None:
    path = registry_of(tmp_path)
    path.parent.mkdir()
    path.write_text("# Ours\n\n- One.\n", "utf-8")
    calls = 0

    def change(text: str) -> str:
        nonlocal calls
        calls += 1
        if calls == 1:
            path.write_text(text + "- Saved by a person meanwhile.\n", "utf-8")
        return registry.merged(text, [entry("From the map.")]).text

    assert store.update(path.parent, tmp_path / "state", change)
    texts = [text for _, text in light.active(str(path))]
    assert texts == ["One.", "Saved by a person meanwhile.", "From the map."]


def test_a_file_that_never_rests_is_left_alone(tmp_path: Path) -> None:
    path = registry_of(tmp_path)
    path.parent.mkdir()
    path.write_text("- 0\n", "utf-8")

    def change(text: str) -> str:
        path.write_text(text + "- more\n", "utf-8")
        return text + "- ours\n"

    with pytest.raises(PageError, match="all the time"):
        store.update(path.parent, tmp_path / "state", change)
    assert "ours" not in path.read_text("utf-8")


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    names = [f"Rule number {number} holds." for number in range(12)]
    threads = [
        threading.Thread(
            target=lambda name=name: store.update(
                tmp_path / "wiki", tmp_path / "state", lambda text: registry.merged(text, [entry(name)]).text
            )
        )
        for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(text for _, text in light.active(str(registry_of(tmp_path)))) == sorted(names)


def test_drafts_lie_outside_the_wiki_and_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("- One.\n", "utf-8")
    (tmp_path / "wiki").mkdir()
    registry_of(tmp_path).symlink_to(tmp_path / "elsewhere.md")

    store.update(tmp_path / "wiki", tmp_path / "state", lambda text: registry.merged(text, [entry("Two.")]).text)

    assert registry_of(tmp_path).is_symlink()
    assert [path.name for path in (tmp_path / "wiki").iterdir()] == ["constraints.md"]
    assert [text for _, text in light.active(str(tmp_path / "elsewhere.md"))] == ["One.", "Two."]
