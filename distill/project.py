"""Where a project and its state lie. Standard library and light: hooks import it on every event."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

STATE = ".distill"
MAX_DEPTH = 64
MAX_POINTER_BYTES = 4096
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
"""A pipe in the place of a file holds nobody, and a link in it leads nowhere."""
READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe in the place of a file is empty at once, and holds nobody."""


def find_root(cwd: str) -> str:
    """Find the project root for a session's folder.

    In a git repository or worktree: the main checkout (git's common directory), so that worktrees share one
    wiki; where a folder below its top has a `distill.toml`, that folder of the main checkout. Outside git: the
    nearest folder with `distill.toml`, else `cwd` itself. Works for folders that are gone.
    """
    start = os.path.abspath(cwd)
    owner = _owner(start)
    top = _ascend(start, _has_git)
    settings = _ascend(start, lambda folder: _has_settings(folder, owner))
    if not top:
        return settings or start
    main = _main_checkout(top)
    inside = settings.startswith(top + os.sep)
    return os.path.join(main, os.path.relpath(settings, top)) if inside else main


def state_dir(root: str) -> str:
    """Name the state folder of a project."""
    return os.path.join(root, STATE)


def make_state(root: str) -> str:
    """Make the state folder, owner-only and invisible to git; return its path. Raises OSError."""
    state = state_dir(root)
    try:
        os.mkdir(state, 0o700)
    except FileExistsError:
        if os.path.exists(os.path.join(state, ".gitignore")):
            return state
        if _leads_away(state):  # a repository may bring one that leads into somebody's own folder
            raise
    write_small(os.path.join(state, ".gitignore"), b"*\n")
    return state


def usable_state(root: str, env: "Mapping[str, str]") -> str:
    """Make a state folder that can be written to: the project's, else one in the person's own state folder.

    Raises OSError when there is neither.
    """
    try:
        state = make_state(root)
        if os.access(state, os.W_OK | os.X_OK):
            return state
    except OSError:
        pass
    return own_state(root, env)


def known_state(root: str, env: "Mapping[str, str]") -> str:
    """Name the state folder that `usable_state` would give, where it is there already; else nothing."""
    state = state_dir(root)
    if os.path.isdir(state) and os.access(state, os.W_OK | os.X_OK) and not _leads_away(state):
        return state
    own = _own_place(root, env)
    return own if own and os.path.isdir(own) else ""


def _leads_away(state: str) -> bool:
    """Tell whether the state folder is a link to a folder that was never one."""
    return os.path.islink(state) and not os.path.exists(os.path.join(state, ".gitignore"))


def own_state(root: str, env: "Mapping[str, str]") -> str:
    """Make the state folder of a project in the person's own place. Raises OSError when there is no such place."""
    folder = _own_place(root, env)
    if not folder:
        raise OSError(2, "no folder for the state of the project", root)
    os.makedirs(folder, 0o700, exist_ok=True)
    return folder


def _own_place(root: str, env: "Mapping[str, str]") -> str:
    home = env.get("HOME", "")
    base = env.get("XDG_STATE_HOME") or (os.path.join(home, ".local", "state") if os.path.isdir(home or ".") else "")
    if not os.path.isabs(base):
        return ""
    from binascii import crc32  # noqa: PLC0415 - only on this path

    name = f"{os.path.basename(root)}-{crc32(root.encode('utf-8', 'surrogateescape')):08x}"
    return os.path.join(base, "distill", name)


def read_small(path: str, most: int) -> bytes:
    """Read the first bytes of a file, `most` of them; empty where it cannot be read."""
    try:
        descriptor = os.open(path, READING)
    except (OSError, ValueError):
        return b""
    try:
        return os.read(descriptor, most)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def write_small(path: str, data: bytes) -> None:
    """Write a small file of the state folder, owner-only. Raises OSError, also for a short write and for a link."""
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | NO_WAIT, 0o600)
    try:
        if os.write(descriptor, data) != len(data):
            _full(path)
    except OSError:
        os.unlink(path)
        raise
    finally:
        os.close(descriptor)


def _full(path: str) -> None:
    raise OSError(28, "short write", path)


def _ascend(start: str, fits: "Callable[[str], bool]") -> str:
    """Give the nearest folder from `start` upwards that fits, or nothing."""
    folder = start
    for _ in range(MAX_DEPTH):
        if fits(folder):
            return folder
        parent = os.path.dirname(folder)
        if parent == folder:
            break
        folder = parent
    return ""


def _has_settings(folder: str, owner: int) -> bool:
    """Tell whether a folder has settings that count: those of a stranger, say in a shared folder above, do not."""
    path = os.path.join(folder, "distill.toml")
    return os.path.isfile(path) and _owner(path) in (owner, os.geteuid() if hasattr(os, "geteuid") else owner)


def _owner(path: str) -> int:
    try:
        return os.stat(path).st_uid
    except OSError:
        return os.geteuid() if hasattr(os, "geteuid") else 0


def _has_git(folder: str) -> bool:
    return os.path.exists(os.path.join(folder, ".git"))


def _main_checkout(top: str) -> str:
    """Tell the main checkout of a checkout or worktree; a submodule or a bare repository's worktree is its own."""
    entry = os.path.join(top, ".git")
    pointer = "" if os.path.isdir(entry) else _first_line(entry)
    if not pointer.startswith("gitdir:"):
        return top
    git_dir = os.path.join(top, pointer[len("gitdir:") :].strip())
    common = _first_line(os.path.join(git_dir, "commondir"))
    if not common:
        return top
    common_dir = os.path.normpath(os.path.join(git_dir, common))
    return os.path.dirname(common_dir) if os.path.basename(common_dir) == ".git" else top


def _first_line(path: str) -> str:
    if not os.path.isfile(path):  # a pipe would hold whoever opens it
        return ""
    try:
        with open(path, "rb") as stream:
            return stream.read(MAX_POINTER_BYTES).decode("utf-8", "surrogateescape").partition("\n")[0].strip()
    except OSError:
        return ""
