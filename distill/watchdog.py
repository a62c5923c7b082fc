"""The end of a worker that does not end by itself."""

import contextlib
import os
import threading
from collections.abc import Callable, Iterator

GRACE_S = 5.0
"""After this the system ends the process: a thread cannot, while a long match holds the interpreter."""


@contextlib.contextmanager
def watched(seconds: float, last_words: Callable[[], None]) -> Iterator[None]:
    """End the process when the body takes longer than `seconds`, after `last_words`."""
    timer = threading.Timer(seconds, _end, args=(last_words,))
    timer.daemon = True
    timer.start()
    _hard_limit(seconds + GRACE_S)
    try:
        yield
    finally:
        timer.cancel()
        _hard_limit(0.0)


def _end(last_words: Callable[[], None]) -> None:
    try:
        last_words()
    finally:
        os._exit(1)


def _hard_limit(seconds: float) -> None:
    """Have the system end the process by SIGALRM, whose default action needs no interpreter; 0 calls it off."""
    import signal  # noqa: PLC0415 - not all platforms have timers

    if hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)
