"""The skills that come with distill: which files, and where each client looks for them.

Claude Code reads `.claude/skills/<name>/SKILL.md` and starts it with `/<name>`; a skill named `+` works there, as a
project's or a person's own, so `/+` is the brain dump too. Codex reads `.agents/skills` and its own `skills` folder,
starts one with `$<name>`, and knows from `agents/openai.yaml` that only a person may (measured with 2.1 and 0.171).
"""

from collections.abc import Mapping
from pathlib import Path

import distill
from distill.agents import claude_code, codex
from distill.agents.client import Scope

SHORT = "+"
"""The short name of the brain dump in Claude Code."""
_NAME_LINE = b"\nname: brain-dump\n"


def folder_of(client: str, scope: Scope, root: Path, env: Mapping[str, str]) -> Path:
    """Name the folder in which a client looks for skills."""
    if client == claude_code.CLIENT.name:
        return (claude_code.user_folder(env) if scope is Scope.USER else root / ".claude") / "skills"
    return codex.user_folder(env) / "skills" if scope is Scope.USER else root / ".agents" / "skills"


def files_of(client: str) -> dict[str, bytes]:
    """Give the files of all skills for a client, by their path below its folder of skills. Raises OSError."""
    source = _source()
    found = {str(path.relative_to(source)): path.read_bytes() for path in sorted(source.rglob("*")) if path.is_file()}
    if client == codex.CLIENT.name:
        return found
    dump = found["brain-dump/SKILL.md"]
    plain = {name: data for name, data in found.items() if not name.endswith("openai.yaml")}
    return {**plain, f"{SHORT}/SKILL.md": dump.replace(_NAME_LINE, b'\nname: "' + SHORT.encode() + b'"\n', 1)}


def _source() -> Path:
    """Find the skills: in an installed package inside it, in a checkout beside it."""
    package = Path(distill.__file__).absolute().parent
    inside = package / "skills"
    return inside if inside.is_dir() else package.parent / "skills"
