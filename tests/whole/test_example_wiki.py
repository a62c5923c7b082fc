"""The example wiki of this repository: what `make serve` shows first."""

from pathlib import Path

from make_example_wiki import WIKI, add, pages_today

from distill.pages.read import parse
from distill.redaction.redactor import redact

SESSIONS = sorted((WIKI / "sessions").glob("*@*.md"))


def test_each_page_is_what_its_map_gives_today() -> None:
    """Where this fails after a change of the engine: `python tests/make_example_wiki.py`, and read the pages."""
    stale = [path.name for path, text in pages_today() if path.read_text("utf-8") != text]

    assert stale == []


def test_the_pages_are_of_several_seats_weeks_and_projects() -> None:
    metas = [parse(path.read_text("utf-8")).meta for path in SESSIONS]

    assert len(metas) >= 12
    assert len({meta.seat for meta in metas}) >= 6
    assert len({str(meta.seat).partition("@")[2] for meta in metas}) >= 4
    assert len({meta.date.isocalendar().week for meta in metas}) >= 5


def test_nothing_of_it_is_a_secret_or_a_place_of_somebodys_machine() -> None:
    for path in [*SESSIONS, *sorted((WIKI / "maps").glob("*.md"))]:
        text = path.read_text("utf-8")

        assert (path.name, redact(text).counts()) == (path.name, {})
        assert "/home/" not in text
        assert "/Users/" not in text


def test_a_new_map_becomes_a_page_and_binds_nobody(tmp_path: Path) -> None:
    source = tmp_path / "new.md"
    source.write_text(
        "# Restore map — dev@kiln\n\nWritten: 2026-11-27T08:00:00Z\n\n## Done\n- Kiln holds 1,180 °C (#3)\n\n"
        "## Constraints\n- Never open the kiln above 200 °C.\n\n<!-- end of restore map -->\n",
        "utf-8",
    )

    add(source, tmp_path / "wiki")

    page = next((tmp_path / "wiki" / "sessions").glob("2026-11-27-dev@kiln-*.md"))
    assert "Never open the kiln above 200 °C." in page.read_text("utf-8")
    assert not (tmp_path / "wiki" / "constraints.md").exists()
    assert not (WIKI / "constraints.md").exists()
