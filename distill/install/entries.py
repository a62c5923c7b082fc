"""Our entries in the text of a settings file: found, put in, kept up to date, taken out. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distill.agents import command_line
from distill.agents.client import Subscription
from distill.errors import ConfigError
from distill.install import splice
from distill.install.json_text import Child, children, member, skip

SHIM = "distill/hooks/shim.py"
SCRIPTS = frozenset({"distill-hook", "distill-hook.exe"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One of our handlers; `handler` and `command` are places in the text, `way` are positions in its lists."""

    event: str
    matcher: object
    command: str
    timeout: object
    command_at: int
    way: tuple[int, int]


def is_ours(command: object) -> bool:
    """Tell whether a command starts our hook, whichever interpreter it names."""
    return isinstance(command, str) and (names_shim(command) or _last_word(command).rpartition("/")[2] in SCRIPTS)


def names_shim(command: str) -> bool:
    """Tell whether a command has the form that is installed today."""
    last = _last_word(command)
    return last == SHIM or last.endswith("/" + SHIM)


def _last_word(command: str) -> str:
    words = command_line.words(command)
    return words[-1].replace("\\", "/") if words else ""


def find(text: str, ours: Callable[[object], bool] = is_ours) -> list[Entry]:
    """List our entries in the order in which they stand; `ours` tells them by their command."""
    hooks = member(text, skip(text, 0), "hooks")
    members = children(text, hooks.at) if hooks and isinstance(hooks.value, dict) else []
    counting = {child.key: child for child in members}  # of two with one name the client reads the last
    lists = sorted((c for c in counting.values() if isinstance(c.value, list)), key=lambda child: child.at)
    return [entry for child in lists for entry in _of_event(text, child, ours)]


def add(text: str, subscriptions: Iterable[Subscription], command: str, path: Path) -> str:
    """Put an entry behind the others for each event, or bring the command of those that are there up to date.

    Raises ConfigError where `hooks` or an event in it has another form than the client reads.
    """
    text = _renewed(text, command)
    for subscription in subscriptions:
        mine = [e for e in find(text) if e.event == subscription.event and subscription.covered_by(e.matcher)]
        if not mine:
            text = _appended(text, subscription, command, path)
    return text


def remove(text: str, before: dict[str, Any]) -> str:
    """Take our entries out, and the lists that they alone stood in unless `before`, the file's old value, had them."""
    for _ in range(len(find(text))):
        text = _without(text, find(text)[-1], before)
    return text


def _of_event(text: str, event: Child, ours: Callable[[object], bool]) -> Iterator[Entry]:
    for i, group in enumerate(children(text, event.at)):
        handlers = member(text, group.at, "hooks") if isinstance(group.value, dict) else None
        if handlers is None or not isinstance(handlers.value, list):
            continue
        for k, handler in enumerate(children(text, handlers.at)):
            command = member(text, handler.at, "command") if isinstance(handler.value, dict) else None
            if command is not None and ours(command.value):
                yield Entry(
                    event=str(event.key),
                    matcher=group.value.get("matcher"),
                    command=command.value,
                    timeout=handler.value.get("timeout"),
                    command_at=command.at,
                    way=(i, k),
                )


def _renewed(text: str, command: str) -> str:
    """Bring the commands up to date from the last to the first, so that the places of the others stay right."""
    for entry in reversed(find(text)):
        if entry.command != command:
            text = splice.replace(text, entry.command_at, command)
    return text


def _appended(text: str, subscription: Subscription, command: str, path: Path) -> str:
    group: dict[str, object] = {"matcher": subscription.matcher} if subscription.matcher else {}
    group["hooks"] = [{"type": "command", "command": command, "timeout": subscription.timeout_s}]
    top = skip(text, 0)
    hooks = member(text, top, "hooks")
    if hooks is None:
        return splice.append(text, top, {subscription.event: [group]}, key="hooks")
    if hooks.value is None:
        return splice.replace(text, hooks.at, {subscription.event: [group]})
    _expect(hooks.value, dict, "`hooks`", path)
    event = member(text, hooks.at, subscription.event)
    if event is None:
        return splice.append(text, hooks.at, [group], key=subscription.event)
    if event.value is None:
        return splice.replace(text, event.at, [group])
    _expect(event.value, list, f"`hooks.{subscription.event}`", path)
    return splice.append(text, event.at, group)


def _expect(value: object, kind: type, what: str, path: Path) -> None:
    if not isinstance(value, kind):
        form = "an object" if kind is dict else "a list"
        raise ConfigError(f"{what} in {path} is not {form}; nothing was changed. Mend it and try again.")


def _without(text: str, entry: Entry, before: dict[str, Any]) -> str:
    """Take one entry out; then its group, its event's list and `hooks`, each when nothing is left in it."""
    i, k = entry.way
    hooks = _place(text, skip(text, 0), "hooks")
    event = _place(text, hooks, entry.event)
    group = children(text, event)[i].at
    handlers = _place(text, group, "hooks")
    if len(children(text, handlers)) > 1:
        return splice.remove(text, handlers, k)
    old = before.get("hooks")
    if len(children(text, event)) > 1 or (isinstance(old, dict) and entry.event in old):
        return splice.remove(text, event, i)
    if len(children(text, hooks)) > 1 or "hooks" in before:
        return splice.remove(text, hooks, _index(text, hooks, entry.event))
    return splice.remove(text, skip(text, 0), _index(text, skip(text, 0), "hooks"))


def _place(text: str, at: int, key: str) -> int:
    found = member(text, at, key)
    if found is None:
        raise KeyError(key)
    return found.at


def _index(text: str, at: int, key: str) -> int:
    return max(i for i, child in enumerate(children(text, at)) if child.key == key)
