"""Wikis and builders for the bench of the site: the same seeded pages for each of them."""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from search_pages import write_pages

HERE = Path(__file__).parent.parent
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "NO_MKDOCS_2_WARNING": "1",
    "PYTHONPATH": os.pathsep.join([str(HERE), *sys.path[1:]]),
}
"""As where it is installed: with compiled modules, which some machines are told not to keep."""
CONFIG = """site_name: Wiki
site_url: https://example.org/wiki/
docs_dir: wiki
theme: {name: material, font: false}
plugins: [%s]
nav: [index.md]
not_in_nav: |
  /sessions/
  /months/
exclude_docs: |
  /maps/
"""
HUGO = {
    "config.toml": 'baseURL = "https://example.org/"\ntitle = "Wiki"\nbuildFuture = true\n[taxonomies]\ntag = "tags"\n',
    "layouts/_default/baseof.html": '<!doctype html><html><head><meta charset="utf-8">'
    '<title>{{ .Title }}</title></head><body>{{ block "main" . }}{{ end }}</body></html>',
    "layouts/_default/single.html": '{{ define "main" }}<h1>{{ .Title }}</h1>{{ .Content }}{{ end }}',
    "layouts/_default/list.html": '{{ define "main" }}<h1>{{ .Title }}</h1><ul>{{ range first 500 .Pages }}'
    '<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}',
}


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    cpu_s: float
    peak_mb: int


def made(root: Path, count: int) -> Path:
    """Make a project with so many pages, for MkDocs with the plug-in and without it, and for Hugo."""
    write_pages(root / "wiki" / "sessions", count)
    (root / ".git").mkdir()
    (root / "wiki" / "index.md").write_text("# Wiki\n\n<!-- distill:sessions -->\n", "utf-8")
    (root / "mkdocs.yml").write_text(CONFIG % "distill", "utf-8")
    (root / "stock.yml").write_text(CONFIG % "search", "utf-8")
    for name, text in HUGO.items():
        path = root / "hugo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    shutil.copytree(root / "wiki" / "sessions", root / "hugo" / "content" / "sessions")
    return root


def add(root: Path, number: int) -> None:
    """Add one page."""
    write_pages(root / "wiki" / "sessions", 1, first=number)


def ours(root: Path) -> Cost:
    """Build with the plug-in."""
    return cost([sys.executable, "-m", "mkdocs", "build", "-q"], root)


def material(root: Path) -> Cost:
    """Build with Material and without the plug-in."""
    return cost([sys.executable, "-m", "mkdocs", "build", "-q", "-f", "stock.yml", "-d", "stock"], root)


def hugo(root: Path) -> Cost | None:
    """Build with Hugo and a bare template, where it is installed."""
    if shutil.which("hugo") is None:
        return None
    return cost(["hugo", "-d", str(root / "by-hugo"), "--quiet"], root / "hugo")


def cost(command: list[str], cwd: Path) -> Cost:
    """Run to the end; give CPU seconds and the peak of memory."""
    child = subprocess.Popen(
        command, cwd=cwd, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    errors = child.stderr.read() if child.stderr else ""
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} failed: {errors[-800:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024)


def waited(condition: object, seconds: float) -> float:
    """Wait until something holds; give how long it took."""
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        if callable(condition) and condition():
            break
        time.sleep(0.02)
    return time.monotonic() - started
