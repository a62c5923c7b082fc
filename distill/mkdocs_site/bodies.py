"""Pages that were read and are shown only at the end of a build: meanwhile their text lies on disk.

Ten thousand pages would take 75 MB of memory, and leave holes in it that nothing else fits into.
"""

import contextlib
import tempfile
import weakref
from typing import IO

from distill.pages.page import Page, PageMeta
from distill.site.views import SessionSource


class Bodies:
    """Keeps the text of pages in a file without a name, and in memory where there is no room for one."""

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._end = 0
        self._places: dict[str, tuple[PageMeta, str | tuple[int, int]]] = {}

    def put(self, path: str, source: SessionSource) -> None:
        """Keep what is needed to show a page."""
        body: str | tuple[int, int] = source.body
        with contextlib.suppress(OSError):  # a full disk: the build will say so where it matters
            body = self._laid_down(source.body.encode("utf-8"))
        self._places[path] = source.page.meta, body

    def take(self, path: str) -> SessionSource | None:
        """Give a page back, once; None for one that is not kept. Raises OSError."""
        meta, body = self._places.pop(path, (None, ""))
        if meta is None:
            return None
        text = body if isinstance(body, str) else self._picked_up(*body)
        return SessionSource(Page(meta), text)

    def _laid_down(self, data: bytes) -> tuple[int, int]:
        if self._file is None:
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - open as long as the build
            weakref.finalize(self, self._file.close)
        at, rest = self._end, memoryview(data)
        self._file.seek(at)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._end = at + len(data)
        return at, len(data)

    def _picked_up(self, at: int, size: int) -> str:
        assert self._file is not None  # noqa: S101 - for the checker of types
        parts = bytearray()
        self._file.seek(at)
        while len(parts) < size:
            if not (part := self._file.read(size - len(parts))):
                raise OSError("The file in which pages wait to be shown has been cut off; build again.")
            parts += part
        return parts.decode("utf-8")
