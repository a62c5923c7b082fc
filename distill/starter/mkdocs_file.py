"""A configuration of MkDocs that somebody else wrote: what it says, and which lines it lacks."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distill.errors import ConfigError

PLUGIN = "distill"
KEPT_APART = ("*.tmp", "*.draft")


@dataclass(frozen=True, slots=True, kw_only=True)
class MkDocsFile:
    """What a `mkdocs.yml` says that matters here."""

    path: Path
    docs_dir: str = "docs"
    plugins: tuple[str, ...] | None = None
    """None where it names none, which to MkDocs means `search`."""
    has_nav: bool = False
    not_in_nav: str = ""
    exclude_docs: str = ""


def read(path: Path, text: str) -> MkDocsFile:
    """Read a configuration; tags that only MkDocs knows (`!ENV`, `!!python/name`) count as nothing.

    Raises ConfigError when it does not parse.
    """
    import yaml  # noqa: PLC0415 - only when there is such a file

    class Lenient(yaml.SafeLoader):
        """Reads what plain YAML has no word for as nothing."""

    Lenient.add_constructor(None, lambda _loader, _node: None)
    try:
        said = yaml.load(text, Lenient)  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        raise ConfigError(f"{path} cannot be read as settings of MkDocs. Mend it or move it away; nothing was made.")
    return _of(path, said)


def _of(path: Path, said: dict[Any, Any]) -> MkDocsFile:
    docs_dir = said.get("docs_dir")
    return MkDocsFile(
        path=path,
        docs_dir=docs_dir if isinstance(docs_dir, str) and docs_dir else "docs",
        plugins=_names(said["plugins"]) if said.get("plugins") is not None else None,
        has_nav=said.get("nav") is not None,
        not_in_nav=str(said.get("not_in_nav") or ""),
        exclude_docs=str(said.get("exclude_docs") or ""),
    )


def _names(plugins: object) -> tuple[str, ...]:
    """Name the plug-ins of a list of names and one-key mappings, or of one mapping."""
    each = plugins if isinstance(plugins, list | dict) else []
    return tuple(str(next(iter(one), "")) if isinstance(one, dict) else str(one) for one in each)


def lacking(file: MkDocsFile, wiki: str, not_in_nav: tuple[str, ...]) -> str:
    """Give the lines to add to a configuration so that it shows the wiki; nothing where it lacks none."""
    if file.docs_dir.strip("./") != wiki.strip("./"):
        return f"docs_dir: {wiki}  # the plug-in shows the wiki that is docs_dir; or name a file of its own with -f\n"
    return "".join((_plugins(file), _not_in_nav(file, not_in_nav), _excluded(file)))


def _plugins(file: MkDocsFile) -> str:
    if file.plugins is None:
        return f"plugins:\n  - search\n  - {PLUGIN}\n"
    return "" if PLUGIN in file.plugins else f"plugins:  # behind those that are there\n  - {PLUGIN}\n"


def _not_in_nav(file: MkDocsFile, wanted: tuple[str, ...]) -> str:
    """Name what a nav is not to be missed for; where MkDocs makes the nav, the plug-in keeps sessions out of it."""
    return block("not_in_nav", [e for e in wanted if e not in file.not_in_nav.split()] if file.has_nav else [])


def _excluded(file: MkDocsFile) -> str:
    return block("exclude_docs", [e for e in ("/maps/", *KEPT_APART) if e not in file.exclude_docs.split()])


def block(key: str, lines: list[str]) -> str:
    """Write a key whose value is one pattern a line; nothing where there is none."""
    return f"{key}: |\n" + "".join(f"  {line}\n" for line in lines) if lines else ""
