"""Makes the example wiki of this repository again: `python tests/make_example_wiki.py [NEW-MAP.md …]`.

A page is made from its map in `wiki/maps` by the extractive engine; those by a model stay as they are. A map that is
named becomes a page. The wiki's list of constraints is left alone: what holds in an invented project binds no session
in this one.
"""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from distill import pipeline
from distill.config import Settings
from distill.outcome import Failed
from distill.pages.read import parse
from distill.rebuild.remake import remade

WIKI = Path(__file__).parent.parent / "wiki"
SETTINGS = Settings(engine="extractive", constraints=False)


def pages_today(wiki: Path = WIKI) -> Iterator[tuple[Path, str]]:
    """Give each extractive page of the example wiki, and the text that it would have today."""
    for path in sorted((wiki / "sessions").glob("*@*.md")):
        text = path.read_text("utf-8")
        meta = parse(text).meta
        if meta.engine == "extractive":
            made = remade(text, (path.parent / meta.map).read_text("utf-8"), SETTINGS)
            yield path, made.text or made.trouble


def add(path: Path, wiki: Path = WIKI) -> None:
    """Make the page of a new map."""
    raw = pipeline.read_map(path, SETTINGS)
    with tempfile.TemporaryDirectory() as state:
        assert not isinstance(raw, Failed), raw
        print(pipeline.run(raw, SETTINGS, pipeline.Place(wiki=wiki, state=Path(state)), env={}))


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        add(Path(argument))
    for page, text in pages_today():
        if page.read_text("utf-8") != text:
            print(f"made again: {page.name}")
            page.write_text(text, "utf-8")
