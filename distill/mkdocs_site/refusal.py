"""No site is built of what should have been redacted; what was found clean before is not looked at again."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files

from distill import config as settings
from distill import project
from distill.errors import ConfigError, RedactionError
from distill.mkdocs_site.digests import Digests
from distill.mkdocs_site.ways import KEPT_OUT
from distill.model import RedactionPolicy
from distill.rescan.targets import PUBLISHED, role_of
from distill.site.views import is_map

if TYPE_CHECKING:
    from distill.rescan.sources import Memory, Suspect

log = get_plugin_logger("distill")
HIDDEN = b"The redaction could not look at this file, so it is not shown.\n"
MOST_TOLD = 50
"""Places that are named in one message."""


@lru_cache(maxsize=1)
def looked_at() -> "Memory":
    """Remember what was looked at in this process: `mkdocs serve` builds again and again."""
    from distill.rescan.sources import Memory  # noqa: PLC0415 - the rules cost much to load, and are seldom asked

    return Memory()


def looks_clean(data: bytes, config: MkDocsConfig) -> bool:
    """Tell whether a page of these bytes might be published. Raises PluginError."""
    return looked_at().suspect("page.md", data, _policy(config)) is None


class Refusal:
    """Looks at all that would be published of a wiki."""

    def __init__(self, config: MkDocsConfig, names: str, digests: Digests) -> None:
        """Take the mark of the names that were found clean in the build before. Raises PluginError."""
        self._config, self._digests = config, digests
        self._policy = _policy(config)
        self._asked = _hash(repr(self._policy))[:16]
        self.names = names
        """Mark of the names that are clean, for the next build."""
        self.digests: dict[str, str] = {}
        """Hashes of the files that are clean, by path."""

    def enforce(self, files: Files, *, refuse: bool, serving: bool) -> None:
        """Look at every file. Raises PluginError when something must not be published."""
        sources = dict(_published(files, self._config))
        self.digests = self._digests.clean(sources, self._asked)
        others = [(path, file) for path, file in sources.items() if path not in self.digests]
        suspects = {path: found for path, file in others if (found := self._suspect(path, file)) is not None}
        try:
            lines = self._told(sources, suspects)
        except RedactionError as error:
            raise PluginError(str(error)) from error
        if not lines:
            return
        if not refuse:
            log.warning(_message(lines))
        elif serving:
            log.error(_message(lines))
            for path, suspect in suspects.items():
                sources[path].content_bytes = HIDDEN if suspect.trouble else suspect.clean
        else:
            raise PluginError(_message(lines))

    def _suspect(self, path: str, file: File) -> "Suspect | None":
        seen = self._digests.of(file)
        known = seen.digest in self._seen and _wording(path, seen.digest, self._asked) in self._wordings
        suspect = None if known else looked_at().suspect(path, self._digests.data(file), self._policy)
        if suspect is None:
            self._digests.is_clean(path, self._asked)
            self.digests[path] = seen.digest
        else:
            self._digests.forget(path)  # it may be shown without what was found
        return suspect

    @cached_property
    def _seen(self) -> set[str]:
        return {digest for _, digest, clean in self._digests.kept.values() if clean}

    @cached_property
    def _wordings(self) -> set[str]:
        """Give the wordings that were clean in the build before, wherever they stood: files are moved and touched."""
        return {_wording(path, digest, clean) for path, (_, digest, clean) in self._digests.kept.items() if clean}

    def _told(self, paths: Iterable[str], suspects: "dict[str, Suspect]") -> list[str]:
        """Say what stands where; names that were all clean before are not looked at again. Raises RedactionError."""
        names = list(paths)
        mark = f"{_hash(chr(0).join(names))} {self._asked}"
        if mark == self.names and not suspects:
            return []
        from distill.rescan.sources import told  # noqa: PLC0415 - as above

        # a name is looked at by itself, and those that are known were clean when the mark of all of them was made
        known = self._digests.kept if self.names.endswith(f" {self._asked}") else {}
        asked = [name for name in names if name not in known or name in suspects]
        lines = list(told(asked, suspects, self._policy))
        self.names = "" if lines else mark
        return lines


def _wording(path: str, digest: str, rules: str) -> str:
    """Mark a wording: how it is looked at depends on the kind of file, and on whose it is."""
    return f"{digest} {path[path.rfind('.') :]} {role_of(path)[1]} {rules}"


def _published(files: Files, config: MkDocsConfig) -> Iterator[tuple[str, File]]:
    """Give what gets into the site as text, by path; archived maps do, whatever is excluded."""
    wiki = config.docs_dir
    for path, file in files.src_uris.items():
        own = file.src_dir == wiki or file.generated_by is not None
        as_text = own and (file.is_documentation_page() or PurePosixPath(path).suffix.lower() in PUBLISHED)
        if as_text and (file.inclusion not in KEPT_OUT or is_map(path)):
            yield path, file


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _policy(config: MkDocsConfig) -> RedactionPolicy:
    """Give what the project's settings say about redaction. Raises PluginError."""
    root = project.find_root(str(Path(config.config_file_path or config.docs_dir).parent))
    try:
        return settings.load(Path(root), env=os.environ).redaction
    except ConfigError as error:
        raise PluginError(str(error)) from error


def _message(lines: list[str]) -> str:
    count = len(lines)
    more = [f"  and {count - MOST_TOLD} more"] if count > MOST_TOLD else []
    return "\n".join(
        [
            f"{count} place{'' if count == 1 else 's'} in the wiki should have been redacted:",
            *(f"  {line}" for line in lines[:MOST_TOLD]),
            *more,
            "Run `distill rescan --fix`, or take it out by hand.",
        ]
    )
