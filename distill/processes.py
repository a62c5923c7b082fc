"""Processes beside this one that neither outlive it nor are hit by the interrupt that is meant for it."""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import parent_process
from multiprocessing.context import BaseContext
from typing import ParamSpec, TypeVar

Params = ParamSpec("Params")
Result = TypeVar("Result")


class Pool(ProcessPoolExecutor):
    """An executor whose processes are started with interrupts held back: one that meets a start hangs it for good."""

    def submit(self, fn: Callable[Params, Result], /, *args: Params.args, **kwargs: Params.kwargs) -> Future[Result]:
        """Hand a call to the processes, and start one where one is missing."""
        with _interrupts_held():
            return super().submit(fn, *args, **kwargs)


@contextlib.contextmanager
def pool(count: int, context: BaseContext | None = None) -> Iterator[Pool]:
    """Give so many processes; what they have not begun when the body ends is not begun any more."""
    processes = Pool(count, mp_context=context, initializer=_begin)
    try:
        yield processes
    finally:
        processes.shutdown(wait=True, cancel_futures=True)


def _begin() -> None:
    """Leave interrupts to the parent, and end with it, however it ends: it may hold a lock that was inherited."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep SIGINT waiting, where the system can; a process that is started meanwhile never gets one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
