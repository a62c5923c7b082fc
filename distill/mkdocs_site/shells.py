"""The theme's template, rendered once for all pages that differ only in title, headings, text and address.

Whether a theme can be filled in is tried, not assumed: the first page of each kind is also rendered by the theme
itself, and when the two differ, every page of that kind is rendered by the theme. Where others have a say in how a page
looks, the second, fourth, eighth and so on of each build is tried as well: they may ask what stands in a title.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from distill.mkdocs_site.pages import OwnFile, page_of
from distill.mkdocs_site.surroundings import have_a_say, surroundings
from distill.site.html import Heading
from distill.site.record import Record, sha256
from distill.site.tree import encoded
from distill.site.views import View

TITLE, ADDRESS, SOURCE, TEXT = (f"zq{word}distillqz" for word in ("title", "address", "source", "text"))
TEXT_WITH_TITLE = f"{TEXT}<h1{TEXT}"
"""The theme adds a title to a text that has none."""
ANCHOR, NAME = "zqanchor{}distillqz", "zqname{}distillqz"
PLACES = re.compile(rf"({TEXT_WITH_TITLE}|zq(?:title|address|source|text|(?:anchor|name)[0-9]+)distillqz)")

Render = Callable[[Page], str]
Load = Callable[[], str]
Make = Callable[[], str | bytes]


Shape = tuple[str, tuple[int, ...], bool, bool, bool, str | None]
"""All that a shell depends on: folder, levels of headings, whether the text has a title, is searched, has a name, and
who generated the file."""
MARK_DIGITS = 32


@dataclass(frozen=True, slots=True)
class Shell:
    """A page of the theme with places to fill."""

    parts: list[str]
    """Text of the theme and names of places in turn."""
    mark: str
    """Hash of that text."""
    encoded: list[bytes]
    """The parts as they are written, which most of a page is."""


def key_of(file: File, mark: str, shown: View) -> str:
    """Hash what a page is made from beside the theme: its address, its HTML by the hash of that, title, headings."""
    said = "\0".join([mark, shown.title, file.src_uri, repr(shown.headings)])
    return sha256(said)[:MARK_DIGITS]


class Shells:
    """Makes pages of a theme."""

    def __init__(self, config: MkDocsConfig, render: Render, known: Mapping[str, bool]) -> None:
        """Take the way to render one page by the theme, and which shells were found to fit before."""
        self._config, self._render, self._known = config, render, known
        self._surroundings = surroundings(config)
        self._shells: dict[Shape, Shell] = {}
        self.fits: dict[str, bool] = {}
        """Which shells fit, by what they are made from."""
        self._filled: defaultdict[str, list[str]] | None = defaultdict(list) if have_a_say(config) else None
        self.misfits: list[str] = []
        """Pages that were filled in before their kind was found not to fit."""

    @property
    def all_fit(self) -> bool:
        """Tell whether filling gave what the theme gives for every page so far."""
        return all(self.fits.values())

    @property
    def were_wrong(self) -> bool:
        """Tell whether a kind that was filled in in the builds before is found not to fit."""
        return any(self._known.get(name) for name, fits in self.fits.items() if not fits)

    def page(self, file: File, record: Record, body: Load) -> tuple[str, Make]:
        """Give a hash of all that a page is made from, and the way to make it."""
        shell = self._shell(file, record, body)
        if self._fits(shell, file, record, body):
            return shell.mark + record.key, lambda: _filled(shell, file, record, body())
        whole = self._whole(file, record, body())
        return sha256(whole), lambda: whole

    def agree(self, marks: Mapping[Shape, str]) -> bool:
        """Tell whether the theme shows pages of these shapes as it did when these were the marks of their shells."""
        return all(self._of(shape).mark == mark and self._known.get(self._name(mark)) for shape, mark in marks.items())

    def marks(self) -> dict[Shape, str]:
        """Give the marks of all shells."""
        return {shape: shell.mark for shape, shell in self._shells.items()}

    def _shell(self, file: File, record: Record, body: Load) -> Shell:
        uri = file.src_uri
        folder, levels = uri[: max(uri.rfind("/"), 0)], tuple([heading[0] for heading in record.headings])
        shape = (folder, levels, record.titled, record.searched, bool(record.title), file.generated_by)
        shell, name = self._of(shape), self._name(self._of(shape).mark)
        if name not in self.fits:
            fits = self._known.get(name)
            self.fits[name] = self._tried(shell, file, record, body()) if fits is None else fits
        return shell

    def _fits(self, shell: Shell, file: File, record: Record, body: Load) -> bool:
        """Tell whether a page may be filled in; where others have a say, some of them are tried."""
        name = self._name(shell.mark)
        if self._filled is None or not self.fits[name]:
            return self.fits[name]
        filled = self._filled[name]
        filled.append(file.src_uri)
        if (count := len(filled)) & (count - 1) == 0 and not self._tried(shell, file, record, body()):
            self.fits[name] = False
            self.misfits += filled[:-1]
        return self.fits[name]

    def _of(self, shape: Shape) -> Shell:
        if shape not in self._shells:
            text = self._with_places(shape)
            parts = PLACES.split(text)
            self._shells[shape] = Shell(parts, sha256(text)[:MARK_DIGITS], list(map(encoded, parts)))
        return self._shells[shape]

    def _name(self, mark: str) -> str:
        """Name what decides whether a shell fits."""
        return f"{mark} {self._surroundings}"

    def _tried(self, shell: Shell, file: File, record: Record, body: str) -> bool:
        """Tell whether filling gives what the theme gives; found out once for each state of the theme."""
        return _filled(shell, file, record, body) == encoded(self._whole(file, record, body))

    def _with_places(self, shape: Shape) -> str:
        folder, levels, titled, searched, has_title, generated_by = shape
        config, path = self._config, f"{folder}/{ADDRESS}.md"
        as_page = File(path, config.docs_dir, config.site_dir, config.use_directory_urls)
        as_page.generated_by = generated_by
        headings = [Heading(level, ANCHOR.format(at), NAME.format(at)) for at, level in enumerate(levels)]
        view = View(
            title=TITLE if has_title else "",
            html=TEXT_WITH_TITLE if titled else TEXT,
            headings=tuple(headings),
            searched=searched,
        )
        page = page_of(OwnFile.of(as_page), config, view)
        page.edit_url = page.edit_url and page.edit_url.replace(ADDRESS, SOURCE)
        return self._render(page)

    def _whole(self, file: File, record: Record, body: str) -> str:
        view = View(title=record.title, html=body, headings=record.headings, tags=record.tags, searched=record.searched)
        return self._render(page_of(file, self._config, view))


def _filled(shell: Shell, file: File, record: Record, body: str) -> bytes:
    """Fill a shell as it is written into the site: its own text, four fifths of a page, is encoded once for all."""
    fill = {place: encoded(text) for place, text in _fillings(file, record, body).items()}
    parts = shell.encoded.copy()
    parts[1::2] = [fill[place] for place in shell.parts[1::2]]
    return b"".join(parts)


def _fillings(file: File, record: Record, body: str) -> dict[str, str]:
    stem = file.src_uri.rpartition("/")[2].removesuffix(".md")
    fill = {TITLE: record.title, TEXT: body, TEXT_WITH_TITLE: body, ADDRESS: quote(stem), SOURCE: stem}
    for number, heading in enumerate(record.headings):
        fill[ANCHOR.format(number)] = heading.anchor
        fill[NAME.format(number)] = escape(heading.name)
    return fill
