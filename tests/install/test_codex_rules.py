"""The continuity rules in AGENTS.md and the compact prompt: put in, renewed, and taken out to the byte."""

import os
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from installs import distill

from distill.agents import codex_compaction
from distill.agents.client import Scope
from distill.agents.codex_compaction import CodexCompaction
from distill.install import codex_rules, managed_block

LOCAL = CodexCompaction(provider="mine", is_remote=False)
REMOTE = CodexCompaction(provider="openai", is_remote=True)
texts = st.text(st.sampled_from("a#é\n ")) | st.lists(st.sampled_from(["a", "\r\n", "# x"]), max_size=9).map("".join)


@given(text=st.none() | texts, one=st.text(st.sampled_from("ab\n")), other=st.text(st.sampled_from("cd\n")))
def test_a_block_is_put_in_renewed_and_taken_out_to_the_byte(text: str | None, one: str, other: str) -> None:
    first = managed_block.put(text, one)
    renewed = managed_block.put(first, other)

    assert first.startswith(text or "")
    assert managed_block.put(renewed, one) == first
    assert managed_block.take_out(renewed) == text
    assert managed_block.take_out(first) == text


@given(text=texts, more=st.sampled_from(["person's\n", "\nmore\n\nlines"]))
def test_what_a_person_writes_behind_the_block_stays(text: str, more: str) -> None:
    assert managed_block.take_out(managed_block.put(text, "rules") + more) == text + more


def test_what_a_person_adds_to_a_file_that_was_made_for_the_block_stays() -> None:
    assert managed_block.take_out(managed_block.put(None, "rules") + "mine\n") == "mine\n"


@pytest.fixture
def where(project: Path) -> codex_rules.Places:
    return codex_rules.places(Scope.PROJECT, project, os.environ)


@pytest.mark.parametrize("before", [None, b"", b"# Ours\n", b"# Ours\r\nno end"])
@pytest.mark.parametrize("config", [None, b'model = "x"\r\n[features]\r\nhooks = true\r\n', b"# nothing"])
@pytest.mark.parametrize("compaction", [LOCAL, REMOTE], ids=["local", "remote"])
def test_what_was_there_comes_back(
    where: codex_rules.Places, before: bytes | None, config: bytes | None, compaction: CodexCompaction
) -> None:
    where.config.parent.mkdir()
    for path, data in ((where.agents, before), (where.config, config)):
        if data is not None:
            path.write_bytes(data)

    changed = codex_rules.install(where, (1, 2, 3, 7), compaction)

    assert codex_rules.install(where, (1, 2, 3, 7), compaction) == []
    assert b"7. What must not be done" in where.agents.read_bytes()
    assert b"10. " not in where.agents.read_bytes()
    assert (where.prompt in changed) is (where.config in changed) is where.prompt.exists() is (not compaction.is_remote)
    codex_rules.uninstall(where)
    for path, data in ((where.agents, before), (where.config, config), (where.prompt, None)):
        assert (path.read_bytes() if path.exists() else None) == data
    assert codex_rules.uninstall(where) == []


def test_the_key_stands_before_every_table_and_names_the_file(where: codex_rules.Places, project: Path) -> None:
    where.config.parent.mkdir()
    where.config.write_text('model_provider = "mine"\n[model_providers.mine]\nname = "Mine"\n')

    codex_rules.install(where, (1,), codex_compaction.read(project, os.environ))

    found = codex_compaction.read(project, os.environ)
    assert (found.provider, found.is_remote) == ("Mine", False)
    assert found.prompt == ((where.config, "experimental_compact_prompt_file"),)
    assert "1. If this conversation begins" in where.prompt.read_text()


def test_a_prompt_of_the_persons_own_is_left_alone(where: codex_rules.Places, project: Path) -> None:
    where.config.parent.mkdir()
    where.config.write_text('model_provider = "mine"\ncompact_prompt = "mine"\n')

    changed = codex_rules.install(where, (1,), codex_compaction.read(project, os.environ))

    assert changed == [where.agents]


def test_a_provider_that_turns_remote_loses_the_prompt_and_no_rules_leave_nothing(where: codex_rules.Places) -> None:
    codex_rules.install(where, (1,), LOCAL)
    codex_rules.install(where, (1,), REMOTE)
    assert (where.prompt.exists(), where.config.exists(), where.agents.exists()) == (False, False, True)

    codex_rules.install(where, (), LOCAL)
    assert not where.agents.exists()


@pytest.mark.parametrize(
    ("config", "remote"),
    [
        ("", True),
        ('model_provider = "openai"\n', True),
        ('model_provider = "x"\n[model_providers.x]\nname = "Azure"\n', True),
        ('model_provider = "x"\n[model_providers.x]\nname = "OpenAI"\n', True),
        ('model_provider = "x"\n[model_providers.x]\nname = "Local"\n', False),
        ('model_provider = "ollama"\n', False),
        ("model_provider = [", True),
    ],
)
def test_who_compacts_is_told_by_the_providers_name(project: Path, config: str, remote: bool) -> None:
    file = Path(os.environ["HOME"]) / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(config)

    assert codex_compaction.read(project, os.environ).is_remote is remote


