"""Wikis for tests, built as a user would build them, and what in the HTML could run."""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from distill.model import (
    Accomplishment,
    CleanDigest,
    Constraint,
    Decision,
    Digest,
    Lines,
    MapFacts,
    OpenItem,
    Seat,
    SessionId,
)
from distill.pages.build import Provenance, build
from distill.pages.store import Duplicate, Written, store

REPOSITORY = Path(__file__).parent.parent
WRITTEN = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
EVERY_EXTENSION = (
    "[tables, toc, abbr, admonition, attr_list, def_list, footnotes, md_in_html, pymdownx.superfences,"
    " pymdownx.snippets, pymdownx.details, pymdownx.tasklist, pymdownx.magiclink]"
)
ALLOWED_IN_ARTICLE = frozenset(
    {
        "a",
        "article",
        "aside",
        "blockquote",
        "br",
        "button",
        "code",
        "dd",
        "del",
        "div",
        "dl",
        "dt",
        "em",
        "h1",
        "h2",
        "hr",
    }
    | {"input", "label", "li", "nav", "ol", "p", "path", "pre", "span", "strong", "svg", "table", "tbody", "td", "th"}
    | {"thead", "time", "tr", "ul"}
    | {"desc", "text", "title"}  # of charts
)


def digest_of(texts: Iterable[str], *, headline: str = "") -> Digest:
    """Put the same texts into every section."""
    texts = [text for text in texts if text.strip()]
    at = Lines(1, 2)
    return Digest(
        accomplished=tuple(Accomplishment(text=text, lines=at) for text in texts),
        decisions=tuple(Decision(what=text, why=text, rejected=text, lines=at) for text in texts),
        open_items=tuple(OpenItem(text=text, owner=text, blocked_by=text, lines=at) for text in texts),
        constraints=tuple(Constraint(text=text, lines=at) for text in texts),
        headline=headline,
    )


def add_page(
    wiki: Path,
    digest: Digest,
    *,
    seat: str = "lead@plantshop",
    session: str = "7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c90",
    written: datetime = WRITTEN,
    text: str = "# Restore map\nline two\n",
) -> Written | Duplicate:
    """Write a page and its map through the page writer."""
    sha256 = hashlib.sha256(text.encode("utf-8", "replace") + seat.encode("utf-8", "replace")).hexdigest()
    facts = MapFacts(seat=Seat(seat), session_id=SessionId(session), written=written)
    page = build(CleanDigest(digest=digest), facts, Provenance(engine="extractive", map_sha256=sha256))
    return store(wiki, wiki.parent / "drafts", page, text)


@dataclass(frozen=True)
class Built:
    """What a build gave."""

    code: int
    output: str
    """All but lines of progress."""
    site: Path

    def html(self, path: str) -> str:
        """Read one page of the site by the path of its source."""
        stem = path.removesuffix(".md").removesuffix("index").rstrip("/")
        return (self.site / stem / "index.html").read_text("utf-8")

    def pages(self) -> list[Path]:
        """List all pages of the site."""
        return sorted(self.site.rglob("*.html"))


def new_wiki(root: Path) -> Path:
    """Make a project with a wiki that holds a home page."""
    wiki = root / "wiki"
    (wiki / "sessions").mkdir(parents=True)
    (wiki / "index.md").write_text("# Home\n\n<!-- distill:sessions -->\n\nLast words.\n", "utf-8")
    return wiki


def new_project(root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a project of its own with a wiki, of which each build gives the same bytes; give the wiki."""
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1790000000")
    (root / ".git").mkdir()
    return new_wiki(root)


def plugins_with_search() -> str:
    """Give the plug-ins of a site that wants the theme's search besides ours, as the documentation has them."""
    return re.findall(
        r"```yaml\n(plugins:\n  - search:\n.*?)```",
        (Path(__file__).parent.parent / "docs" / "site.md").read_text("utf-8"),
        re.DOTALL,
    )[0]


def configure(root: Path, *, plugin: bool = True, extensions: str = "", options: str = "") -> Path:
    """Write the `mkdocs.yml` of this repository with the theme's search, changed as asked; `options`: our settings."""
    text = (REPOSITORY / "mkdocs.yml").read_text("utf-8").replace("plugins:\n  - distill\n", plugins_with_search())
    if options:
        text = text.replace("  - distill\n", f"  - distill: {{{options}}}\n")
    if not plugin:
        text = text.replace("  - distill\n", "")
    if extensions:
        text = re.sub(r"markdown_extensions:\n(?:  .*\n)+", f"markdown_extensions: {extensions}\n", text)
    path = root / "mkdocs.yml"
    path.write_text(text, "utf-8")
    return path


def build_site(
    root: Path,
    *,
    plugin: bool = True,
    strict: bool = True,
    extensions: str = "",
    options: str = "",
    urls: bool = True,
) -> Built:
    """Run `mkdocs build` in a process of its own; `urls`: with a folder for each page."""
    path = configure(root, plugin=plugin, extensions=extensions, options=options)
    if not urls:
        flat = path.read_text("utf-8").replace("use_directory_urls: true", "use_directory_urls: false")
        path.write_text(flat, "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", *(["--strict"] if strict else [])]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=110)
    told = [line for line in (done.stdout + done.stderr).splitlines() if line and not line.startswith("INFO ")]
    return Built(done.returncode, "\n".join(told), root / "site")


@dataclass
class Live(HTMLParser):
    """Collects what in a page could run or load, and the words of its article."""

    found: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "link", "br", "hr", "input", "img", "path"}:
            self._open.append(tag)
        if "article" in self._open and tag not in ALLOWED_IN_ARTICLE:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            self._attribute(tag, name, value or "")

    def _attribute(self, tag: str, name: str, value: str) -> None:
        styled = name == "style" and not re.fullmatch(r"text-align: ?(?:left|right|center);?", value)
        if name.startswith("on") or (styled and "article" in self._open):
            self.found.append(f"{tag} {name}={value}")
        if name in {"href", "src", "action", "formaction", "data", "srcset"}:
            scheme = re.match(r"\s*([a-z][a-z0-9+.-]*):", value, re.IGNORECASE)
            if scheme and scheme[1].lower() not in {"http", "https", "mailto"}:
                self.found.append(f"{tag} {name}={value}")
            if tag in {"script", "img", "link", "iframe", "source"} and re.match(r"(?:https?:)?//", value):
                self.found.append(f"loads {value}")
            if tag == "a":
                self.links.append(value)
        if name == "id":
            self.ids.add(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if "script" in self._open and "pwned" in data:
            self.found.append(f"script {data[:80]}")
        if "article" in self._open:
            self.words.append(data)

    @property
    def text(self) -> str:
        """Give the words of the article in one line."""
        return " ".join("".join(self.words).split())


def look(html: str) -> Live:
    """Parse a built page."""
    live = Live()
    live.feed(html)
    live.close()
    return live
