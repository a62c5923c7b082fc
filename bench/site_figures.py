"""All figures of the site beside its peers on the same pages: `make bench-site`.

`python bench/site_figures.py [PAGES …] [--write]` (10,000 and 20,000 unless it is said) makes seeded wikis in a scratch
folder and prints a table; with `--write` it goes into docs/figures.md. CPU seconds, so that other work on the machine
counts little; what is not installed is named.
"""

import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import site_floor
import site_serve
import site_wikis
from search import holds, queries
from search_pages import made
from site_readers import MATERIAL, OURS, Reader

from distill.site.cache import PAGES

TIMES = 3
"""Warm builds of each kind; their median is told."""
MARKS = ("<!-- bench-site begins -->\n", "<!-- bench-site ends -->\n")


def main(arguments: list[str]) -> None:
    """Measure each size and print; write it down where that is asked."""
    sizes = [int(argument) for argument in arguments if argument.isdigit()] or [10_000, 20_000]
    rows = ["| pages | what | this | goal |", "|--:|---|--:|--:|"]
    print("\n".join(rows), flush=True)
    colds: list[float] = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            for what, told, goal in measured(site_wikis.made(Path(scratch), size), size, colds, whole=size == sizes[0]):
                rows.append(f"| {size:,} | {what} | {told} | {goal} |")
                print(rows[-1], flush=True)
    if "--write" in arguments:
        _write("\n".join(rows))


def measured(root: Path, size: int, colds: list[float], *, whole: bool) -> Iterator[tuple[str, str, str]]:
    """Give the rows of one size: what, figure, goal."""
    ours = site_wikis.ours(root)
    yield "cold build, everything looked at for secrets: CPU, peak", f"{ours.cpu_s:.1f} s, {ours.peak_mb} MB", ""
    _forget(root)
    ours = site_wikis.ours(root)
    yield "cold build: CPU, peak", f"{ours.cpu_s:.1f} s, {ours.peak_mb} MB", "340 MB"
    yield from _beside_hugo(root, ours)
    stock = site_wikis.material(root) if whole else None
    if stock:
        told = f"{ours.cpu_s / stock.cpu_s:.3f} ({stock.cpu_s:.1f} s, {stock.peak_mb} MB)"
        yield "cold : Material without the plug-in", told, "0.167"
    same = median(site_wikis.ours(root).cpu_s for _ in range(TIMES))
    yield "nothing changed: CPU", f"{same:.2f} s", "1 s"
    added = median(_added(root, size + more) for more in range(TIMES))
    yield "one page added, search included: CPU", f"{added:.2f} s", "1.5 s"
    if stock:
        yield "one page added : Material without the plug-in", f"{added / stock.cpu_s:.3f}", "0.020"
    colds += [ours.cpu_s, added]
    if not whole:
        yield (
            "cold, one page added: times the first size",
            f"{colds[-2] / colds[0]:.2f}, {colds[-1] / colds[1]:.2f}",
            "2.1, 1.5",
        )
        return
    yield from _readers(root, size)
    if site_serve.possible():
        seen, blocked, rest = site_serve.measured(root, size + TIMES)
        yield "`mkdocs serve`: a new page seen", f"{seen:.1f} s", "2 s"
        yield "`mkdocs serve`: a reader waited at most", f"{blocked:.2f} s", "0.5 s"
        yield "`mkdocs serve`: at rest, of a core", f"{100 * rest:.1f} %", "3 %"


def _added(root: Path, number: int) -> float:
    """Add a page, and give what the build costs that shows it."""
    site_wikis.add(root, number)
    return site_wikis.ours(root).cpu_s


def _beside_hugo(root: Path, ours: site_wikis.Cost) -> Iterator[tuple[str, str, str]]:
    hugo = site_wikis.hugo(root)
    told = f"{ours.cpu_s / hugo.cpu_s:.2f} ({hugo.cpu_s:.1f} s, {hugo.peak_mb} MB)" if hugo else "not installed"
    yield "cold : Hugo with a bare template and no search", told, "0.9"
    floor = site_floor.measured(root)
    told = f"{floor.cpu_s:.1f} s" + (f", {floor.cpu_s / hugo.cpu_s:.2f} of Hugo's" if hugo else "")
    yield "what writing and rendering alone cost: CPU", told, ""


def _readers(root: Path, size: int) -> Iterator[tuple[str, str, str]]:
    if shutil.which("chromium") is None:
        yield "in the browser", "Chromium is not installed", ""
        return
    reader, page = Reader(root / "site", root / "a"), f"sessions/{made(size // 2)[1].removesuffix('.md')}/"
    html, whole = reader.page(page)
    yield "a session page: HTML, all, packed", f"{html:.1f} KB, {whole:.0f} KB", "8 KB, 80 KB"
    texts = {path.stem: path.read_text("utf-8") for path in (root / "wiki" / "sessions").glob("*.md")}
    ms, kilobytes, shares = _asked(reader, "find/", OURS, texts, size)
    yield "first result from a cold cache, median", f"{ms:.0f} ms, {kilobytes:.0f} KB", "600 ms, 200 KB"
    yield "ten queries: right of the first ten", f"{shares:.2f}", "1.00"
    if size <= 20_000:
        theirs = _asked(Reader(root / "stock", root / "b"), "", MATERIAL, texts, size)
        yield "the same of Material", f"{theirs[0]:.0f} ms, {theirs[1]:.0f} KB, {theirs[2]:.2f}", ""


def _asked(reader: Reader, path: str, driver: str, texts: dict[str, str], size: int) -> tuple[float, float, float]:
    """Give the median of milliseconds and kilobytes to the first result, and the mean share of right pages."""
    found = [(text, *reader.first(path, text, driver)) for text in queries(size)[:10]]
    shares = []
    for text, _, _, pages in found:
        names = [name for page in pages[:10] if (name := _name(page)) in texts]
        shares.append(sum(holds(texts[name].lower(), text) for name in names) / len(names) if names else 0.0)
    middle = len(found) // 2
    times, sizes = sorted(each[1] for each in found), sorted(each[2] for each in found)
    return times[middle], sizes[middle], sum(shares) / len(shares)


def _name(address: str) -> str:
    match = re.search(r"/sessions/([^/#?]+)", address)
    return match[1].replace("%40", "@") if match else ""


def _forget(root: Path) -> None:
    """Forget all that was made, but not what was looked at."""
    (root / "site").rename(root / "site-before")  # a disk that has just deleted it makes new files more slowly
    for file in (root / ".distill").glob("site-*.sqlite"):
        db = sqlite3.connect(file, isolation_level=None)
        for table in PAGES:
            db.execute(f"delete from {table}")
        db.close()


def _write(table: str) -> None:
    path = Path(__file__).parent.parent / "docs" / "figures.md"
    text = path.read_text("utf-8")
    before, _, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    path.write_text(f"{before}{MARKS[0]}{table}\n{MARKS[1]}{after}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
