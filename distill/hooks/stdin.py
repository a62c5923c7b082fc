"""Read an event from stdin, bounded in bytes and in time: a client may leave the pipe open."""

import os

from distill.agents import light_json

MAX_BYTES = 8_000_000
MAX_SECONDS = 2.0
CHUNK = 65536


def read(descriptor: int = 0, seconds: float = MAX_SECONDS) -> bytes:
    """Read until end of file, a whole JSON object, the byte limit or the time limit, whichever comes first."""
    chunks: list[bytes] = []
    try:
        with _Alarm(seconds):
            _fill(descriptor, chunks)
    except (TimeoutError, OSError):
        pass
    return b"".join(chunks)


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


class _Alarm:
    """Raise TimeoutError in the main thread after some seconds; no effect where there is no SIGALRM."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        import _signal

        if hasattr(_signal, "setitimer"):
            _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGALRM])  # whoever started us may have blocked it
            _signal.signal(_signal.SIGALRM, _time_out)
            _signal.setitimer(_signal.ITIMER_REAL, self.seconds)

    def __exit__(self, *_: object) -> None:
        import _signal

        if hasattr(_signal, "setitimer"):
            _signal.setitimer(_signal.ITIMER_REAL, 0.0)


def _time_out(*_: object) -> None:
    raise TimeoutError
