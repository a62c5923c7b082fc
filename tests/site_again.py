"""Sites that are built again in this process, and what a build of nothing kept would give."""

import json
import shutil
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config


def build(root: Path, site: str = "site", *, config: str = "mkdocs.yml") -> dict[str, bytes]:
    """Build, and give all files of the site by path."""
    settings = load_config(str(root / config), site_dir=str(root / site))
    settings.plugins.on_startup(command="build", dirty=False)
    mkdocs_build.build(settings)
    return files_of(root / site)


def build_anew(root: Path) -> dict[str, bytes]:
    """Build what lies in the wiki with nothing kept, beside what is there."""
    kept, site = root / ".distill", root / "site"
    aside, hidden = root / ".distill-aside", root / "site-aside"
    kept.rename(aside)
    site.rename(hidden)
    try:
        return build(root)
    finally:
        shutil.rmtree(kept)
        shutil.rmtree(site)
        aside.rename(kept)
        hidden.rename(site)


def files_of(site: Path) -> dict[str, bytes]:
    """Read all files of a site; the order in which the theme's index knows pages does not count."""
    paths = [path for path in site.rglob("*") if path.is_file() and path.suffix != ".gz"]
    found = {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}
    name = "search/search_index.json"
    if name in found:
        docs = sorted(json.loads(found[name])["docs"], key=lambda doc: str(doc["location"]))
        found[name] = json.dumps(docs).encode()
    return found


def differences(found: dict[str, bytes], expected: dict[str, bytes]) -> list[str]:
    """Name the files that are not the same in both; the search may know the same pages in other segments."""
    one, other = _with_pages_of_search(found), _with_pages_of_search(expected)
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))


def _with_pages_of_search(found: dict[str, bytes]) -> dict[str, bytes]:
    """Put one sorted list of the pages that the search finds in the place of its files."""
    pages: list[object] = []
    for segment in json.loads(found["find/index.json"])["segments"]:
        folder = f"find/{segment['path']}/d/"
        chunks = sorted((path for path in found if path.startswith(folder)), key=lambda path: int(Path(path).stem))
        rows = [row for path in chunks for row in json.loads(found[path])]
        pages += [row for at, row in enumerate(rows) if at not in segment["gone"]]
    others = {path: data for path, data in found.items() if not path.startswith("find/") or path.endswith(".html")}
    return others | {"find": json.dumps(sorted(map(str, pages))).encode()}
