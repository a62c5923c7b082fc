"""The fixtures' rules on what must not come alive, held on the built HTML, with the plug-in and without."""

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sites import build_site, look

FIXTURES = Path(__file__).parent.parent / "fixtures" / "maps"
EXPECTED = {path.name.partition(".")[0]: json.loads(path.read_text("utf-8")) for path in FIXTURES.glob("*.json")}
WITH_RULES = sorted(name for name, expected in EXPECTED.items() if expected.get("inert"))
SECRET = re.compile(r"\{\{SECRET:[^}]*\}\}")
TAG = re.compile(r"<[^>]*>")


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Make pages of all fixtures with rules."""
    root = tmp_path_factory.mktemp("inert")
    (root / ".git").mkdir()
    (root / "wiki").mkdir()
    (root / "wiki" / "index.md").write_text("# Home\n", "utf-8")
    for name in WITH_RULES:
        (root / f"{name}.md").write_text(SECRET.sub("x", (FIXTURES / f"{name}.md").read_text("utf-8")), "utf-8")
    command = [sys.executable, "-m", "distill", "run", *(f"{name}.md" for name in WITH_RULES), "--engine", "extractive"]
    done = subprocess.run(command, cwd=root, env=os.environ, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    return root


def test_there_are_rules():
    assert "injection" in WITH_RULES


@pytest.mark.parametrize("plugin", [True, False], ids=["plug-in", "stock"])
def test_nothing_that_must_be_inert_is_live_in_the_built_site(root, plugin):
    built = build_site(root, plugin=plugin)
    assert built.code == 0, built.output
    rules = {one for name in WITH_RULES for one in EXPECTED[name]["inert"]}
    pages = [path for path in built.pages() if {"sessions", "maps"} & set(path.parts)]
    assert len(pages) >= len(WITH_RULES)
    told = ""
    for path in pages:
        whole = path.read_text("utf-8")
        article = whole[whole.index("<article") : whole.index("</article>")]
        assert look(whole).found == [], path
        tags = "\n".join(TAG.findall(article)).lower()
        live = [one for one in rules if one.lower() in (article.lower() if one.startswith("<") else tags)]
        assert live == [], path
        told += html.unescape(TAG.sub("", article))
    assert "<script" in told  # it is shown, as text


def test_no_line_of_a_page_begins_with_what_an_extension_would_run(root):
    rules = {one for name in WITH_RULES for one in EXPECTED[name].get("line_start_inert", ())}
    assert rules
    for path in (root / "wiki" / "sessions").glob("*.md"):
        lines = [line.strip().removeprefix("- ") for line in path.read_text("utf-8").splitlines()]
        assert [line for line in lines if line.startswith(tuple(rules))] == [], path
