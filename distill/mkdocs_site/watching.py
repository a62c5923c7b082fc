"""How `mkdocs serve` learns of changes: told by the system, instead of looking at every file twice a second.

Looking costs 18 % of a core with 10,000 pages, for as long as the server runs. Where the system tells nothing (folders
of another machine or of a virtual one) the setting `watch: polling` brings the looking back.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

log = get_plugin_logger("distill")
CHANGES: list[type[FileSystemEvent]] = [
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
]
"""What must be told: a build opens and closes every file, which would start the next one."""
WAIT_S = 0.5


def told_by_the_system(server: LiveReloadServer) -> bool:
    """Watch what the server watches by the system's means; False where the system has none to give."""
    observer = _observer()
    watched = {path: count for path, count in server._watched_paths.items() if count}  # noqa: SLF001 - nothing else knows
    if observer is None or not _works(list(watched)):
        log.info("The system does not tell of changes here, so the files are looked at again and again.")
        return False
    server.observer = observer
    server._watched_paths.clear()  # noqa: SLF001 - as above
    server._watch_refs.clear()  # noqa: SLF001 - as above
    for path, count in watched.items():
        for _ in range(count):
            server.watch(path)
    return True


def _observer() -> Any:  # noqa: ANN401 - the server declares its own kind of observer
    """Make an observer that tells of changes only, and of a file by its folder: editors put a new one in its place."""
    observer = Observer(timeout=WAIT_S)
    if type(observer).__name__ == "PollingObserver":
        return None
    observer.schedule = partial(_schedule, observer.schedule)  # type: ignore[method-assign]
    return observer


def _schedule(
    schedule: Callable[..., ObservedWatch], handler: FileSystemEventHandler, path: str, *, recursive: bool = False
) -> ObservedWatch:
    if Path(path).is_dir():
        return schedule(handler, path, recursive=recursive, event_filter=CHANGES)
    only = FileSystemEventHandler()
    only.on_any_event = partial(_of_file, handler, path)  # type: ignore[method-assign]
    return schedule(only, str(Path(path).parent), recursive=False, event_filter=CHANGES)


def _of_file(handler: FileSystemEventHandler, path: str, event: FileSystemEvent) -> None:
    if path in {event.src_path, event.dest_path}:
        handler.on_any_event(event)


def _works(paths: list[str]) -> bool:
    """Try whether the system lets these folders be watched: the number of watches is limited."""
    trial: BaseObserver = Observer(timeout=WAIT_S)
    try:
        for path in paths:
            folder = Path(path) if Path(path).is_dir() else Path(path).parent
            trial.schedule(FileSystemEventHandler(), str(folder), recursive=Path(path).is_dir())
        trial.start()
    except OSError:
        return False
    trial.stop()
    trial.join()
    return True
