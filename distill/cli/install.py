"""`distill install` and `distill uninstall`: our hooks in the settings of a client."""

import json
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from distill import project
from distill.agents.client import Scope

if TYPE_CHECKING:
    from distill.install.installer import Change, Place
    from distill.install.skills import Skill


class Agent(StrEnum):
    """The clients that can be named."""

    CLAUDE_CODE = "claude-code"
    CODEX = "codex"


PUT_IN, TAKEN_OUT = "continuity rules put in", "continuity rules taken out"


class Rules(NamedTuple):
    """Files that the continuity rules were put into, or taken out of."""

    files: Sequence[Path] = ()
    verb: str = TAKEN_OUT
    kept: Sequence[str] = ()
    """Lines that a person had written among ours."""


Named = Annotated[Agent, typer.Option("--agent", help="The client whose settings are changed.")]
Scoped = Annotated[
    Scope, typer.Option("--scope", help="This project's settings, or the person's own for all projects.")
]
WithSkills = Annotated[
    bool, typer.Option("--skills", help="Put the skills there too: restore-map, brain-dump (in Claude Code also /+).")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


WithRules = Annotated[
    bool, typer.Option("--rules/--no-rules", help="Codex: also put the continuity rules into AGENTS.md.")
]


def install(
    *,
    agent: Named,
    scope: Scoped = Scope.PROJECT,
    rules: WithRules = True,
    with_skills: WithSkills = False,
    as_json: AsJson = False,
) -> None:
    """Put the hook into a client's settings, behind what is there; a second time changes nothing."""
    from distill.install import installer, skills

    place = _place(agent, scope)
    change = installer.install(place, installer.command(sys.executable, windows=os.name == "nt"))
    done = skills.install(place, _root(), os.environ) if with_skills else []
    _tell(place, change, done, _rules(agent, scope, put_in=rules), as_json=as_json)
    if not as_json and change is not installer.Change.UNCHANGED:
        typer.echo(f"{place.client.after_install}\nCheck it: distill doctor")
        typer.echo(f"{_of_this_computer(place, _root())}{_hint(place)}", nl=False)


def uninstall(*, agent: Named, scope: Scoped = Scope.PROJECT, as_json: AsJson = False) -> None:
    """Take the hook out of a client's settings; they are again what they were, unless others changed them since."""
    from distill.install import installer, skills

    place = _place(agent, scope)
    done = skills.uninstall(place, _root(), os.environ)
    rules = _rules(agent, scope, put_in=False)  # before the hook, which takes the folder along where that is empty
    _tell(place, installer.uninstall(place), done, rules, as_json=as_json)


def _place(agent: Agent, scope: Scope) -> "Place":
    from distill.agents.clients import CLIENTS
    from distill.install import installer

    return installer.place_of(CLIENTS[agent], scope, _root(), os.environ)


def _root() -> Path:
    return Path(project.find_root(str(Path.cwd())))


def _rules(agent: Agent, scope: Scope, *, put_in: bool) -> Rules:
    """Put the continuity rules where Codex reads them, or take them out; tell what was changed."""
    if agent is not Agent.CODEX:
        return Rules()
    from distill import config
    from distill.agents import codex_compaction
    from distill.install import codex_rules

    where = codex_rules.places(scope, _root(), os.environ)
    kept = codex_rules.written_inside(where)
    if not put_in:
        return Rules(codex_rules.uninstall(where), kept=kept)
    chosen = config.load(_root(), env=os.environ).continuity.rules
    changed = codex_rules.install(where, chosen, codex_compaction.read(_root(), os.environ))
    return Rules(changed, PUT_IN if chosen else TAKEN_OUT, kept)


def _tell(place: "Place", change: "Change", skills: "list[Skill]", rules: Rules, *, as_json: bool) -> None:
    if as_json:
        told = {"agent": place.client.name, "scope": place.scope, "file": str(place.file), "change": change}
        files = [{"file": str(s.file), "change": s.change, "kept": s.is_foreign} for s in skills]
        more = {"skills": files, "rules": [str(path) for path in rules.files], "kept": list(rules.kept)}
        typer.echo(json.dumps(told | {k: v for k, v in more.items() if v}, ensure_ascii=False, indent=1))
        return
    typer.echo(f"{change}: {place.client.title}, {place.scope}: {place.file}")
    for path in rules.files:
        typer.echo(f"{rules.verb}: {path}")
    for line in rules.kept:
        typer.echo(f"kept, it is not ours{' (now below our block)' if rules.verb == PUT_IN else ''}: {line}")
    for skill in skills:
        typer.echo(f"kept, it is not ours: {skill.file}" if skill.is_foreign else f"{skill.change}: {skill.file}")


def _hint(place: "Place") -> str:
    """Say what is easily missed: Claude Code looks for settings in the folder it is started in, and nowhere above."""
    folder = place.file.parent.parent
    if place.client.name != Agent.CLAUDE_CODE or place.scope is Scope.USER or folder == Path.cwd():
        return ""
    return (
        f"These settings count for sessions that are started in {folder}; "
        "for worktrees and folders below it, install with --scope user.\n"
    )


def _of_this_computer(place: "Place", root: Path) -> str:
    """Say that the file holds a path of this computer, where git would show it to others."""
    if place.scope is Scope.USER or not (root / ".git").exists():
        return ""
    return (
        f"The entry names this computer's interpreter by its full path: do not commit {place.file.relative_to(root)}. "
        "Others install it themselves, or take the plug-in, which finds its own. --scope user keeps it out of git.\n"
    )
