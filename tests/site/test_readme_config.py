"""The `mkdocs.yml` of the README makes a whole site of a wiki that has nothing but pages."""

import subprocess
import sys
from pathlib import Path

from worlds import REPOSITORY, a_map

CONFIG = "site_name: Shop\ndocs_dir: wiki\ntheme: {name: material, font: false}\nplugins: [distill]\n"


def test_it_builds_strictly_with_a_front_page(tmp_path: Path) -> None:
    assert "plugins: [distill]" in (REPOSITORY / "README.md").read_text("utf-8")
    (tmp_path / "mkdocs.yml").write_text(CONFIG, "utf-8")
    (tmp_path / "map.md").write_text(a_map(), "utf-8")
    (tmp_path / "distill.toml").write_text('engine = "extractive"\n')
    subprocess.run([sys.executable, "-m", "distill", "run", "map.md"], cwd=tmp_path, check=True, capture_output=True)

    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    assert "Session pages: 1, archived maps: 1, index pages: " in done.stderr
    front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert "lead@plantshop" in front
    assert "PLT-19" in front
    session = next((tmp_path / "site" / "sessions").glob("2*/index.html")).read_text("utf-8")
    assert "Confidence" in session
    assert "#L" in session


def test_a_folder_that_is_no_wiki_is_said(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Docs\n")
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: x\ntheme: {name: material, font: false}\nplugins: [search, distill]\n"
    )

    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"], cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert "Is docs_dir the wiki's folder?" in done.stderr
