"""Other plug-ins of MkDocs beside ours: `python tests/plugins_beside.py` fetches them, builds with each, and tells.

They are not among the tools of the developers, because some bring a builder of their own that speaks at each build.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from sites import REPOSITORY, add_page, digest_of, new_wiki

PACKAGES = [
    "mkdocs-awesome-nav",
    "natsort",
    "wcmatch",
    "bracex",
    "mkdocs-glightbox",
    "selectolax",
    "mkdocs-minify-plugin",
    "htmlmin2",
    "jsmin",
    "csscompressor",
    "mkdocs-redirects",
    "mkdocs-rss-plugin",
    "gitpython",
    "gitdb",
    "smmap",
    "cachecontrol",
    "filelock",
    "msgpack",
]  # with --no-deps: what else they need is there
POLICY = re.compile(r'<meta http-equiv="?Content-Security-Policy"? content="([^"]*)"')
NOT_OURS = {"old/index.html"}
"""Pages that another plug-in writes past all others."""
OVERRIDE = '{% extends "base.html" %}{% block announce %}NEWS{% endblock %}'
INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*json)[^>]*>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True)
class Way:
    """A site with another plug-in."""

    plugins: str
    """What stands in place of our own name in the list of plug-ins."""
    change: tuple[tuple[str, str], ...] = ()
    file: str = ""
    """What must be in the site besides."""


SITE = (("site_name: distill wiki", "site_name: x\nsite_url: https://example.invalid/below/"),)
WAYS = {
    "tags": Way("  - tags\n  - distill\n"),
    "minify": Way("  - distill\n  - minify: {minify_html: true, minify_js: true, minify_css: true}\n"),
    "awesome-nav": Way("  - awesome-nav\n  - distill\n", (("nav:\n  - Home: index.md\n", ""),)),
    "glightbox": Way("  - glightbox\n  - distill\n"),
    "redirects": Way("  - redirects: {redirect_maps: {old.md: index.md}}\n  - distill\n", file="old/index.html"),
    "rss": Way("  - rss: {use_git: false, match_path: 'notes/.*'}\n  - distill\n", SITE, "feed_rss_created.xml"),
    "plain addresses": Way("  - distill\n", (("use_directory_urls: true", "use_directory_urls: false"),)),
    "below a path": Way("  - distill\n", SITE),
    "an override": Way("  - distill\n", (("  name: material\n", "  name: material\n  custom_dir: theirs\n"),)),
    "all of them": Way(
        "  - tags\n  - glightbox\n  - redirects: {redirect_maps: {old.md: index.md}}\n  - distill\n"
        "  - minify: {minify_html: true}\n",
        SITE,
        "old/index.html",
    ),
}


def main() -> int:
    """Build each way, print a line for each; 1 when one of them fails."""
    with tempfile.TemporaryDirectory() as scratch:
        beside = Path(scratch) / "beside"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(beside), *PACKAGES]
        subprocess.run(command, check=True)
        found = {
            name: built(Path(scratch) / str(number), beside, way) for number, (name, way) in enumerate(WAYS.items())
        }
    for name, problems in found.items():
        print(f"{name:16} {'; '.join(problems) or 'ok'}")
    return int(any(found.values()))


def built(root: Path, beside: Path, way: Way) -> list[str]:
    """Build a small wiki strictly; tell what is wrong with the site."""
    root.mkdir()
    (root / ".git").mkdir()
    (root / "theirs").mkdir()
    (root / "theirs" / "main.html").write_text(OVERRIDE, "utf-8")
    page = add_page(new_wiki(root), digest_of(["RIG-9 <script>x</script>"], headline="Fresh"))
    text = (REPOSITORY / "mkdocs.yml").read_text("utf-8").replace("  - distill\n", way.plugins)
    for old, new in way.change:
        text = text.replace(old, new)
    (root / "mkdocs.yml").write_text(text, "utf-8")
    paths = os.pathsep.join([str(REPOSITORY), str(beside)])
    environment = {**os.environ, "PYTHONPATH": paths, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        return [(done.stderr.strip().splitlines() or ["failed"])[-1]]
    return list(wrong(root / "site", page.path.stem, way))


def wrong(site: Path, stem: str, way: Way) -> list[str]:
    """Tell what is not as it should be in a site."""
    told = [] if not way.file or (site / way.file).is_file() else [f"no {way.file}"]
    session = [path for path in site.rglob("*.html") if stem in str(path) and "sessions" in path.parts]
    told += [] if session and "Fresh" in session[0].read_text("utf-8") else ["no session page"]
    for path in site.rglob("*.html"):
        html = path.read_text("utf-8")
        if path.relative_to(site).as_posix() not in NOT_OURS:
            told += [f"{path.relative_to(site)}: {problem}" for problem in blocked(html)]
        told += ["a text is live"] if "<script>x</script>" in html else []
    return told


def blocked(html: str) -> list[str]:
    """Tell which scripts of a page its policy blocks."""
    policy = POLICY.search(html)
    if policy is None:
        return ["no policy"]
    hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in INLINE.findall(html)]
    return ["a script is blocked" for one in hashes if one not in unescape(policy[1])]


if __name__ == "__main__":
    raise SystemExit(main())
