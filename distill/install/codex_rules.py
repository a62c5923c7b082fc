"""The continuity rules where Codex reads them: a block in AGENTS.md, and a compact prompt where Codex compacts itself.

What a PreCompact hook prints never reaches the summary there. Codex does not start when the prompt file that its
settings name is missing: the file is made before the key, and the key goes before the file.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from distill.agents import codex
from distill.agents.client import Scope
from distill.agents.codex_compaction import CodexCompaction
from distill.compaction import rules
from distill.errors import ConfigError
from distill.install import exact_write, managed_block

HEADING = "## When this conversation is compacted\n\nThe summary follows these rules:\n"
PROMPT_FILE = "distill-compact-prompt.md"
KEY = "experimental_compact_prompt_file"
BYTE_ORDER_MARK = "\ufeff"
MARK = "# distill: `distill uninstall` takes this line out again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The files of a scope."""

    agents: Path
    config: Path
    prompt: Path


def places(scope: Scope, root: Path, env: Mapping[str, str]) -> Places:
    """Name the files of a scope."""
    folder = codex.folder_of(scope, root, env)
    agents = (folder if scope is Scope.USER else root) / "AGENTS.md"
    return Places(agents=agents, config=folder / "config.toml", prompt=folder / PROMPT_FILE)


def install(where: Places, chosen: tuple[int, ...], compaction: CodexCompaction) -> list[Path]:
    """Write the rules; give the files that were changed. Raises ConfigError."""
    if not chosen:
        return uninstall(where)
    lines = "\n".join(rules.texts(chosen))
    changed = _exchanged(where.agents, managed_block.put(_text(where.agents), f"{HEADING}\n{lines}", _known()))
    if compaction.is_remote or _has_prompt_of_its_own(where, compaction):
        return [*changed, *_without_prompt(where)]
    prompt = "\n".join(rules.template("compact-prompt.md")) + f"\n\n{lines}\n"
    changed += _exchanged(where.prompt, prompt)
    return [*changed, *_exchanged(where.config, _with_key(_text(where.config) or "", where.prompt))]


def uninstall(where: Places) -> list[Path]:
    """Take the rules out, to the byte; give the files that were changed. Raises ConfigError."""
    text = _text(where.agents)
    changed = _exchanged(where.agents, managed_block.take_out(text, _known())) if text is not None else []
    return [*changed, *_without_prompt(where)]


def written_inside(where: Places) -> list[str]:
    """List the lines that a person wrote into our block: they are kept when it is renewed or taken out."""
    return managed_block.written_inside(_text(where.agents) or "", _known())


def is_installed(where: Places) -> bool:
    """Tell whether the rules stand in AGENTS.md. Raises ConfigError."""
    return managed_block.has(_text(where.agents) or "")


def _known() -> list[str]:
    """List the lines that a block of ours may hold, whichever rules were chosen."""
    return [*HEADING.split("\n"), *rules.texts(rules.SETS["full"])]


def _without_prompt(where: Places) -> list[Path]:
    """Take the key out, then the file."""
    text = _text(where.config)
    changed = _exchanged(where.config, _without_key(text)) if text is not None else []
    if (prompt := exact_write.read(where.prompt)) is not None and not _is_named(where):
        exact_write.delete(where.prompt, expected=prompt)
        changed.append(where.prompt)
    return changed


def _has_prompt_of_its_own(where: Places, compaction: CodexCompaction) -> bool:
    ours = _text(where.config) or ""
    return any(path != where.config or MARK not in ours or key != KEY for path, key in compaction.prompt)


def _with_key(text: str, prompt: Path) -> str:
    """Put the key before everything else: behind a table's head it would be the table's."""
    newline = "\r\n" if "\r\n" in text else "\n"
    start = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    rest = (_without_key(text) or "").removeprefix(start)
    return f"{start}{KEY} = {json.dumps(str(prompt), ensure_ascii=False)} {MARK}{newline}{rest}"


def _without_key(text: str) -> str | None:
    """Take our line out; None where nothing else was in the file."""
    start = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    lines = text.removeprefix(start).splitlines(keepends=True)
    kept = start + "".join(line for line in lines if not (line.startswith(KEY) and MARK in line))
    return None if lines and not kept and kept != text else kept


def _is_named(where: Places) -> bool:
    return PROMPT_FILE in (_text(where.config) or "")


def _text(path: Path) -> str | None:
    data = exact_write.read(path)
    if data is None:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise ConfigError(f"{path} is not UTF-8. Nothing was changed.") from None


def _exchanged(path: Path, text: str | None) -> list[Path]:
    """Write a text, or delete the file where there is none; give the file where that changed anything."""
    before = exact_write.read(path)
    after = None if text is None else text.encode("utf-8")
    if before == after:
        return []
    if after is None:
        exact_write.delete(path, expected=before or b"")
        return [path]
    exact_write.make_folders(exact_write.folder_of(path))
    exact_write.write(path, after, expected=before)
    return [path]
