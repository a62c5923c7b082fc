"""The store takes nothing from anybody: edited archives stay, and what a dead run reserved is nobody's."""

import subprocess
import sys
from pathlib import Path

from worlds import a_map, pages


def run(project: Path) -> None:
    command = [sys.executable, "-m", "distill", "run", "map.md", "--engine", "extractive"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)


def test_an_edited_archive_is_kept_when_its_page_is_made_again(project: Path) -> None:
    (project / "map.md").write_text(a_map())
    run(project)
    archive = next((project / "wiki" / "maps").glob("*.md"))
    archive.write_text("a person's words\n")
    pages(project)[0].unlink()

    run(project)

    assert archive.read_text() == "a person's words\n"
    assert len(pages(project)) == 1
    assert pages(project)[0].name != archive.name
    assert f"../maps/{pages(project)[0].name}" in pages(project)[0].read_text("utf-8")


def test_a_page_without_a_byte_is_no_page(project: Path) -> None:
    (project / "map.md").write_text(a_map())
    run(project)
    page = pages(project)[0]
    text = page.read_text("utf-8")
    page.write_text("")

    run(project)

    assert page.read_text("utf-8") == text
