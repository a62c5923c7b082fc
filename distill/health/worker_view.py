"""What the worker will find: its interpreter, the packages in it, the key, the address, the settings."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from distill.agents import command_line
from distill.config import Settings
from distill.engines import address, key, provider
from distill.engines.interface import Unavailable
from distill.health.finding import Finding, ok, warning, wrong
from distill.hooks import detach
from distill.install import entries
from distill.install.entries import Entry
from distill.model import Reason

PACKAGES = ("distill.fresh", "detect_secrets", "frontmatter", "markdown_it", "yaml", "anthropic")
PROBE = """
import importlib, json, sys
missing = []
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError as error:
        missing.append(error.name or name)
print(json.dumps(missing))
"""
SECONDS = 30.0
AGAIN = "Run `distill install` again."


def interpreter(entry: Entry, env: Mapping[str, str]) -> Iterator[Finding]:
    """Check the interpreter that an entry names, and the one that the worker will have."""
    words = command_line.words(entry.command)
    shim = Path(words[-1])
    if not entries.names_shim(entry.command):
        yield warning("interpreter", f"{entry.command} names no interpreter of its own", AGAIN)
        return
    named = env.get("DISTILL_PYTHON", "")
    if named and detach.interpreter({"DISTILL_PYTHON": named}, "") != named:
        yield warning("interpreter", f"DISTILL_PYTHON names {named}, which cannot be run", "Set it to a full path.")
    gone = [word for word in (words[0], words[-1]) if not Path(word).exists()]
    if gone:
        yield wrong("interpreter", f"{gone[0]}, which the installed hook names, is gone", AGAIN)
        return
    used = detach.interpreter(env, words[0])
    if used:
        yield _packages(used, shim.parent.parent.parent, env)
    else:
        yield wrong("interpreter", f"{words[0]} cannot be run", AGAIN)


def python_on_path(env: Mapping[str, str]) -> Iterator[Finding]:
    """Check the `python3` that a bare command would start; ours does not, but the plugin may."""
    found = shutil.which("python3", path=env.get("PATH"))
    if found is None:
        yield warning("python3", "there is no python3 on PATH; installed hooks do not need it, the plugin may")
        return
    done = _run([found, "-c", "print(3)"], env)
    if done is None or done.returncode != 0:
        code = "does not end" if done is None else f"ends with {done.returncode}"
        what = f"{found} is no Python: it {code}. Installed hooks do not use it; the plugin may"
        yield warning("python3", what, "Take it off PATH, or set DISTILL_PYTHON.")
    else:
        yield ok("python3", f"{found} works")


def service(settings: Settings, env: Mapping[str, str]) -> Iterator[Finding]:
    """Check where the key comes from, never what it is; and the address."""
    if settings.engine == "extractive":
        yield ok("key", 'engine = "extractive": no key is needed, no request is made')
        return
    if settings.provider != "anthropic":
        yield _provider(settings, env)
        return
    yield _key(settings, env)
    found = address.base_url(settings, env)
    if isinstance(found, Unavailable):
        yield wrong("address", found.detail, "Mend it; until then the extractive engine writes the pages.")
        return
    raw = settings.base_url.strip() or env.get(address.VARIABLE, "").strip() or address.DEFAULT
    if raw.rstrip("/") != found:
        yield warning("address", f"the address ends in a part of the API's own path; {found} is used", "Shorten it.")
    else:
        yield ok("address", f"requests go to {found}")


def _provider(settings: Settings, env: Mapping[str, str]) -> Finding:
    found = provider.from_settings(settings, env)
    if isinstance(found, Unavailable):
        return wrong("provider", found.detail, "Until then the extractive engine writes the pages.")
    return ok("provider", f"requests go to {settings.provider}, with the credentials of its own tools")


def _key(settings: Settings, env: Mapping[str, str]) -> Finding:
    found = key.find_key(env, settings)
    if not isinstance(found, Unavailable):
        return ok("key", f"from {key.VARIABLE if env.get(key.VARIABLE, '').strip() else 'the file of `key_file`'}")
    if found.reason is not Reason.NO_KEY:
        return wrong("key", found.detail, "Until then the extractive engine writes the pages.")
    if settings.engine == "auto":
        return ok("key", "none here; the extractive engine writes the pages")
    return wrong("key", found.detail, 'Or set engine = "extractive".')


def _packages(python: str, parent: Path, env: Mapping[str, str]) -> Finding:
    done = _run([python, "-P", "-X", "utf8", "-c", PROBE, *PACKAGES], detach.environment(env, str(parent)))
    if done is None or done.returncode != 0:
        return wrong("interpreter", f"{python} does not start as it should", AGAIN)
    missing = json.loads(done.stdout)
    if missing:
        what = f"{python} has no module {', '.join(sorted(set(missing)))}; events would wait in the spool"
        return wrong("interpreter", what, "Install distill-wiki there, or set DISTILL_PYTHON.")
    return ok("interpreter", f"the worker runs in {python}, which has all packages")


def _run(argv: list[str], env: Mapping[str, str]) -> "subprocess.CompletedProcess[str] | None":
    try:
        return subprocess.run(  # noqa: S603 - an interpreter that the person named
            argv, env=dict(env), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
