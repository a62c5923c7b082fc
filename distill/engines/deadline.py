"""One deadline around everything an engine does, whatever a server makes of it."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")
L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the monotonic clock."""

    at: float

    def rest(self) -> float:
        """Say how many seconds are left, 0 at least."""
        return max(0.0, self.at - time.monotonic())


def within(seconds: float, work: Callable[[Deadline], T], *, late: L) -> T | L:
    """Do the work in a daemon thread and wait `seconds` for it; `late` is the answer when it takes longer.

    A thread, because a server that sends a byte now and then keeps every read timeout from firing. Work that was
    given up goes on until its own timeouts end it or the process does; it must not raise.
    """
    deadline = Deadline(time.monotonic() + max(0.0, seconds))
    done: SimpleQueue[T] = SimpleQueue()
    threading.Thread(target=lambda: done.put(work(deadline)), name="distill-engine", daemon=True).start()
    try:
        return done.get(timeout=max(0.0, seconds))
    except Empty:
        return late