def test_the_command_line_puts_them_in_and_takes_them_out(project: Path) -> None:
    (project / "AGENTS.md").write_text("# Ours\n")

    told = distill("install", "--agent", "codex", cwd=project).stdout
    assert f"continuity rules put in: {project / 'AGENTS.md'}" in told
    assert "distill: begin" in (project / "AGENTS.md").read_text()
    told = distill("uninstall", "--agent", "codex", cwd=project).stdout
    assert f"continuity rules taken out: {project / 'AGENTS.md'}" in told
    assert (project / "AGENTS.md").read_text() == "# Ours\n"

    distill("install", "--agent", "codex", "--no-rules", cwd=project)
    assert (project / "AGENTS.md").read_text() == "# Ours\n"


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_beginning_without_its_end_takes_nothing_of_a_persons_with_it(newline: str) -> None:
    begun = managed_block.put("mine\n", "rules").replace(managed_block.END + "\n", "")
    quoted = f"see `{managed_block.BEGIN.format(before=1)}` in our docs\n"
    for before in (begun, quoted):
        text = f"{before}\nwritten later\n".replace("\n", newline)
        twice = managed_block.put(managed_block.put(text, "one"), "two")
        assert twice.startswith(text)
        assert managed_block.take_out(twice) == text


def test_every_copy_of_the_block_is_taken_out() -> None:
    once = managed_block.put("mine\n", "rules")
    assert managed_block.take_out(f"{once}more\n{once}") == "mine\nmore\nmine\n"


@given(st.sampled_from(["", "\ufeff"]), st.sampled_from(["a = 1\n", "[t]\r\nb = 2\r\n", "# c\n"]))
def test_the_key_leaves_the_settings_readable_and_goes_to_the_byte(mark: str, text: str) -> None:
    told = codex_rules._with_key(mark + text, Path("/h/p.md"))
    assert tomllib.loads(told.removeprefix("\ufeff"))[codex_rules.KEY] == "/h/p.md"
    assert told.startswith(mark)
    assert codex_rules._without_key(told) == mark + text


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("at", [1, 3, -1], ids=["first", "among", "last"])
def test_lines_that_a_person_writes_into_the_block_are_kept_below_it(
    where: codex_rules.Places, newline: str, at: int
) -> None:
    where.agents.write_bytes(b"# Ours\n".replace(b"\n", newline.encode()))
    codex_rules.install(where, (1, 2), REMOTE)
    lines = where.agents.read_bytes().decode().splitlines()
    begin = next(n for n, line in enumerate(lines) if "distill: begin" in line)
    end = len(lines) + at if at < 0 else begin + at
    lines[end:end] = ["- Answer in German.", "- Never use tabs."]
    where.agents.write_bytes(newline.join([*lines, ""]).encode())

    assert codex_rules.written_inside(where) == ["- Answer in German.", "- Never use tabs."]
    codex_rules.install(where, (1, 2, 7), REMOTE)

    told = where.agents.read_bytes().decode()
    block, mark, below = told.partition("<!-- distill: end -->" + newline)
    assert mark
    assert below == newline.join(["- Answer in German.", "- Never use tabs.", ""])
    assert "German" not in block
    assert "7. What must not be done" in block
    assert codex_rules.written_inside(where) == []
    assert codex_rules.install(where, (1, 2, 7), REMOTE) == []
    codex_rules.uninstall(where)
    kept = newline.join(["# Ours", "", "- Answer in German.", "- Never use tabs.", ""])
    assert where.agents.read_bytes().decode().replace(newline * 2, newline) == kept.replace(newline * 2, newline)


def test_uninstalling_keeps_what_a_person_wrote_into_the_block_and_says_so(project: Path) -> None:
    distill("install", "--agent", "codex", cwd=project)
    agents = project / "AGENTS.md"
    agents.write_text(agents.read_text().replace(managed_block.END, f"- Answer in German.\n{managed_block.END}"))

    told = distill("install", "--agent", "codex", cwd=project).stdout
    assert "kept, it is not ours (now below our block): - Answer in German." in told
    assert agents.read_text().endswith(f"{managed_block.END}\n- Answer in German.\n")

    agents.write_text(agents.read_text().replace(managed_block.END, f"- Never use tabs.\n{managed_block.END}"))
    told = distill("uninstall", "--agent", "codex", cwd=project).stdout
    assert "kept, it is not ours: - Never use tabs." in told
    assert agents.read_text() == "- Never use tabs.\n- Answer in German.\n"


def test_a_block_whose_rules_were_worded_otherwise_is_renewed_without_a_rest() -> None:
    assert managed_block.put(managed_block.put("mine\n", "1. Old words."), "1. New words.", ()) == managed_block.put(
        "mine\n", "1. New words."
    )
