"""What index pages cost, in CPU seconds: `python bench/index_pages.py [SESSIONS]`.

From a catalogue in memory (as the plug-in has it), and as `distill index` on the disk: the first time, with nothing
changed, and with one session added.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from search_pages import write_pages

from distill.site import on_disk
from distill.site.catalogue import SESSIONS, read_catalogue
from distill.site.document_html import to_html
from distill.site.document_markdown import to_markdown
from distill.site.indexes.all import indexes

Result = TypeVar("Result")


def main(count: int) -> None:
    """Make a seeded wiki, measure, print."""
    with tempfile.TemporaryDirectory() as scratch:
        wiki, state = Path(scratch) / "wiki", Path(scratch) / ".distill"
        state.mkdir()
        write_pages(wiki / SESSIONS, count)
        print(f"{count} sessions, CPU s")
        catalogue = timed("read all pages", lambda: read_catalogue(wiki))
        documents = timed("make all index pages", lambda: [i.make() for i in indexes(catalogue, registry=False)])
        html = timed("write them as HTML", lambda: [to_html(d, address=lambda path: path).html for d in documents])
        text = timed("write them as Markdown", lambda: [to_markdown(each) for each in documents])
        print(f"  {len(documents)} index pages, {_mb(html)} MB of HTML, {_mb(text)} MB of Markdown")
        for name in ("distill index: the first time", "nothing changed", "one session added"):
            if name == "one session added":
                write_pages(wiki / SESSIONS, 1, first=count)
            time.sleep(2.1)  # a file that was just changed is read again
            done = timed(name, lambda: on_disk.refreshed(wiki, state, now_ns=time.time_ns()))
            print(f"  {len(done.written)} written, {done.current} current")


def timed(name: str, body: Callable[[], Result]) -> Result:
    """Run something and print what it cost."""
    started = time.process_time()
    result = body()
    print(f"{name:32}{time.process_time() - started:8.2f}", flush=True)
    return result


def _mb(texts: list[str]) -> str:
    return f"{sum(map(len, texts)) / 1e6:.1f}"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
