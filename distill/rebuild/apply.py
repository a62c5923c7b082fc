"""Putting a page that was made again in its place: never over what a person wrote or raised."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from distill import files
from distill.model import Confidence
from distill.pages import review
from distill.pages.read import parse
from distill.pages.seal import is_as_written, seal_of
from distill.pages.store import MAPS
from distill.rebuild.candidates import Candidate
from distill.rebuild.remake import Remade

MOST_PROPOSALS = 9
"""Beside one page; so many only where a person changed each of them."""


class Done(StrEnum):
    """What became of a page."""

    CURRENT = "current"
    UPDATED = "updated"
    PROPOSED = "proposed"
    """A person's page stays; the new version lies beside it."""
    ASKED = "asked"
    """A model would be asked; only said where nothing is done."""
    LEFT = "left"
    """It could not be made again, and stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of a page, and why."""

    done: Done
    path: Path
    why: str = ""


def apply(candidate: Candidate, remade: Remade, wiki: Path, tmp: Path | None) -> Applied:
    """Write a page, or its proposal, where it differs; without `tmp` only say what would be done. Raises OSError."""
    path = candidate.path
    if remade.trouble:
        return Applied(done=Done.LEFT, path=path, why=remade.trouble)
    if (remade.text, remade.archived) == (candidate.text, candidate.archived) or _nothing_new(candidate, remade):
        return Applied(done=Done.CURRENT, path=path)
    if not _is_ours(candidate):
        return _propose(path, remade.text, tmp)
    if tmp is not None and not _put(candidate, remade, wiki, tmp):
        return Applied(done=Done.LEFT, path=path, why="it, or its map, was changed while it was made again")
    return Applied(done=Done.UPDATED, path=path)


def proposal(path: Path, number: int = 1) -> Path:
    """Name a proposal of a page: beside it, and hidden, so that no builder publishes it."""
    return path.with_name(f".{path.name}{f'.{number}' if number > 1 else ''}.proposed")


def lowered(candidate: Candidate, tmp: Path | None) -> Candidate:
    """Drop a confidence that a change has outlived; give the candidate as it is then. Raises OSError."""
    if not review.outlived(candidate.text, candidate.page.meta):
        return candidate
    text = review.dropped(candidate.text)
    if tmp is not None and not _rewritten(candidate.path, candidate.text, text, tmp):
        return candidate
    return Candidate(path=candidate.path, text=text, page=parse(text), archived=candidate.archived)


def _put(candidate: Candidate, remade: Remade, wiki: Path, tmp: Path) -> bool:
    """Write map and page unless one of them is not what was read any more; tell whether both were. Raises OSError."""
    archive = wiki / MAPS / candidate.page.meta.map.rpartition("/")[2]
    if (_as_on_disk(candidate.path), _as_on_disk(archive)) != (candidate.text, candidate.archived):
        return False
    # The page first: what was taken out of its map is counted on it, and a map without it tells nothing of that.
    if not _rewritten(candidate.path, candidate.text, remade.text, tmp):
        return False
    return remade.archived == candidate.archived or _rewritten(archive, candidate.archived, remade.archived, tmp)


def _rewritten(path: Path, before: str, after: str, tmp: Path) -> bool:
    """Replace a text; whoever saved another one while the draft went to the disk wins. Raises OSError."""
    try:
        return files.rewrite(path, after.encode("utf-8"), expected=before.encode("utf-8"), tmp=tmp)
    except FileNotFoundError:
        if path.exists():
            raise
        return False


def _nothing_new(candidate: Candidate, remade: Remade) -> bool:
    """Tell whether the page, as it was before a person changed or raised it, is what would be made today."""
    return candidate.page.meta.seal == seal_of(remade.text) and remade.archived == candidate.archived


def _is_ours(candidate: Candidate) -> bool:
    return candidate.page.meta.confidence is Confidence.LOW and is_as_written(candidate.text)


def _propose(path: Path, text: str, tmp: Path | None) -> Applied:
    """Lay a proposal beside a page; one that a person worked on stays, and the new one gets another name."""
    places = [proposal(path, number) for number in range(1, MOST_PROPOSALS + 1)]
    if any(_as_on_disk(place) == text for place in places):
        return Applied(done=Done.CURRENT, path=path)
    beside = next((place for place in places if _may_be_replaced(place)), None)
    if beside is None:
        return Applied(done=Done.LEFT, path=path, why=f"{MOST_PROPOSALS} proposals beside it were changed; clear some")
    if tmp is not None and not _laid(beside, text, tmp):
        return Applied(done=Done.LEFT, path=path, why=f"{beside.name} was changed while it was made again")
    return Applied(done=Done.PROPOSED, path=path, why=f"a person changed or reviewed it; see {beside.name}")


def _may_be_replaced(place: Path) -> bool:
    """Tell whether no file is at a place, or one that is as it was written."""
    return not place.is_file() or is_as_written(_as_on_disk(place) or "")


def _laid(beside: Path, text: str, tmp: Path) -> bool:
    """Write a proposal; whoever saved the older one in the meantime wins. Raises OSError."""
    before = _as_on_disk(beside)
    if before is None:
        files.replace(beside, text, tmp=tmp)
        return True
    return _rewritten(beside, before, text, tmp)


def _as_on_disk(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
