"""The house: sizes, seals and documents that must agree with the code."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from worlds import REPOSITORY

PACKAGE = REPOSITORY / "distill"
MODULES = sorted(PACKAGE.rglob("*.py"))
SEALED = {"Redacted", "CleanDigest"}


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def name(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_is_one_noun_or_one_verb(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", [p for p in MODULES if p.name == "__init__.py"], ids=name)
def test_a_package_head_holds_a_docstring_only(path: Path) -> None:
    body = tree(path).body

    assert len(body) == 1
    assert ast.get_docstring(tree(path))


@pytest.mark.parametrize("path", [p for p in MODULES if "redaction" not in p.parts], ids=name)
def test_only_redaction_makes_redacted_values(path: Path) -> None:
    """Engines take `Redacted` and pages take `CleanDigest`; if others could make them, a pass could be skipped."""
    made = {
        node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute)
    }

    assert made & SEALED == set()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_only_the_edges_print_write_or_read_the_environment(path: Path) -> None:
    calls = {ast.unparse(node.func) for node in ast.walk(tree(path)) if isinstance(node, ast.Call)}

    if "cli" not in path.parts:
        assert "print" not in calls
    if path.name not in {"files.py", "project.py", "journal.py", "spool.py", "locks.py", "demo.py"}:
        assert not {c for c in calls if c.endswith((".write_text", ".write_bytes", "os.open"))} - {"os.open"}


def test_prompts_and_templates_are_in_the_package() -> None:
    assert list((PACKAGE / "templates").rglob("*.md"))


def test_the_hook_starts_without_the_packages_of_the_worker() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import distill.worker; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, str(REPOSITORY)], capture_output=True, text=True, check=True
    )

    assert not {"anthropic", "mkdocs", "typer", "detect_secrets", "yaml", "frontmatter"} & set(done.stdout.split())


def test_every_exit_code_is_documented() -> None:
    readme = (REPOSITORY / "docs" / "exit-codes.md").read_text("utf-8")
    source = (PACKAGE / "errors.py").read_text("utf-8") + (PACKAGE / "cli" / "main.py").read_text("utf-8")

    for code in set(re.findall(r"exit_code = (\d+)", source)) | {"0", "2", "70", "130"}:
        assert f"| {code} |" in readme


def test_every_setting_and_reason_is_documented() -> None:
    from distill.config import FIELDS
    from distill.model import Reason

    settings = (REPOSITORY / "docs" / "settings.md").read_text("utf-8")
    reasons = (REPOSITORY / "docs" / "journal.md").read_text("utf-8")

    for field in FIELDS.values():
        assert f"`{field.name}`" in settings
        assert field.metadata["doc"] in settings
    for reason in Reason:
        assert f"`{reason}`" in reasons


def test_every_command_is_in_the_readme() -> None:
    from distill.cli.main import app

    readme = (REPOSITORY / "README.md").read_text("utf-8")
    for command in app.registered_commands:
        assert f"distill {command.name}" in readme


def test_nothing_in_the_repository_looks_like_a_vendors_key() -> None:
    """Values in a vendor's form are put together at run time, so that no scanner trips over this repository."""
    from distill.redaction.redactor import redact

    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    paths = [REPOSITORY / p for p in tracked.stdout.split("\0") if p.endswith((".py", ".md", ".toml", ".yml", ".json"))]
    found = {
        f"{name(path)}: {kind}"
        for path in paths
        if path.exists() and path.stat().st_size < 200_000
        for kind in redact(path.read_text("utf-8", "replace")).counts()
        if kind.endswith(("-token", "-key")) and kind not in {"api-key", "secret-key"}
    }

    assert found == set()
