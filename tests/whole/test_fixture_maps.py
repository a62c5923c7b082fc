"""The fixture maps through the installed command, held against what their pages must carry."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
import scoring
from worlds import fixture_text, pages

NAMES = scoring.names()
LEAST = 0.90


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str, dict[str, str]]]:
    """Run `distill run` once over all maps; give page, source and secrets by name."""
    project = tmp_path_factory.mktemp("fixtures")
    (project / ".git").mkdir()
    texts = {name: fixture_text(name) for name in NAMES}
    for name, (text, _) in texts.items():
        (project / f"{name}.md").write_bytes(text.encode("utf-8"))
    command = [sys.executable, "-m", "distill", "run", *(f"{n}.md" for n in NAMES), "--engine", "extractive", "--json"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=True)
    results = json.loads(done.stdout)["results"]
    assert len(pages(project)) == len(NAMES)
    return {Path(r["map"]).stem: (Path(r["page"]).read_text("utf-8"), *texts[Path(r["map"]).stem]) for r in results}


def test_nearly_all_expected_items_stand_in_their_section(made: dict[str, tuple[str, str, dict[str, str]]]) -> None:
    scores = {name: scoring.score(made[name][0], scoring.load(name)[1], made[name][1]) for name in NAMES}
    found, expected = sum(s.found for s in scores.values()), sum(s.expected for s in scores.values())

    assert found / expected >= LEAST, {name: s.missed for name, s in scores.items() if s.missed}


@pytest.mark.parametrize("name", NAMES)
def test_what_has_no_exception_holds(name: str, made: dict[str, tuple[str, str, dict[str, str]]]) -> None:
    page, source, values = made[name]

    assert scoring.score(page, scoring.load(name)[1], source).broken == []
    for value in values.values():
        assert not any(value[i : i + 8] in page for i in range(4, len(value) - 8))
