"""What groups of pages say together is kept from build to build, by a hash of all that these pages say."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from distill.site.cache import Cache
from distill.site.packed import packed, unpacked


class Memo:
    """Gives what is kept, or makes it."""

    def __init__(self, cache: Cache) -> None:
        """Take what was kept of the builds before."""
        self._cache = cache
        self._used: dict[str, bytes] = {}

    def __call__(self, key: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain values of many kinds
        """Give what is kept by a key, or make it."""
        data = self._used.get(key) or self._kept.get(key, b"")
        value = unpacked(data)
        if value is None:
            value = make()
            data = packed(value)
        self._used[key] = data
        return value

    def keep(self) -> None:
        """Keep what this build asked for, and nothing else."""
        if self._used:
            self._cache.put_memos(self._used)

    @cached_property
    def _kept(self) -> dict[str, bytes]:
        return self._cache.memos()
