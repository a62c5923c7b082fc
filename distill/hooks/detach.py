"""Start the worker so that nothing the client does can reach or wait for it.

Measured with the real client: a child in the hook's process tree dies when the hook times out or the terminal is
closed, and an inherited pipe holds the session until the child ends. So: fork twice, a session of its own, all
descriptors closed, all three standard ones on the null device, and exit at once.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

GUARD = "DISTILL_WORKER"
"""Set for the worker and all it starts: a hook that sees it does not dispatch again."""
DROPPED = ("CLAUDE_CODE_MESSAGING_TOKEN", "CLAUDE_CODE_MESSAGING_SOCKET", "PYTHONHOME", "PYTHONSTARTUP")
HIGHEST_DESCRIPTOR = 65536
NICER_BY = 5
"""How much the worker gives way: the session's next request is made while it starts."""


def interpreter(env: "Mapping[str, str]", own: str) -> str:
    """Choose the interpreter of the worker: `DISTILL_PYTHON` where it can be run, else the hook's own."""
    for candidate in (env.get("DISTILL_PYTHON", ""), own):
        if candidate and os.path.isabs(candidate) and os.path.isfile(candidate) and os.access(candidate, os.X_OK):
            return candidate
    return ""


def command(python: str, root: str, state: str, lane: str) -> "list[str]":
    """Build the worker's command line; `-P` keeps the session's folder off the import path."""
    return [python, "-P", "-X", "utf8", "-m", "distill.worker", root, state, lane]


def environment(env: "Mapping[str, str]", package_parent: str) -> "dict[str, str]":
    """Build the worker's environment: the client's without its secrets, and where the package lies."""
    kept = {key: value for key, value in env.items() if key not in DROPPED}
    return {**kept, GUARD: "1", "PYTHONPATH": package_parent}


def start(argv: "list[str]", env: "dict[str, str]", folder: str) -> bool:
    """Start a program detached from this process, its session and its pipes; tell whether it was started."""
    if not hasattr(os, "fork"):
        return _start_without_fork(argv, env, folder)
    child = os.fork()
    if child == 0:
        _leave(argv, env, folder)
    return os.waitpid(child, 0)[1] == 0


def _leave(argv: "list[str]", env: "dict[str, str]", folder: str) -> None:
    """Be the first child: a session of its own, one more fork, gone."""
    code = 1
    try:
        os.setsid()
        if os.fork() == 0:
            _become(argv, env, folder)
        code = 0
    finally:
        os._exit(code)


def _become(argv: "list[str]", env: "dict[str, str]", folder: str) -> None:
    """Be the second child: let go of everything and become the worker."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.closerange(3, HIGHEST_DESCRIPTOR)
    os.nice(NICER_BY)
    try:
        os.chdir(folder)
    except OSError:
        os.chdir("/")
    os.execve(argv[0], argv, env)


def _start_without_fork(argv: "list[str]", env: "dict[str, str]", folder: str) -> bool:
    import subprocess

    names = ("CREATE_NO_WINDOW", "CREATE_NEW_PROCESS_GROUP", "BELOW_NORMAL_PRIORITY_CLASS")
    flags = sum(getattr(subprocess, name, 0) for name in names)
    null = subprocess.DEVNULL
    try:
        subprocess.Popen(argv, env=env, cwd=folder, stdin=null, stdout=null, stderr=null, creationflags=flags)  # noqa: S603 - our own command
    except OSError:
        return False
    return True
