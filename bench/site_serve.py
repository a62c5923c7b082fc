"""What `mkdocs serve` does with the plug-in: when a new page is seen, how long readers wait, what it costs at rest."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

from search_pages import made
from site_wikis import ENVIRONMENT, add, waited

REST_S = 20.0
WAIT_S = 600.0
TICKS = os.sysconf("SC_CLK_TCK")


def measured(root: Path, number: int) -> tuple[float, float, float]:
    """Give the seconds until page `number` is seen, the longest wait of a reader, and the share of a core at rest."""
    port = _free_port()
    base = f"http://127.0.0.1:{port}/wiki/"
    command = [sys.executable, "-m", "mkdocs", "serve", "-a", f"127.0.0.1:{port}"]
    server = subprocess.Popen(command, cwd=root, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        waited(lambda: _seen(base), WAIT_S)
        before = _cpu_s(server.pid)
        time.sleep(REST_S)
        rest = (_cpu_s(server.pid) - before) / REST_S
        waits, stop = [0.0], threading.Event()
        reader = threading.Thread(target=_read, args=(base, waits, stop))
        reader.start()
        add(root, number)
        page = f"{base}sessions/{made(number)[1].removesuffix('.md')}/"
        seen = waited(lambda: _seen(page), WAIT_S)
        stop.set()
        reader.join()
        return seen, max(waits), rest
    finally:
        server.terminate()
        server.wait()


def _read(base: str, waits: list[float], stop: threading.Event) -> None:
    while not stop.is_set():
        started = time.monotonic()
        _seen(base)
        waits.append(time.monotonic() - started)
        time.sleep(0.05)


def _seen(address: str) -> bool:
    try:
        with urllib.request.urlopen(address.replace("@", "%40"), timeout=WAIT_S) as answer:
            return bool(answer.status == 200 and answer.read())
    except (urllib.error.URLError, OSError):
        return False


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def possible() -> bool:
    """Tell whether this system says what a process took."""
    return Path("/proc/self/stat").exists() and shutil.which("python3") is not None
