"""What the site map says of pages that MkDocs does not know."""

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from urllib.parse import urljoin

from mkdocs.structure.files import File
from mkdocs.utils import get_build_date


def listed(files: Iterable[File], site: str) -> Iterator[SimpleNamespace]:
    """Give what the template asks of a file; nothing for a site that has no address."""
    base = site if not site or site.endswith("/") else f"{site}/"
    today = get_build_date()
    for file in files if base else ():
        page = SimpleNamespace(canonical_url=urljoin(base, file.url), is_link=False, update_date=today)
        yield SimpleNamespace(page=page)
