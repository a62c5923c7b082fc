"""What writing and rendering alone cost: pages read, put through cmark, and as many files of the same sizes written.

`python bench/site_floor.py FILES WIKI TARGET`; FILES: a JSON list of path and size of each file of a built site.
Nothing that a wiki is for is in it: no front matter, theme, lists, links, search, state. The bench of the site runs it
beside Hugo, so that a reader sees what part of a goal is left for all of that.
"""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import site_wikis
from cmarkgfm import cmark

EXTENSIONS = ["table", "strikethrough"]
UNPAGED = ("assets/", "find/", "pages.jsonl", "sitemap")
"""Files of the site that are not pages and not their Markdown."""


def measured(root: Path) -> site_wikis.Cost:
    """Give what it costs for the site that was built from the wiki of a project."""
    site, listed = root / "site", root / "floor.json"
    found = (path for path in sorted(site.rglob("*")) if path.is_file())
    files = [(path.relative_to(site).as_posix(), path.stat().st_size) for path in found]
    listed.write_text(json.dumps([file for file in files if not file[0].startswith(UNPAGED)]), "utf-8")
    command = [sys.executable, __file__, str(listed), str(root / "wiki" / "sessions"), str(root / "floor")]
    return site_wikis.cost(command, root)


def main(listed: Path, wiki: Path, target: Path) -> None:
    """Read, render and write."""
    files = json.loads(listed.read_text("utf-8"))
    for entry in os.scandir(wiki):
        with open(entry.path, "rb", buffering=0) as page:  # noqa: PTH123 - the quickest way, as in the product
            cmark.markdown_to_html_with_extensions(page.read().decode("utf-8"), 0, EXTENSIONS)
    _write(files, target)


def _write(files: Iterable[tuple[str, int]], target: Path) -> None:
    filler, there = memoryview(bytes(max(size for _, size in files))), set[str]()
    for path, size in files:
        whole = f"{target}/{path}"
        if (folder := os.path.dirname(whole)) not in there:  # noqa: PTH120 - as above
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - as above
            there.add(folder)
        out = os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.write(out, filler[:size])
        os.close(out)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
