"""What the search costs, and whether it answers: making the index, one page added, ten kinds of query.

`python bench/search.py [PAGES ...]` makes seeded wikis in a scratch folder. CPU seconds of this process; `right` is the
share of the first ten pages that hold every word of the query, judged on their files by another rule than the search's.
"""

import re
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from search_pages import made, write_pages

from distill.search import store
from distill.search.find import find
from distill.search.query import parse
from distill.search.refresh import refresh

HOUR_NS = 3600 * 10**9
ROUNDS = 5


def main(counts: list[int]) -> None:
    """Measure each size and print."""
    print("| pages | made | size | nothing new | one added | one changed | query, mean | query, worst | right |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            print(measured(Path(scratch), count), flush=True)


def measured(root: Path, count: int) -> str:
    """Measure one size; give a row of the table."""
    sessions, index = root / "sessions", root / "index.db"
    write_pages(sessions, count)
    first = timed(lambda: update(index, sessions))
    size = index.stat().st_size / 1e6
    nothing = timed(lambda: update(index, sessions))
    write_pages(sessions, 1, first=count)
    added = timed(lambda: update(index, sessions))
    with (sessions / made(count)[1]).open("a", encoding="utf-8") as page:
        page.write("- [ ] RIG-0 — one more (L3)\n")
    changed = timed(lambda: update(index, sessions))
    times, shares = asked(index, sessions, queries(count))
    return (
        f"| {count:,} | {first:.2f} s | {size:.0f} MB | {nothing:.3f} s | {added:.3f} s | {changed:.3f} s "
        f"| {1000 * sum(times) / len(times):.0f} ms | {1000 * max(times):.0f} ms | {sum(shares) / len(shares):.2f} |"
    )


def timed(body: Callable[[], object]) -> float:
    """Give the CPU seconds of something."""
    started = time.process_time()
    body()
    return time.process_time() - started


def update(index: Path, sessions: Path) -> int:
    """Open the index and bring it up to date, as the command does."""
    with store.opened(index) as connection:
        return refresh(connection, sessions, now_ns=time.time_ns() + HOUR_NS)


def queries(count: int) -> list[str]:
    """Give ten kinds of query, with ids that the pages hold."""
    page, name = made(count // 2)
    text = str(page.sections)
    commit, path = re.findall(r"[0-9a-f]{10}", text)[0], re.findall(r"src/[\w/.-]+\.py", text)[0]
    ticket = next(tag for tag in page.meta.tags if tag.startswith("ticket/")).removeprefix("ticket/")
    words = ["downvote", "retry budget", ticket, f"#{count}", commit, path, str(page.meta.seat)]
    return [
        *words,
        "circuit-breaker rate-limit",
        "修复了队列",
        "повторов",
        re.findall(r"qitem-\w+", text)[0],
        name[-11:-3],
    ]


def asked(index: Path, sessions: Path, texts: list[str]) -> tuple[list[float], list[float]]:
    """Ask each query several times; give the middle CPU times, and the shares of right answers."""
    times, shares = [], []
    with store.opened(index) as connection:
        for text in texts:
            query = parse(text)
            times.append(sorted(timed(lambda query=query: find(connection, query, limit=10)) for _ in range(ROUNDS))[2])
            hits = find(connection, query, limit=10).hits
            pages = [(sessions / hit.name).read_text("utf-8").lower() for hit in hits]
            shares.append(sum(holds(page, text) for page in pages) / len(pages) if pages else 0.0)
    return times, shares


def holds(page: str, query: str) -> bool:
    """Tell whether a page holds each word of a query whole."""
    return all(
        re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", page) if word.isascii() else word in page
        for word in query.lower().split()
    )


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1000, 5000])
