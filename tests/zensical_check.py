"""Builds the example wiki with Zensical and with MkDocs, and tells them apart: `python tests/zensical_check.py`.

Zensical is no dependency. The script makes an environment for it in `build/zensical` (`--venv DIR` for another
place), with pip's own settings; the test takes it from there, from the PATH, or from the variable ZENSICAL.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
VENV = REPOSITORY / "build" / "zensical"
HOME = "index.html"
ONLY_WITH_THE_PLUG_IN = ("maps/", "find/")
NAV = """nav:
  - Home: index.md
  - Overview: overview.md
  - Tags: tags.md
"""
"""Leads from the home page to the index pages, which no plug-in adds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What two builders made of one wiki."""

    pages: int
    missing: list[str]
    """Pages of MkDocs that Zensical did not make, without what only the plug-in shows: archived maps and our search."""
    other_titles: list[str]
    """Without the home page, which Zensical calls by its name in the nav, and MkDocs by the site's."""
    broken: list[str]
    unreachable: list[str]
    maps_shown: list[str]


class Links(HTMLParser):
    """Collects links, ids and the title of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.title = ""
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids.add(given.get("id") or given.get("name") or "")
        self._in_title = tag == "title" and not self.title  # charts have titles as well
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002 - the name that HTMLParser gives it
        self._in_title = False

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


def found() -> str | None:
    """Find Zensical's command, or nothing."""
    own = VENV / "bin" / "zensical"
    return os.environ.get("ZENSICAL") or (str(own) if own.exists() else shutil.which("zensical"))


def compare(zensical: str, folder: Path) -> Compared:
    """Build the example wiki in `folder` in both ways, strictly, from one `mkdocs.yml`."""
    shutil.copytree(REPOSITORY / "wiki", folder / "wiki")
    text = (REPOSITORY / "mkdocs.yml").read_text("utf-8")
    (folder / "mkdocs.yml").write_text(re.sub(r"^nav:\n  - Home: index\.md\n", NAV, text, flags=re.MULTILINE), "utf-8")
    (folder / "distill.toml").touch()
    run([sys.executable, "-m", "mkdocs", "build", "--strict"], folder)
    (folder / "site").rename(folder / "site-mkdocs")
    run([sys.executable, "-m", "distill", "index"], folder)
    run([zensical, "build", "--strict", "-f", "mkdocs.yml"], folder)
    return _told_apart(_pages(folder / "site"), _pages(folder / "site-mkdocs"))


def run(command: list[str], folder: Path) -> None:
    """Run a command in a folder; fail when it does."""
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, f"{command[:4]}: {done.stdout}{done.stderr}"


def _pages(site: Path) -> dict[str, Links]:
    pages = {}
    for path in sorted(site.rglob("*.html")):
        page = Links()
        page.feed(path.read_text("utf-8"))
        pages[path.relative_to(site).as_posix()] = page
    return pages


def _told_apart(ours: dict[str, Links], mkdocs: dict[str, Links]) -> Compared:
    both = sorted(ours.keys() & mkdocs.keys())
    return Compared(
        pages=len(ours),
        missing=[name for name in mkdocs if name not in ours and not name.startswith(ONLY_WITH_THE_PLUG_IN)],
        other_titles=[n for n in both if n != HOME and ours[n].title.strip() != mkdocs[n].title.strip()],
        broken=sorted({f"{n} -> {link}" for n in ours for link in ours[n].links if _to(n, link, ours) is None}),
        unreachable=sorted(set(ours) - _reached(ours) - {"404.html"}),
        maps_shown=[name for name in ours if name.startswith("maps/")],
    )


def _to(name: str, link: str, pages: dict[str, Links]) -> str | None:
    """Name the page that a link leads to; "" for one that leads out of the site, None for a broken one."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc or (name == "404.html"):
        return ""
    path = urllib.parse.unquote(urllib.parse.urljoin(f"/{name}", parts.path) if parts.path else f"/{name}")[1:]
    target = path + "index.html" if path.endswith("/") or not path else path
    if target not in pages or (parts.fragment and urllib.parse.unquote(parts.fragment) not in pages[target].ids):
        return None
    return target


def _reached(pages: dict[str, Links]) -> set[str]:
    """Follow links from the home page."""
    seen, waiting = {HOME}, [HOME]
    while waiting:
        name = waiting.pop()
        new = {target for link in pages[name].links if (target := _to(name, link, pages))} - seen
        seen |= new
        waiting += new
    return seen


def main() -> None:
    """Make the environment where there is none, build, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--venv", type=Path, default=VENV)
    venv = parser.parse_args().venv
    if not (venv / "bin" / "zensical").exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
        subprocess.run([str(venv / "bin" / "pip"), "install", "--quiet", "zensical>=0.0.73"], check=True)
    subprocess.run([str(venv / "bin" / "zensical"), "--version"], check=True)
    with tempfile.TemporaryDirectory() as folder:
        compared = compare(str(venv / "bin" / "zensical"), Path(folder))
    for field in Compared.__dataclass_fields__:
        print(f"{field}: {getattr(compared, field)}")


if __name__ == "__main__":
    main()
