"""cmark-gfm by its own binding, without what that binding loses: 27 KB of each page, 270 MB of ten thousand.

`cmarkgfm` frees neither the tree of a text nor its HTML, and offers no way to. The library below it does; where its
functions cannot be reached, the binding is used as it is.
"""

import ctypes
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from types import ModuleType
from typing import Any

Render = Callable[[str], str]


@lru_cache(maxsize=1)
def renderer(extensions: tuple[str, ...]) -> Render | None:
    """Give the way to render a Markdown text with these extensions; None where there is no cmark: it is C."""
    try:
        from cmarkgfm import cmark  # noqa: PLC0415 - it need not be there
    except ImportError:
        return None
    options = cmark.Options.CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    try:
        return partial(_rendered, cmark, _Freeing(cmark._cmark), options, _found(cmark, extensions))  # noqa: SLF001
    except (AttributeError, OSError):
        return lambda text: str(cmark.markdown_to_html_with_extensions(text, options, list(extensions)))


class _Freeing:
    """Gives memory of the library back to it."""

    def __init__(self, binding: Any) -> None:  # noqa: ANN401 - a module of C
        """Find the functions. Raises AttributeError, OSError where they cannot be reached."""
        library = ctypes.CDLL(binding.__file__)
        self._cast, self._number = binding.ffi.cast, binding.ffi.typeof("uintptr_t")
        self._tree = library.cmark_node_free
        self._tree.argtypes, self._tree.restype = [ctypes.c_void_p], None
        memory = library.cmark_get_default_mem_allocator
        memory.restype = ctypes.POINTER(ctypes.c_void_p * 3)  # calloc, realloc, free
        self._text = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(memory().contents[2])

    def tree(self, root: object) -> None:
        """Give the tree of a text back."""
        self._tree(int(self._cast(self._number, root)))

    def text(self, html: object) -> None:
        """Give a text that was written back."""
        self._text(int(self._cast(self._number, html)))


def _found(cmark: ModuleType, names: Sequence[str]) -> list[object]:
    cmark.core_extensions_ensure_registered()
    return [cmark.find_syntax_extension(name) for name in names]


def _rendered(cmark: Any, freeing: _Freeing, options: int, extensions: Sequence[object], text: str) -> str:  # noqa: ANN401
    binding = cmark._cmark  # noqa: SLF001 - what is public throws the address of the HTML away
    parser = binding.lib.cmark_parser_new(options)
    try:
        for extension in extensions:
            binding.lib.cmark_parser_attach_syntax_extension(parser, extension)
        cmark.parser_feed(parser, text)
        root = binding.lib.cmark_parser_finish(parser)
        html = binding.lib.cmark_render_html(root, options, cmark.parser_get_syntax_extensions(parser))
        try:
            return str(binding.ffi.string(html).decode("utf-8"))
        finally:
            freeing.text(html)
            freeing.tree(root)
    finally:
        binding.lib.cmark_parser_free(parser)
