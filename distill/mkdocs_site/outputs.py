"""The files of a built site that outlive its cleaning, and which of them belong to this build."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from mkdocs.structure.files import File

from distill.mkdocs_site import sitemap
from distill.search import static
from distill.site import feed, llms, records
from distill.site.cache import Output
from distill.site.catalogue import SESSIONS
from distill.site.indexes.all import FOLDERS as INDEX_FOLDERS
from distill.site.views import MAPS, is_session

Outputs = Mapping[str, Output]
Files = Mapping[str, File]
KEPT = (SESSIONS, MAPS, *INDEX_FOLDERS, static.FOLDER, records.FILE, llms.FILE, feed.FILE, sitemap.NAME, sitemap.PACKED)
"""Parts of a site that outlive its cleaning."""
LAST = frozenset({sitemap.NAME, sitemap.PACKED})
"""Files that are written at the very end."""


def known(found: Outputs, files: Files, sessions: AbstractSet[str]) -> Outputs:
    """Choose what may stay of the files that were written in the build before; `files`: those that we make now."""
    others = found.keys() - {file.dest_uri for file in files.values()} - sessions
    gone = {path for path in others if not _is_kept(path) or is_session(path)}
    return {path: output for path, output in found.items() if path not in gone} if gone else found


def lasting(written: Outputs, files: Files, beside: AbstractSet[tuple[str, ...]]) -> Outputs:
    """Choose what may be kept for the next build: nothing in folders of others, which come and go as a whole."""
    nested = {file.dest_uri for path, file in files.items() if path.count("/") != 1}
    return {
        path: out for path, out in written.items() if path not in nested and (not beside or top(path) not in beside)
    }


def _is_kept(path: str) -> bool:
    """Tell whether a file of the site is none of a session page or map: those that are no more must go."""
    return is_index(path) or not path.endswith(".html")


def is_index(path: str) -> bool:
    """Tell whether a file of the site lies where index pages do, which are not known before the pages are read."""
    return path.partition("/")[0] in INDEX_FOLDERS


def top(path: str) -> tuple[str, ...]:
    """Name the part of the site that a path lies in: folder, and file or folder in it."""
    return tuple(path.split("/", 2)[:2])
