"""Starts a wiki in a project: makes what is missing, and leaves alone what is there."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from distill import files, project
from distill.config import DEFAULT_MAPS
from distill.errors import ConfigError
from distill.site.indexes.all import FOLDERS
from distill.starter import ignored
from distill.starter.mkdocs_file import KEPT_APART, lacking
from distill.starter.surroundings import MKDOCS_NAMES, MOST_BYTES, SETTINGS, Surroundings, look

TEMPLATES = Path(__file__).parent.parent / "templates" / "init"
IGNORE = ".gitignore"
KEEP = ".gitkeep"
MAPS = "maps"
NOT_IN_NAV = ("/sessions/", *(f"/{folder}/" for folder in FOLDERS), *(f"/{page}" for page in ignored.PAGES[:-1]))


class Change(StrEnum):
    """What became of a file."""

    MADE = "made"
    KEPT = "kept"
    EXTENDED = "extended"


@dataclass(frozen=True, slots=True)
class Step:
    """One file, and what became of it."""

    file: Path
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A project with a wiki."""

    root: Path
    wiki: Path
    steps: tuple[Step, ...]
    mkdocs: Path
    to_add: str
    """Lines that the `mkdocs.yml` of a person lacks."""
    sessions_go_to: Path
    """The project whose wiki sessions in `root` write into: another checkout's, in a worktree."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether sessions here write into another checkout."""
        return self.sessions_go_to.resolve() != self.root.resolve()


def start(root: Path, *, name: str | None, env: Mapping[str, str]) -> Started:
    """Make what a wiki needs in the folder `root`, which is made too; a second time changes nothing.

    `name` is the site's; the folder's where it is None. Raises ConfigError for settings that cannot be used, and
    OSError when the disk says no; each file is there whole, or not at all.
    """
    if root.exists() and not root.is_dir():
        raise ConfigError(f"{root} is a file. Name the folder of a project.")
    root.mkdir(parents=True, exist_ok=True)
    around = look(root, env)
    tmp = Path(project.usable_state(str(root), env)) / "tmp"
    steps = tuple(_steps(around, name or f"{root.name or 'Agents'} · session wiki", tmp))
    return Started(
        root=root,
        wiki=root / around.wiki,
        steps=steps,
        mkdocs=around.mkdocs.path if around.mkdocs else root / MKDOCS_NAMES[0],
        to_add=lacking(around.mkdocs, around.wiki, NOT_IN_NAV) if around.mkdocs else "",
        sessions_go_to=Path(project.find_root(str(root))),
    )


def _steps(around: Surroundings, name: str, tmp: Path) -> Iterator[Step]:
    wiki = around.root / around.wiki
    if not (wiki / "README.md").exists():  # the front page by its other name
        yield _made(wiki / "index.md", _template("index.md"), tmp)
    for folder in ("sessions", MAPS):
        yield _kept_folder(wiki / folder, tmp)
    yield (
        Step(around.mkdocs.path, Change.KEPT)
        if around.mkdocs
        else _made(around.root / MKDOCS_NAMES[0], _mkdocs_yml(name, around.wiki), tmp)
    )
    yield (
        Step(around.settings, Change.KEPT)
        if around.settings
        else _made(around.root / SETTINGS[0], _distill_toml(around.wiki), tmp)
    )
    yield _ignoring(around, tmp)


def _made(path: Path, text: str, tmp: Path) -> Step:
    is_new = not os.path.lexists(path) and files.write_new(path, text, tmp=tmp)
    return Step(path, Change.MADE if is_new else Change.KEPT)


def _kept_folder(folder: Path, tmp: Path) -> Step:
    """Make a folder that git keeps while it is empty."""
    if folder.is_dir() and any(folder.iterdir()):
        return Step(folder, Change.KEPT)
    return Step(folder, _made(folder / KEEP, "", tmp).change)


def _ignoring(around: Surroundings, tmp: Path) -> Step:
    path = around.root / IGNORE
    heading, *own = _template("gitignore.txt").splitlines()
    lines = own + ignored.index_pages(around.root, around.wiki)
    if not os.path.lexists(path):
        return _made(path, ignored.extended("", heading, lines), tmp)
    before = files.read_bounded(path, MOST_BYTES)
    text = before.decode("utf-8", "surrogateescape")
    lines = ignored.missing(text, lines)
    if not lines:
        return Step(path, Change.KEPT)
    after = ignored.extended(text, heading, lines).encode("utf-8", "surrogateescape")
    is_ours = files.rewrite(path, after, expected=before, tmp=tmp)
    return Step(path, Change.EXTENDED if is_ours else Change.KEPT)


def _mkdocs_yml(name: str, wiki: str) -> str:
    return _filled(
        _template("mkdocs.yml"),
        name=_quoted(name),
        wiki=_quoted(wiki),
        not_in_nav=_indented(("/constraints.md", *NOT_IN_NAV)),
        exclude_docs=_indented((f"/{MAPS}/", *KEPT_APART)),
    )


def _distill_toml(wiki: str) -> str:
    import json  # noqa: PLC0415 - a text of JSON is a text of TOML

    said = ("# " if wiki == "wiki" else "") + f"wiki = {json.dumps(wiki, ensure_ascii=False)}"
    return _filled(_template("distill.toml"), wiki=f"\n# Folder of the wiki.\n{said}", maps=json.dumps(DEFAULT_MAPS))


def _quoted(text: str) -> str:
    """Write a text as YAML, whatever stands in it."""
    import yaml  # noqa: PLC0415 - only when the file is made

    printable = text.encode("utf-8", "replace").decode("utf-8")
    return yaml.safe_dump(printable, default_style='"', allow_unicode=True, width=10_000).strip()


def _indented(lines: tuple[str, ...]) -> str:
    return "\n".join(f"  {line}" for line in lines)


def _filled(template: str, **values: str) -> str:
    """Fill in what stands in braces, all at once, so that no value is read as a place."""
    import re  # noqa: PLC0415 - only here

    return re.sub(r"\{(" + "|".join(values) + r")\}", lambda place: values[place[1]], template)


def _template(name: str) -> str:
    return (TEMPLATES / name).read_text("utf-8")
