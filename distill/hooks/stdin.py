"""Read an event from stdin, bounded in bytes and in time: a client may leave the pipe open."""

import os

from distill.agents import light_json

MAX_BYTES = 8_000_000
CHUNK = 65536


def read(descriptor: int = 0, seconds: float = 1.0) -> bytes:
    """Read until end of file, a whole JSON object, the byte limit or the time limit, whichever comes first."""
    import _signal

    chunks: list[bytes] = []
    try:
        if hasattr(_signal, "setitimer"):
            with _Alarm(seconds):
                _fill(descriptor, chunks)
        else:
            _fill_beside(descriptor, chunks, seconds)
    except (TimeoutError, OSError):
        pass
    return b"".join(chunks)


def _fill_beside(descriptor: int, chunks: "list[bytes]", seconds: float) -> None:
    """Read in a thread, which is left behind when it takes too long: for systems without timers."""
    import _thread

    done = _thread.allocate_lock()
    done.acquire()

    def fill() -> None:
        try:
            _fill(descriptor, chunks)
        except OSError:
            pass
        finally:
            done.release()

    _thread.start_new_thread(fill, ())
    done.acquire(timeout=seconds)


def _fill(descriptor: int, chunks: "list[bytes]") -> None:
    size = 0
    while size < MAX_BYTES:
        chunk = os.read(descriptor, CHUNK)
        if not chunk:
            return
        chunks.append(chunk)
        size += len(chunk)
        if (
            len(chunk) < CHUNK
            and chunk.rstrip().endswith(b"}")
            and light_json.parse_object(b"".join(chunks)) is not None
        ):
            return  # a whole object; waiting for the end of the pipe would only cost time


def end_within(seconds: float) -> None:
    """Have the process end, with exit code 0, after some seconds, whatever it waits for then."""
    import _signal

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, lambda *_: os._exit(0))
        _signal.setitimer(_signal.ITIMER_REAL, seconds)
        return
    import _thread
    import time

    def end() -> None:
        time.sleep(seconds)
        os._exit(0)

    _thread.start_new_thread(end, ())


class _Alarm:
    """Raise TimeoutError in the main thread after some seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        import _signal

        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGALRM])  # whoever started us may have blocked it
        _signal.signal(_signal.SIGALRM, _time_out)
        _signal.setitimer(_signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        import _signal

        _signal.setitimer(_signal.ITIMER_REAL, 0.0)


def _time_out(*_: object) -> None:
    raise TimeoutError
