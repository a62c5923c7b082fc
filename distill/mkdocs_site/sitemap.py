"""What the site map says of pages that MkDocs does not know."""

import gzip
import io
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import urljoin

import jinja2
import mkdocs
from markupsafe import escape
from mkdocs.commands import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.utils import get_build_date, get_build_timestamp

from distill.mkdocs_site.finding import KNOWN
from distill.mkdocs_site.pages import addresses
from distill.site.record import sha256
from distill.site.tree import Tree

NAME = "sitemap.xml"
PACKED = f"{NAME}.gz"
LEVEL = 6
"""MkDocs packs at 9, which takes four times as long for a twelfth less."""
PLACES = tuple(f"zqplace{number}distillqz" for number in range(3))
"""Stand for all pages in the template of MkDocs, which says the same of each and takes long for ten thousand."""


class Listed:
    """What the template asks of a file and of its page, in one."""

    __slots__ = ("canonical_url", "update_date")
    is_link = False

    def __init__(self, canonical_url: str, update_date: str) -> None:
        """Take the address, and the day of the build."""
        self.canonical_url, self.update_date = canonical_url, update_date

    @property
    def page(self) -> "Listed":
        """The page of the file."""
        return self


class SiteMap:
    """The pages of one build that MkDocs does not know."""

    def __init__(self, config: MkDocsConfig) -> None:
        """Take the settings of the site; one that has no address lists nothing."""
        self._site = config.site_url or ""
        events = config.plugins.events
        self._alone = not any(len(events[name]) > 1 for name in ("template_context", "post_template"))
        self._first = not any(len(events[name]) > 1 for name in ("pre_template", "post_build"))
        self._taken = False
        self._filled: list[str] = []
        self._can_be_filled = False

    def take(self, env: jinja2.Environment, config: MkDocsConfig) -> None:
        """Take the site map over from MkDocs, where nobody else has a say in it: it is seldom another one."""
        listed = bool(self._site) and self._alone and self._first and NAME in config.theme.static_templates
        if listed and mkdocs.__version__ == KNOWN and _is_of_mkdocs(env.get_template(NAME)):
            self._taken = True
            config.theme.static_templates.discard(NAME)

    def write(
        self,
        tree: Tree,
        env: jinja2.Environment,
        config: MkDocsConfig,
        files: Files,
        nav: Navigation,
        ours: Collection[File],
    ) -> None:
        """Write it where it was taken over, unless it is the one that lies there. Raises OSError."""
        if not self._taken:
            return
        pages = [file.page for file in files.documentation_pages() if file.page is not None]
        said = [f"{page.canonical_url} {page.abs_url} {page.update_date}" for page in pages]
        key = sha256("\n".join([self._site, get_build_date(), *said, *(file.dest_uri for file in ours)]))
        made = cache(lambda: build._build_template(NAME, env.get_template(NAME), files, config, nav))  # noqa: SLF001 - it calls what others do with it
        tree.write(NAME, key, made)
        tree.write(PACKED, key, lambda: _packed(made(), get_build_timestamp(pages=pages)))

    def learn(self, template: jinja2.Template) -> None:
        """Learn whether the template is that of MkDocs, and whether nobody else changes what comes of it."""
        self._can_be_filled = self._alone and _is_of_mkdocs(template)

    def listed(self, files: Collection[File]) -> Iterator[Listed]:
        """Give what the template asks of files, or of what stands for them."""
        addresses, today = self._addresses(files) if files and self._site else [], get_build_date()
        if self._can_be_filled and addresses:
            self._filled, addresses = addresses, list(PLACES)
        return (Listed(address, today) for address in addresses)

    def filled(self, output: str) -> str:
        """Put all addresses where those stand that stand for them."""
        addresses, self._filled = self._filled, []
        if not addresses:
            return output
        before, between, same, after = (
            output.replace(PLACES[1], PLACES[0]).replace(PLACES[2], PLACES[0]).split(PLACES[0])
        )
        assert between == same  # noqa: S101 - the template is that of MkDocs
        return before + between.join(str(escape("\n".join(addresses))).split("\n")) + after

    def _addresses(self, files: Collection[File]) -> list[str]:
        base = self._site if self._site.endswith("/") else f"{self._site}/"
        if (plain := addresses(files)) is not None:
            return [base + url for url in plain]
        # quoted, so that joining is putting behind each other, but where it begins with a dot
        return [urljoin(base, url) if url[:1] in {".", "/"} else base + url for url in (file.url for file in files)]


def _is_of_mkdocs(template: jinja2.Template) -> bool:
    return Path(mkdocs.__file__).parent in Path(template.filename or "").parents


def _packed(text: str, time_s: int) -> bytes:
    out = io.BytesIO()
    with gzip.GzipFile(filename=NAME, mode="wb", fileobj=out, mtime=time_s, compresslevel=LEVEL) as packed:
        packed.write(text.encode("utf-8"))
    return out.getvalue()
