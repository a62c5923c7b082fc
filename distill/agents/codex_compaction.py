"""How Codex compacts: by itself with a prompt that can be replaced, or at the provider's with one that cannot.

Measured with 0.171.0: the built-in provider `openai` and every provider whose name is OpenAI or Azure compact
remotely, and send no prompt of ours, whatever the settings say.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distill.agents import codex

PROMPT_KEYS = ("compact_prompt", "experimental_compact_prompt_file")
REMOTE = frozenset({"openai", "azure"})
DEFAULT = "openai"


@dataclass(frozen=True, slots=True, kw_only=True)
class CodexCompaction:
    """What the settings of Codex say about compaction."""

    provider: str
    """The provider's name as Codex tells it from others."""
    is_remote: bool
    prompt: tuple[tuple[Path, str], ...] = ()
    """The files that name a prompt of their own, and the key."""


def read(root: Path, env: Mapping[str, str]) -> CodexCompaction:
    """Read it from the person's settings and the project's; files that do not parse count as not there."""
    files = [(path, _values(path)) for path in codex.config_files(root, env)]
    merged: dict[str, Any] = {}
    for _, values in files:
        merged = {**merged, **values, "model_providers": {**_table(merged), **_table(values)}}
    provider = str(merged.get("model_provider") or DEFAULT)
    own = _table(merged).get(provider)
    name = str(own.get("name") or provider) if isinstance(own, dict) else provider
    prompts = tuple((path, key) for path, values in files for key in PROMPT_KEYS if values.get(key))
    return CodexCompaction(provider=name, is_remote=name.strip().lower() in REMOTE, prompt=prompts)


def _table(values: Mapping[str, Any]) -> dict[str, Any]:
    table = values.get("model_providers")
    return table if isinstance(table, dict) else {}


def _values(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
