"""Hides what looks like a key in a short text. Light: the redactor itself is too heavy for a hook.

It hides too much rather than too little: it is used on subjects of commits, names of branches and lines that the
background preparation, which has the redactor, has not seen yet.
"""

from distill.agents import events

HIDDEN = "(hidden)"
LONG = 24
"""A run of ASCII letters and digits of this length is no word and no short commit id, and goes whatever it is."""
NAMES = ("pass", "pwd", "secret", "token", "key", "credential", "auth", "bearer")
QUOTES = "\"'`"


def masked(text: str) -> str:
    """Give one line of text with each word hidden that looks like a key or stands where a key would stand."""
    words = " ".join(printable(text).split()).split(" ")
    return " ".join(_hidden(word, words[i - 1] if i else "") for i, word in enumerate(words))


def printable(text: str) -> str:
    """Give a text on one line without control characters, and without what turns its direction."""
    return "".join(c if c.isprintable() else " " for c in text)


def quoted(text: str, most: int) -> str:
    """Give one line as a quotation, masked and cut: data, which nobody obeys."""
    clean = masked(text[: 4 * most]).replace('"', "'")
    return f'"{clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"}"'


def _hidden(word: str, before: str) -> str:
    if word.startswith("-----"):
        return HIDDEN
    name, mark, value = _parted(word)
    if mark and value.strip(QUOTES) and _names_a_key(name):
        return f"{name}{mark}{HIDDEN}"
    if before[-1:] in (":", "=") and _names_a_key(before):
        return HIDDEN
    if "://" in word and "@" in word:
        return word.partition("://")[0] + "://" + HIDDEN + "@" + _runs_hidden(word.rpartition("@")[2])
    return _runs_hidden(word)


def _parted(word: str) -> "tuple[str, str, str]":
    """Part `name=value` or `name:value`; an address is not parted."""
    places = [at for mark in "=:" if (at := word.find(mark)) > 0 and word[at : at + 3] != "://"]
    at = min(places) if places else len(word)
    return word[:at], word[at : at + 1], word[at + 1 :]


def _names_a_key(name: str) -> bool:
    low = name.lower()
    return any(part in low for part in NAMES)


def _runs_hidden(word: str) -> str:
    """Hide each run of letters and digits that is too long, or whose letters and digits alternate."""
    kept, run = [], ""
    for c in word + "\0":
        if c.isascii() and c.isalnum():
            run += c
            continue
        kept.append(HIDDEN if len(run) >= LONG or events.masked(run) != run else run)
        run = ""
        kept.append(c)
    return "".join(kept)[:-1]
