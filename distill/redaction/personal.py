"""Personal data: mail addresses become placeholders, the user's name goes from home paths."""

import re
from collections.abc import Iterator
from functools import cache

from distill.redaction.literals import Literals
from distill.redaction.spans import Certainty, Span, finds, flat

_LOCAL = re.compile(r"[A-Za-z0-9._%+-]{1,64}\Z")
_DOMAIN = re.compile(r"@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}([A-Za-z]{2,24}))(?![A-Za-z0-9-])(?!:[\w~/.])")
# RFC 2606, RFC 6761 and RFC 9476 names, private zones, and endings that are files far more often than countries
_RESERVED = frozenset({"example", "invalid", "test", "localhost", "local", "internal", "lan", "home", "corp", "arpa"})
_FILES = frozenset(
    {
        "md",
        "py",
        "js",
        "ts",
        "tsx",
        "json",
        "jsonl",
        "html",
        "txt",
        "toml",
        "yml",
        "yaml",
        "log",
        "css",
        "lock",
        "proposed",
    }
)
_LOGIN = 200  # characters before an `@` that an address with a login may take up
_EXAMPLES = ("example.com", "example.org", "example.net")
_HOME = re.compile(
    r"(?<![\w.~/\\-])(?:file://)?(?:/home/|/Users/(?!Shared\b)|[A-Za-z]:(?:\\{1,4}|/)Users(?:\\{1,4}|/)(?!Public\b))"
    r"(?!REDACTED)(?P<name>[\w.-]{1,64})(?P<end>[\\/]{1,4}|(?=[\s\"'`),;:|\]>]|$))"
)
_HOMES = ("/home/", "/Users/", ":\\Users", ":\\\\Users", ":/Users")
# accounts that name a role or an image, and nobody
_ROLES = frozenset({
    "admin", "agent", "app", "build", "builder", "ci", "circleci", "claude", "codespace", "coder", "codex",
    "container", "deploy", "deployer", "dev", "developer", "docker", "ec2-user", "git", "gitlab-runner", "guest",
    "jenkins", "jovyan", "lead", "linuxbrew", "me", "my", "name", "node", "ops", "orchestrator", "reviewer",
    "root", "runner", "runneradmin", "sandbox", "service", "test", "tester", "ubuntu", "user", "username",
    "vagrant", "vscode", "worker", "you", "your-name", "yourname",
})  # fmt: skip
_FILE_SCHEME = 8  # characters of `file://` or of a drive before those marks
_LONGEST_HOME = 100


def spans(text: str) -> Iterator[Span]:
    """Find mail addresses; seats, remotes, reserved domains and file names are none."""
    for at in finds(text, "@"):
        domain = _DOMAIN.match(text, at)
        local = _LOCAL.search(text, max(0, at - 64), at) if domain else None
        if domain and local and _is_address(text, local.start(), domain):
            yield Span(local.start(), domain.end(1), "email", Certainty.SELF_NAMING)


def _is_address(text: str, start: int, domain: re.Match[str]) -> bool:
    name, ending = domain[1].lower(), domain[2].lower()
    if ending in _RESERVED | _FILES or name.endswith(_EXAMPLES):
        return False
    run = text[max(0, start - _LOGIN) : start].rsplit(None, 1)
    return (
        not (run and "://" in run[-1] and not text[start - 1].isspace())
        and text[start : domain.start()].lower() != "git"
    )


@cache
def _home_marks() -> Literals:
    return Literals(_HOMES)


def homes(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the stretches of home paths that give a name away, each with what takes its place."""
    done = -1
    for at, _ in _home_marks().places(flat(text)):
        home = _HOME.search(text, max(done, at - _FILE_SCHEME, 0), at + _LONGEST_HOME) if at >= done else None
        if home and home["name"].lower() not in _ROLES:
            done = home.end()
            yield home.start(), home.end(), "~/" if home["end"] else "~"
