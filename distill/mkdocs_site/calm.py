"""Work that makes very many values and hardly a cycle of them, kept apart from the collector of cycles."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

USUAL = gc.get_threshold()
SELDOM = 50_000
"""New things of which many may be cycles, so many that they are a few megabytes."""


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


def begin() -> None:
    """Let the collector come seldom: a build makes many things that stay until its end."""
    gc.unfreeze()
    gc.set_threshold(SELDOM, *gc.get_threshold()[1:])


def over(*, serving: bool) -> None:
    """Let the collector come as often as it did.

    Where the process ends now, it need not look at all that was made, nor take it apart: that costs a tenth of a build.
    """
    if serving:
        gc.unfreeze()
    else:
        gc.freeze()
    gc.set_threshold(*USUAL)
