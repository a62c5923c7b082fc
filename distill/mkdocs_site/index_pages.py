"""Index pages as files that MkDocs knows, though they are not on disk; what a person wrote stays."""

from collections.abc import Container, Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel

from distill.mkdocs_site.ways import nav_paths
from distill.site.document_markdown import MARKER
from distill.site.indexes.index import Index
from distill.site.indexes.overview import PATH as OVERVIEW

log = get_plugin_logger("distill")
Taken = list[tuple[File, Index]]


def added(
    made: Mapping[str, Index], files: Files, config: MkDocsConfig, by_mkdocs: Container[str]
) -> tuple[dict[str, Index], Taken]:
    """Add the index pages that MkDocs makes, and give them; also give the others, which are not added yet.

    A page that `distill index` wrote gives way to the one of today. The overview is a part of the home page, and a
    page of its own only where it lies on the disk or the nav names it.
    """
    left: dict[str, Index] = {}
    taken: Taken = []
    in_nav = nav_paths(config.nav)
    for path, index in made.items():
        on_disk = files.get_file_from_path(path)
        if on_disk is not None and not _is_ours(on_disk):
            continue
        if on_disk is not None:
            files.remove(on_disk)
        elif path == OVERVIEW and path not in in_nav:
            continue
        file = _file(path, config, shown=path in in_nav or (config.nav is None and _is_list(path)))
        _make_way(file, files)
        if path in by_mkdocs or path in in_nav:
            files.append(file)
            left[path] = index
        else:
            taken.append((file, index))
    return left, taken


def _make_way(file: File, files: Files) -> None:
    """Take out of the site, and name, a person's page that would have the same address as one of the lists."""
    stem = file.src_uri.removesuffix(".md").removesuffix("/index")
    for path in (f"{stem}.md", f"{stem}/index.md", f"{stem}/README.md"):
        other = files.get_file_from_path(path)
        if other is not None and other.dest_uri == file.dest_uri and not other.inclusion.is_excluded():
            files.remove(other)
            log.warning(
                "%s is not shown: the list %s has its address. Rename it, or add it to exclude_docs.",
                path, file.src_uri,
            )  # fmt: skip


def _file(path: str, config: MkDocsConfig, *, shown: bool) -> File:
    inclusion = InclusionLevel.INCLUDED if shown else InclusionLevel.NOT_IN_NAV
    return File.generated(config, path, content="", inclusion=inclusion)


def _is_list(path: str) -> bool:
    return "/" not in path or path.endswith("/index.md")


def _is_ours(file: File) -> bool:
    return file.content_bytes.removeprefix(b"\xef\xbb\xbf").startswith(MARKER.encode())
