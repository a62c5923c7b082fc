"""Pages for the bench of the search: seeded, as the page writer writes them, with ids, paths and scripts."""

import hashlib
import random
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill.model import Lines, Seat, Section
from distill.pages.naming import page_name
from distill.pages.page import Bullet, Page, PageMeta
from distill.pages.render import render

WORDS = tomllib.loads((Path(__file__).parent / "search_words.toml").read_text("utf-8"))
NOUNS, VERBS, SENTENCES = WORDS["nouns"].split(), WORDS["verbs"].split(), WORDS["sentences"]
SEATS = [f"{role}@{rig}" for rig in ("openrig", "mailroom", "harbor") for role in ("lead", "impl", "review", "docs")]
START = datetime(2024, 1, 1, tzinfo=UTC)


def write_pages(sessions: Path, count: int, *, first: int = 0) -> None:
    """Write pages `first` to `first + count`; a page does not depend on how many there are."""
    sessions.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        page, name = made(number)
        (sessions / name).write_text(render(page), "utf-8")


def made(number: int) -> tuple[Page, str]:
    """Make one page, and its name."""
    rng = random.Random(f"page {number}")
    seat, written = Seat(rng.choice(SEATS)), START + timedelta(hours=2 * number)
    sha256 = hashlib.sha256(str(number).encode()).hexdigest()
    ticket = f"RIG-{number // 7 + 1}"
    meta = PageMeta(
        title=f"{rng.randint(2, 30)} PRs merged (#{2 * number}); {ticket} {_things(rng)}",
        date=written,
        seat=seat,
        session_id=str(rng.getrandbits(64)),
        map=f"../maps/{page_name(written, seat, sha256)}",
        map_sha256=sha256,
        engine="extractive",
        tags=(f"seat/{seat}", f"ticket/{ticket}"),
    )
    sections = (
        (Section.ACCOMPLISHED, tuple(_bullet(rng, _done(rng, number)) for _ in range(rng.randint(5, 14)))),
        (Section.DECISIONS, tuple(_bullet(rng, _decision(rng, ticket)) for _ in range(rng.randint(2, 7)))),
        (Section.OPEN_ITEMS, tuple(_bullet(rng, _open(rng, ticket), box=False) for _ in range(rng.randint(1, 8)))),
    )
    return Page(meta, (), sections), page_name(written, seat, sha256)


def _bullet(rng: random.Random, text: str, *, box: bool | None = None) -> Bullet:
    at = rng.randint(1, 400)
    return Bullet(text, Lines(at, at + rng.randint(0, 4)), box)


def _things(rng: random.Random) -> str:
    return " ".join(rng.sample(NOUNS, 2))


def _path(rng: random.Random) -> str:
    return f"src/{rng.choice(NOUNS)}/{rng.choice(NOUNS).replace('-', '_')}.py"


def _done(rng: random.Random, number: int) -> str:
    if rng.random() < 0.02:
        return rng.choice(SENTENCES)
    what = f"{rng.choice(VERBS).capitalize()} the {_things(rng)} in `{_path(rng)}` after {_things(rng)} failed"
    return f"{what} (#{2 * number + rng.randint(0, 3)}, {rng.getrandbits(40):010x})"


def _decision(rng: random.Random, ticket: str) -> str:
    why = f"the {_things(rng)} rose from {rng.randint(20, 90)} ms to {rng.randint(100, 900)} ms under load"
    return f"Decision: keep one {_things(rng)} for {ticket}. Why: {why}. Rejected: a {_things(rng)} per tenant."


def _open(rng: random.Random, ticket: str) -> str:
    waits = f"wait for qitem-{rng.getrandbits(32):08x} from {rng.choice(SEATS)}, then split the {_things(rng)}"
    return f"{ticket} — {_things(rng)}: {waits}. Owner: {rng.choice(SEATS)}."
