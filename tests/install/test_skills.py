"""The skills: valid for both clients, put where they look, and taken away to the byte; a person's own are kept."""

import hashlib
import json
import os
import re
from pathlib import Path

import pytest
import yaml
from installs import CLAUDE, CODEX, distill
from worlds import REPOSITORY

from distill.engines.extractive.engine import digest_of
from distill.maps.brain_dump import SECTIONS, check_dump, is_dump
from distill.maps.facts import END_MARK, is_whole, seat_of, session_of

SKILLS = sorted((REPOSITORY / "skills").glob("*/SKILL.md"))
DUMP = (REPOSITORY / "skills/brain-dump/SKILL.md").read_text("utf-8")


def head_of(text: str) -> dict[str, object]:
    match = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    assert match
    found: dict[str, object] = yaml.safe_load(match[1])
    return found


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".distill" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_a_skill_has_the_name_of_its_folder_and_says_when(path: Path) -> None:
    head = head_of(path.read_text("utf-8"))

    assert head["name"] == path.parent.name
    assert 40 < len(str(head["description"])) <= 1024


def test_ho15_only_a_person_starts_a_brain_dump() -> None:
    policy = yaml.safe_load((REPOSITORY / "skills/brain-dump/agents/openai.yaml").read_text("utf-8"))

    assert head_of(DUMP)["disable-model-invocation"] is True
    assert policy == {"policy": {"allow_implicit_invocation": False}}


def test_the_dump_has_the_nine_sections_in_their_order() -> None:
    assert re.findall(r"^## \d\. (.+)$", DUMP, re.MULTILINE) == list(SECTIONS)


def test_the_map_skill_names_every_part_of_the_template() -> None:
    skill = (REPOSITORY / "skills/restore-map/SKILL.md").read_text("utf-8")
    template = (REPOSITORY / "distill/templates/maps/restore-map.md").read_text("utf-8")

    assert [part for part in re.findall(r"^## (.+)$", template, re.MULTILINE) if f"| {part} |" not in skill] == []
    assert END_MARK in skill
    assert "distill map new" in skill
    assert "distill map check --fix" in skill


FILLED = {
    "Road": "- Rebuilt the importer in `shop/read.py`; all 40 sample files pass. Rejected: guessing the encoding.",
    "Now": "Branch `fix/import`, commit 9ad41e7, tree clean. Tests: 233 passed.",
    "Decisions and WHY": "- Keep the import synchronous. WHY: buyers must see rejected rows. Rejected: a queue.",
    "User": '- "Never show a stack trace to a buyer."',
    "Blockers": "- ORC-80 is waiting on the accountant for the tax table.",
    "Findings": "- P1 — `shop/preview.py` loads the whole file; it needs streaming.",
    "Team": "- helper docs: still running, writes `docs/import.md`.",
    "Next": "1. Answer the two review remarks on ORC-77.",
    "Pitfalls": "- Do not open the samples in an editor that strips the byte order mark.",
}


def filled() -> str:
    """Fill the skill's own shape."""
    shape = DUMP.partition("```markdown\n")[2].partition("```")[0]
    for name, content in FILLED.items():
        shape = re.sub(
            rf"(## \d\. {name}\n\n).*?(?=\n## |\n<!--)", lambda m, c=content: m[1] + c + "\n", shape, flags=re.DOTALL
        )
    return shape.replace("SESSION-ID", "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90").replace("name@rig", "dev@orchard")


def test_a_filled_dump_is_whole_and_known() -> None:
    text = filled()

    assert is_dump(text)
    assert list(check_dump(text)) == []
    assert is_whole(text)
    assert (seat_of(text, ""), session_of(text)) == ("dev@orchard", "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90")


def test_what_a_dump_says_goes_into_the_right_sections_of_a_page() -> None:
    digest = digest_of(filled())

    done = " ".join(item.text for item in digest.accomplished)
    open_items = " ".join(item.text for item in digest.open_items)
    rules = " ".join(item.text for item in digest.constraints)
    assert "shop/read.py" in done
    (kept,) = [item for item in digest.decisions if "synchronous" in item.what]
    assert "rejected rows" in kept.why
    assert "queue" in kept.rejected
    assert all(piece in open_items for piece in ("ORC-80", "shop/preview.py", "ORC-77", "docs/import.md"))
    assert "Never show a stack trace to a buyer." in rules
    assert "byte order mark" in rules


