"""The end of a worker that does not end by itself."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator

GRACE_S = 5.0
"""After this the system ends the process: a thread cannot, while a long match holds the interpreter."""
LIFE_S = 200.0
"""A process that lives for its work alone ends by then when it is not watched over a piece of it."""


@contextlib.contextmanager
def watched(seconds: float, last_words: Callable[[], None]) -> Iterator[None]:
    """End the process when the body takes longer than `seconds`, after `last_words`."""
    timer = threading.Timer(seconds, _end, args=(last_words,))
    timer.daemon = True
    timer.start()
    limited = end_within(seconds + GRACE_S)
    try:
        yield
    finally:
        timer.cancel()
        end_within(LIFE_S if limited else 0.0)


def end_within(seconds: float) -> bool:
    """Have the system end the process by SIGALRM, whose default action needs no interpreter; 0 calls it off.

    Tell whether there was such a limit before.
    """
    import signal  # noqa: PLC0415 - not all platforms have timers

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return signal.setitimer(signal.ITIMER_REAL, seconds)[0] > 0


def _end(last_words: Callable[[], None]) -> None:
    try:
        last_words()
    finally:
        os._exit(1)
