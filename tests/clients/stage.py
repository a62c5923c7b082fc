"""Where the checks play: a scratch folder, the clients, and what a session left in its project."""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from prepare import REPOSITORY
from worlds import journal, outcomes, pages, wait_for

PAGE_WAIT_S = 20.0
GONE_WAIT_S = 15.0
AFTER_HOOK_S = 0.2
"""When a session is ended after its hook returned."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What the checks of one run share."""

    work: Path
    claude: str
    codex: str
    record: Path | None


Check = Callable[[Stage], list[str]]
"""Holds a session; returns what went wrong."""


def troubles_of(project: Path, sources: tuple[str, ...] = ("",), *, events: int = 0) -> list[str]:
    """Wait for the one page of a project and say what is not as it should be.

    `sources`: what it may be made of instead of a restore map; `events`: how many ends the journal must hold.
    """
    try:
        written = wait_for(project, "written", seconds=PAGE_WAIT_S)
        until = time.monotonic() + PAGE_WAIT_S
        while time.monotonic() < until and len(_ends(project)) < events:
            time.sleep(0.1)
    except AssertionError as error:
        return [str(error)]
    time.sleep(1)  # for a second page, which must not come
    found, ends = pages(project), _ends(project)
    troubles = [f"{len(found)} pages"] if len(found) != 1 else []
    source = written[0].get("source", "")
    if source not in sources:
        troubles.append(f"made of {source or 'the restore map'}")
    if source and found and f"source: {source}" not in found[0].read_text("utf-8"):
        troubles.append(f"the page does not say source: {source}")
    others = [end for end in ends if not end.startswith(("written", "skipped:duplicate"))]
    if others or len(ends) < events:
        troubles.append(f"the journal says {outcomes(project)}")
    return troubles


def dispatched(project: Path, seconds: float = 60.0) -> bool:
    """Wait until a hook has done its work: this is the last it writes."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if "dispatched" in outcomes(project):
            return True
        time.sleep(0.01)
    return False


def living(mark: str, word: str = "distill") -> list[str]:
    """List the commands of living processes with a mark in their environment and a word in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if marked and word in command:
            found.append(command)
    return found


def left_over(mark: str) -> list[str]:
    """Say which of our processes stay, after some time to end."""
    until = time.monotonic() + GONE_WAIT_S
    while (alive := living(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    return [f"still there: {command[:150]}" for command in alive]


def copy_of_repository(folder: Path) -> Path:
    """Copy what git tracks, as a marketplace hands it out: without the environment of a checkout."""
    listed = subprocess.run(["git", "-C", str(REPOSITORY), "ls-files", "-z"], capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (REPOSITORY / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(REPOSITORY / name, target)
    return folder


def link_distill(folder: Path) -> None:
    """Put `distill` into a folder of PATH as pipx and uv do: a link into an environment."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "distill").symlink_to(Path(sys.executable).parent / "distill")


def record(folder: Path | None, client: str, events: list[dict[str, object]]) -> None:
    """Keep one example of each event that is not kept yet, with neutral paths."""
    for event in events if folder else ():
        name = f"{client}.{event['hook_event_name']}.{event.get('source') or event.get('trigger') or 'any'}.json"
        neutral = {k: "@@PROJECT@@" if k == "cwd" else v for k, v in event.items()}
        if neutral.get("transcript_path"):
            neutral["transcript_path"] = "@@PROJECT@@/transcript.jsonl"
        if not (folder / name).exists():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(json.dumps(neutral, indent=1, ensure_ascii=False) + "\n", "utf-8")


def record_told(folder: Path | None, name: str, told: dict[str, object], places: dict[str, str]) -> None:
    """Keep what a restore came to, where that is not kept yet; `places`: paths of this run and their marks."""
    path = folder / "restores" / f"{name.replace(' ', '-')}.json" if folder else None
    if path is None or path.exists():
        return
    text = json.dumps(told, indent=1, ensure_ascii=False)
    for found, mark in sorted(places.items(), key=lambda pair: -len(pair[0])):
        text = text.replace(found, mark)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", "utf-8")


def _ends(project: Path) -> list[str]:
    names = outcomes(project)
    begun = ("dispatched", "compared")
    return [name for name, row in zip(names, journal(project), strict=False) if row["outcome"] not in begun]
