"""Where the RESTORED note lies: beside the map, and in the state folder where the map's folder takes no file."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from restore_worlds import a_list, put

from distill import files
from distill.cli.show_restore import ended_text
from distill.model import RedactionPolicy
from distill.restore.acceptance import Acceptance
from distill.restore.examine import Question, examine
from distill.restore.finish import Finished, Place, finish

NOW = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
GIVEN_UP = [Acceptance(row, "it is known") for row in ("map", "1")]


def ended(project: Path) -> Finished:
    """End the restore from a map whose rows are given up."""
    path = put(project / "given" / "RESTORE-MAP.md", a_list("the world pack"))
    transcript = put(project / "session-1.jsonl", "")
    examined = examine(Question(map=path, transcript=str(transcript), cwd=str(project), root=project))
    place = Place(wiki=project / "wiki", state=project / ".distill", policy=RedactionPolicy())
    (project / ".distill").mkdir()
    found = finish(examined, GIVEN_UP, None, place, NOW)
    assert isinstance(found, Finished)
    return found


def test_the_note_goes_into_the_state_folder_where_the_maps_takes_no_file(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = files.write_new

    def refusing(path: Path, text: str, *, tmp: Path, mode: int = 0o644) -> bool:
        if path.parent.name == "given":
            raise PermissionError(13, "Permission denied", str(path))
        return write(path, text, tmp=tmp, mode=mode)

    monkeypatch.setattr(files, "write_new", refusing)

    found = ended(project)

    assert found.note == project / ".distill" / "restored" / "RESTORED-20261130-1405.md"
    assert found.note.is_file()
    assert f"restored: {found.note}\nThe map's folder takes no file" in ended_text(found)


def test_the_note_lies_beside_the_map_where_it_can(project: Path) -> None:
    found = ended(project)

    assert found.note == project / "given" / "RESTORED-20261130-1405.md"
    assert "takes no file" not in ended_text(found)