@pytest.mark.parametrize(
    ("agent", "scope", "folder", "files"),
    [
        (CLAUDE, "project", ".claude/skills", {"+/SKILL.md", "brain-dump/SKILL.md", "restore-map/SKILL.md"}),
        (
            CODEX,
            "project",
            ".agents/skills",
            {"brain-dump/SKILL.md", "brain-dump/agents/openai.yaml", "restore-map/SKILL.md"},
        ),
        (CLAUDE, "user", ".claude/skills", {"+/SKILL.md", "brain-dump/SKILL.md", "restore-map/SKILL.md"}),
        (
            CODEX,
            "user",
            ".codex/skills",
            {"brain-dump/SKILL.md", "brain-dump/agents/openai.yaml", "restore-map/SKILL.md"},
        ),
    ],
)
def test_skills_come_and_go_to_the_byte(project: Path, agent: str, scope: str, folder: str, files: set[str]) -> None:
    base = project if scope == "project" else Path(os.environ["HOME"])
    (base / "kept.txt").write_text("kept\n", "utf-8")
    before = tree(base)
    words = ("--agent", agent, "--scope", scope)

    done = distill("install", *words, "--skills", "--json", cwd=project)
    assert done.returncode == 0, done.stderr
    assert set(tree(base / folder)) == files
    again = distill("install", *words, "--skills", "--json", cwd=project)
    assert {skill["change"] for skill in json.loads(again.stdout)["skills"]} == {"unchanged"}
    gone = distill("uninstall", *words, cwd=project)

    assert gone.returncode == 0, gone.stderr
    assert tree(base) == before
    assert not (base / folder).parent.exists()


def test_the_short_name_is_the_same_skill(project: Path) -> None:
    distill("install", "--agent", CLAUDE, "--skills", cwd=project)
    short = (project / ".claude/skills/+/SKILL.md").read_text("utf-8")

    assert head_of(short) == {**head_of(DUMP), "name": "+"}
    assert short.partition("\n---\n")[2] == DUMP.partition("\n---\n")[2]


def test_without_the_option_no_skill_is_written(project: Path) -> None:
    distill("install", "--agent", CLAUDE, cwd=project)

    assert not (project / ".claude/skills").exists()


def test_what_a_person_wrote_or_changed_is_kept(project: Path) -> None:
    own = project / ".claude/skills/+/SKILL.md"
    own.parent.mkdir(parents=True)
    own.write_text("mine\n", "utf-8")

    done = distill("install", "--agent", CLAUDE, "--skills", cwd=project)
    assert "kept, it is not ours" in done.stdout
    changed = project / ".claude/skills/brain-dump/SKILL.md"
    changed.write_text(changed.read_text("utf-8") + "and one rule more\n", "utf-8")
    distill("install", "--agent", CLAUDE, "--skills", cwd=project)
    assert changed.read_text("utf-8").endswith("and one rule more\n")
    distill("uninstall", "--agent", CLAUDE, cwd=project)

    assert own.read_text("utf-8") == "mine\n"
    assert changed.is_file()
    assert not (project / ".claude/skills/restore-map").exists()


def test_an_older_version_of_ours_is_brought_up_to_date(project: Path) -> None:
    distill("install", "--agent", CLAUDE, "--skills", cwd=project)
    skill = project / ".claude/skills/brain-dump/SKILL.md"
    record = next((project / ".distill/backups").glob("*.skills.json"))
    new = skill.read_bytes()
    skill.write_bytes(b"an older version\n")
    values = json.loads(record.read_text("utf-8"))
    values["files"]["brain-dump/SKILL.md"] = hashlib.sha256(b"an older version\n").hexdigest()
    record.write_text(json.dumps(values), "utf-8")

    done = distill("install", "--agent", CLAUDE, "--skills", cwd=project)

    assert "updated:" in done.stdout
    assert skill.read_bytes() == new
