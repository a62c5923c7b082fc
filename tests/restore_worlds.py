"""A project with files, a map that lists them, and a recorded transcript whose paths lead there."""

import os
from datetime import datetime
from pathlib import Path

from distill.restore.examine import Examined, Question, examine

SAMPLES = Path(__file__).parent / "transcripts" / "samples"
FILES = {
    "whole": 60, "part": 80, "two": 400, "one": 5, "other": 5, "searched": 20, "numbered": 400, "by_program": 3,
    "inside": 7, "tail": 300, "changed": 12, "before": 9, "unread": 30, "loop": 4, "again": 50,
}  # fmt: skip
OLD = datetime.fromisoformat("2026-11-30T02:00:00+00:00").timestamp()
WRITTEN = "2026-11-30T02:10:00Z"


def rules(count: int, tail: str = "") -> str:
    return "".join(f"rule {i}{tail}\n" for i in range(1, count + 1))


def put(path: Path, content: str | bytes, *, at: float = OLD) -> Path:
    """Write a file that was changed at a time last."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    os.utime(path, (at, at))
    return path


def a_project(folder: Path, **lines: int) -> Path:
    """Make the files that the recorded sessions read; all of them older than the map."""
    for name, count in {**FILES, **lines}.items():
        put(folder / "docs" / f"{name}.md", rules(count))
    put(folder / "docs" / "huge.md", rules(4000, " " + "x" * 90))
    put(folder / "docs" / "capped.md", rules(1400, " " + "y" * 80))
    return folder


def a_list(*entries: str, more: tuple[str, ...] = (), written: str = WRITTEN, said: str = "") -> str:
    """Write a map whose list has these entries above its first tier line, and more below it."""
    rows = [f"| {n} | `{entry}` | ~10 | it matters |" for n, entry in enumerate(entries, 1)]
    below = [f"| {n} | `{entry}` | ~10 | later |" for n, entry in enumerate(more, len(entries) + 1)]
    table = "\n".join(
        [*rows, "| — | Tier 1 line | | ~100 |", *below, *(["| — | Tier 2 line | | ~200 |"] if more else [])]
    )
    return (
        f"# Restore map - lead@plantshop\n\nWritten: {written}\n\n## Summary\nAll is well. {said}\n\n"
        "## Active Work\n### PLT-19 - Skip watering on rainy days\n- What to do next:\n"
        "  1. Wait for the dev-seat result\n\n"
        f"## Ranked Reading List\n\n| # | Path | ~tokens | Why |\n|---|---|---|---|\n{table}\n\n"
        "<!-- end of restore map -->\n"
    )


def recorded(name: str, folder: Path, *, of: str, rows: slice = slice(None)) -> Path:
    """Copy a recorded transcript, its project's folder (`of`) turned into a real one."""
    lines = (SAMPLES / name).read_text("utf-8").splitlines(keepends=True)[rows]
    path = folder.parent / name
    path.write_text("".join(lines).replace(of, str(folder)), "utf-8")
    return path


def examined(folder: Path, map_path: Path, transcript: Path | str, tier: int | None = None) -> Examined:
    return examine(Question(map=map_path, transcript=str(transcript), cwd=str(folder), root=folder, tier=tier))


def verdicts(found: Examined) -> dict[str, str]:
    return {row.row.entry: str(row.verdict) for row in found.rows}
