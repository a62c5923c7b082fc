"""Work that makes very many values and hardly a cycle of them, kept apart from the collector of cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the collector of cycles away from work that makes very many values and hardly a cycle, and from these."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def over() -> None:
    """Let the collector see again what was made."""
    gc.unfreeze()
