"""The documents: their links lead somewhere, and what they tell to type can be typed."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from documents import DOCUMENTS, REPOSITORY, anchors, commands, links
from typer.main import get_command

from distill.cli.main import app


def name(path: Path) -> str:
    return str(path.relative_to(REPOSITORY))


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    broken = [link for link in links(path.read_text("utf-8")) if not leads_somewhere(path, link)]

    assert broken == []


def leads_somewhere(path: Path, link: str) -> bool:
    file, _, anchor = unquote(link).partition("#")
    if "://" in file or file.startswith("mailto:"):
        return True
    target = (path.parent / file) if file else path
    return target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))


def test_the_readme_leads_to_every_document() -> None:
    told = {link.partition("#")[0] for link in links((REPOSITORY / "README.md").read_text("utf-8"))}

    assert {name(path) for path in DOCUMENTS[1:]} <= told


@pytest.mark.parametrize("path", DOCUMENTS, ids=name)
def test_every_command_that_is_told_can_be_typed(path: Path) -> None:
    wrong = [" ".join(words) for words in commands(path.read_text("utf-8")) if trouble(words)]

    assert wrong == []


def trouble(words: list[str]) -> str:
    """Tell what is wrong with a command: a name or an option that there is not."""
    command: Any = get_command(app)
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        known = command.commands.get(words[0])
        if known is None:
            return f"no command {words[0]}"
        command, words = known, words[1:]
    options = {opt for param in command.params for opt in (*param.opts, *param.secondary_opts)} | {"--help", "-h"}
    return " ".join(
        word for word in before_dashes(words) if word.startswith("--") and word.partition("=")[0] not in options
    )


def before_dashes(words: list[str]) -> list[str]:
    return words[: words.index("--")] if "--" in words else words


def test_a_command_that_is_not_there_is_found() -> None:
    assert trouble(["run", "--no-such-option"])
    assert trouble(["rnu"])
    assert not trouble(["map", "check", "--fix", "FILE"])
    assert list(commands("```sh\nls | distill redact --report x 2> y # z\n```\n`distill init`")) == [
        ["redact", "--report", "x", "y"],
        ["init"],
    ]
