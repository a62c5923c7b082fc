"""Who makes the pages of a rebuild: this process, processes beside it, or a Dask cluster."""

import contextlib
import importlib
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from multiprocessing import get_context
from typing import Any, cast

from distill import processes
from distill.errors import ConfigError

FEW = 200
"""Pages up to which starting processes costs more than it brings: each imports everything once."""
MOST_PROCESSES = 8


@contextlib.contextmanager
def executor(pages: int, *, jobs: int = 0, cluster: str = "") -> Iterator[Executor | None]:
    """Give an executor for so many pages; None: do it in this process.

    `jobs`: processes, 0 for as many as there are cores. `cluster`: address of a Dask scheduler. Raises ConfigError.
    """
    if cluster:
        with _dask(cluster) as found:
            yield found
        return
    count = min(jobs or os.cpu_count() or 1, MOST_PROCESSES)
    if count < 2 or (not jobs and pages <= FEW):  # noqa: PLR2004 - one process is this one
        yield None
        return
    with processes.pool(count, get_context("spawn")) as pool:
        yield pool


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    try:
        distributed: Any = importlib.import_module("distributed")  # an extra, and without types
    except ImportError:
        raise ConfigError("--cluster needs Dask: install distill-wiki[cluster].") from None
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        raise ConfigError(f"No Dask scheduler answers at {address} ({type(error).__name__}).") from error
    with client:
        yield cast("Executor", client.get_executor())
