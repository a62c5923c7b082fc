"""What the site map says of pages that MkDocs does not know."""

from collections.abc import Iterable, Iterator
from urllib.parse import urljoin

from mkdocs.structure.files import File
from mkdocs.utils import get_build_date


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


def listed(files: Iterable[File], site: str) -> Iterator[Listed]:
    """Give what the template asks of a file; nothing for a site that has no address."""
    base = site if not site or site.endswith("/") else f"{site}/"
    today = get_build_date()
    for file in files if base else ():
        # an address of MkDocs is quoted, so that joining is putting behind each other, but where it begins with a dot
        url = file.url
        yield Listed(urljoin(base, url) if url[:1] in {".", "/"} else base + url, today)
