"""Where the verbatim tail of a session lies: the newest `<session>-*.md` of the handoffs. Light."""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def newest(folder: str, session_id: str, env: "Mapping[str, str]") -> str:
    """Name the newest tail of a session; empty where there is none."""
    place = _expanded(folder, env)
    if not session_id or not os.path.isabs(place):
        return ""
    try:
        names = [n for n in os.listdir(place) if n.startswith(session_id + "-") and n.endswith(".md")]
        paths = [os.path.join(place, name) for name in names]
        return max(paths, key=lambda path: (os.stat(path).st_mtime_ns, path), default="")
    except OSError:
        return ""


def _expanded(folder: str, env: "Mapping[str, str]") -> str:
    return env.get("HOME", "") + folder[1:] if folder == "~" or folder.startswith("~/") else folder
