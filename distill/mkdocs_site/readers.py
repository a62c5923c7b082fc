"""Who reads the site of `mkdocs serve` while the next one is made: answered at once from the one that is finished.

MkDocs lets readers wait until a build is over, and for ever when it failed. Here the finished site is set aside before
the cleaning, and pages that outlive the cleaning are read wherever they lie; a new one as soon as it is written.
"""

import posixpath
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from mkdocs.livereload import LiveReloadServer

from distill.mkdocs_site.outputs import KEPT
from distill.site.tree import HIDDEN, INDEX

ASIDE, GONE = ".distill-before", ".distill-gone"
"""The finished site without what is kept, while the next one is made; and the one that nobody reads any more."""
LOOK_S = 0.05
"""How often a reader's page that is not there yet is looked for while a build goes on."""

Environ = dict[str, Any]
Start = Callable[..., Any]


class Readers:
    """Knows where readers find the finished site."""

    def __init__(self) -> None:
        """Begin with no build that failed."""
        self._moving = RLock()
        self._failed = False

    @contextmanager
    def away(self) -> Iterator[None]:
        """Keep readers away for the moment in which folders are moved."""
        with self._moving:
            yield

    def set_aside(self, site: Path) -> None:
        """Take the finished site out of the way of the cleaning; after a build that failed it is there already."""
        self._failed = False
        aside = site / ASIDE
        if aside.exists() or not site.is_dir():
            return
        aside.mkdir()
        for entry in list(site.iterdir()):
            if not entry.name.startswith(".") and entry.name not in KEPT:
                entry.rename(aside / entry.name)

    def finished(self, site: Path) -> None:
        """Let go of the site before: the new one is finished."""
        with self._moving:
            shutil.rmtree(site / GONE, ignore_errors=True)
            if (site / ASIDE).exists():
                (site / ASIDE).rename(site / GONE)
        shutil.rmtree(site / GONE, ignore_errors=True)

    def failed(self) -> None:
        """Remember that there will be no new site for now."""
        self._failed = True

    def told(self, builder: Callable[..., None]) -> Callable[..., None]:
        """Let a way to build tell when it fails, also where the settings of the site cannot be read."""

        def build(*given: object, **named: object) -> None:
            try:
                builder(*given, **named)
            except BaseException:  # MkDocs' own for broken settings ends a process
                self.failed()
                raise

        return build

    def answer(self, server: LiveReloadServer) -> Callable[[Environ, Start], Iterable[bytes]]:
        """Answer in the place of MkDocs' server, by its own means."""

        def application(environ: Environ, start_response: Start) -> Iterable[bytes]:
            path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
            inner = posixpath.normpath("/" + path.removeprefix(server.mount_path)).lstrip("/")
            if path.startswith("/livereload/"):
                return server.serve_request(environ, start_response)
            wanted = posixpath.join(inner, INDEX) if path.endswith("/") else inner
            while (found := self._answered(server, wanted, environ, start_response)) is None:
                if not _is_kept(wanted) or server._visible_epoch == server._wanted_epoch:  # noqa: SLF001 - nothing else knows
                    return server.serve_request(environ, start_response)
                time.sleep(LOOK_S)
            return found

        return application

    def _answered(
        self, server: LiveReloadServer, wanted: str, environ: Environ, start_response: Start
    ) -> Iterable[bytes] | None:
        """Answer from where a file lies, or that it does not where no build will bring it; None for what may come."""
        with self._moving:
            root = self._root(Path(server.root), wanted)
            if root is None and not self._failed:
                return None
            return _Unhurried(server, root or Path(server.root)).serve_request(environ, start_response)

    def _root(self, site: Path, inner: str) -> Path | None:
        """Name the folder in which a path of the finished site lies; nothing for what is not there."""
        live = site / ASIDE if (site / ASIDE).exists() else site
        roots = [site, site / HIDDEN] if _is_kept(inner) else [live]
        return next((root for root in roots if (root / inner).exists()), None)


def _is_kept(path: str) -> bool:
    return path.partition("/")[0] in KEPT


class _Unhurried:
    """MkDocs' server, for one request that is not to wait, and with another folder to look into."""

    def __init__(self, server: LiveReloadServer, root: Path) -> None:
        self._server, self.root = server, str(root)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the server has
        return getattr(self._server, "_visible_epoch" if name == "_wanted_epoch" else name)

    def serve_request(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        return LiveReloadServer.serve_request(self, environ, start_response)  # type: ignore[arg-type]

    def _serve_request(self, environ: Environ, start_response: Start) -> Iterable[bytes] | None:
        return LiveReloadServer._serve_request(self, environ, start_response)  # type: ignore[arg-type]  # noqa: SLF001
