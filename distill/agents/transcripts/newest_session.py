"""Where clients keep the transcripts of sessions, and which one is the newest of a folder.

Claude Code: `projects/<the folder with other characters as ->/<session>.jsonl`; Codex: `sessions/<year>/<month>/<day>/
rollout-<time>-<session>.jsonl`, whose head names the folder (measured with 2.1 and 0.171).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from distill.agents import claude_code, codex
from distill.agents.events import safe_id

MOST_LOOKED_AT = 200
"""Rollouts of Codex that are looked into, the newest first."""
HEAD = 16_384
_NOT_IN_SLUG = re.compile(r"[^A-Za-z0-9]")
_CWD = re.compile(rb'"cwd"\s*:\s*("(?:[^"\\]|\\.){0,4096}")')


def find(folders: Iterable[Path], session: str, env: Mapping[str, str]) -> Path | None:
    """Find the transcript of a session, or the newest of the sessions in these folders; None where there is none."""
    wanted = safe_id(session)
    named = _of_session(wanted, env) if wanted else ()
    found = list(named) or ([] if session else list(_of_folders(tuple(folders), env)))
    return max(found, key=_modified, default=None)


def _of_session(session: str, env: Mapping[str, str]) -> Iterator[Path]:
    yield from (claude_code.user_folder(env) / "projects").glob(f"*/{session}.jsonl")
    yield from (codex.user_folder(env) / "sessions").glob(f"*/*/*/rollout-*{session}.jsonl")


def _of_folders(folders: tuple[Path, ...], env: Mapping[str, str]) -> Iterator[Path]:
    for folder in folders:
        slug = _NOT_IN_SLUG.sub("-", str(folder))
        yield from (claude_code.user_folder(env) / "projects" / slug).glob("*.jsonl")
    rollouts = sorted((codex.user_folder(env) / "sessions").glob("*/*/*/rollout-*.jsonl"), key=_modified, reverse=True)
    yield from (path for path in rollouts[:MOST_LOOKED_AT] if _cwd_of(path) in folders)


def _cwd_of(path: Path) -> Path | None:
    try:
        with path.open("rb") as stream:
            match = _CWD.search(stream.read(HEAD))
        return Path(json.loads(match[1])) if match else None
    except (OSError, ValueError):
        return None


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
