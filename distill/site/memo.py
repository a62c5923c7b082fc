"""What groups of pages say together is kept from build to build, by a hash of all that these pages say."""

from collections.abc import Callable, Iterable
from typing import Any

from distill.site.cache import Cache
from distill.site.packed import packed, unpacked


class Memo:
    """Gives what is kept, or makes it."""

    def __init__(self, cache: Cache) -> None:
        """Take what was kept of the builds before."""
        self._cache = cache
        self._made: dict[str, bytes] = {}
        self._held: set[str] = set()

    def __call__(self, key: str, make: Callable[[], Any]) -> Any:  # noqa: ANN401 - plain values of many kinds
        """Give what is kept by a key, or make it."""
        value = unpacked(self._made.get(key) or self._cache.memo(key))
        if value is None:
            value = make()
            self._made[key] = packed(value)
        self._held.add(key)
        return value

    def hold(self, keys: Iterable[str]) -> None:
        """Go on to keep what is not asked for now."""
        self._held.update(keys)

    def keep(self) -> None:
        """Keep what this build asked for or held, and nothing else."""
        if self._held:
            self._cache.put_memos(self._made, self._held)
