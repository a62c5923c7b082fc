"""Hides what looks like a key in a short text. Light: the redactor itself is too heavy for a hook.

It hides too much rather than too little: it is used on subjects of commits, names of branches and lines that the
background preparation, which has the redactor, has not seen yet.
"""

from distill.agents import events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

HIDDEN = "(hidden)"
LONG = 24
"""A run of ASCII letters and digits of this length is no word and no short commit id, and goes whatever it is."""
NAMES = (
    *("pass", "pwd", "secret", "token", "key", "cred", "auth", "bearer", "kennwort", "schlüssel", "geheim", "senha"),
    *("contrase", "clave", "clé", "парол", "ключ", "токен", "секрет", "密码", "密碼", "密钥", "口令", "パスワード"),
    *("暗証", "鍵", "비밀번호", "암호", "סיסמ", "كلمة"),
)
"""What the name of a secret holds, in small letters."""
SHORT_NAMES = frozenset({"pw", "psw", "pin", "login", "user", "-u", "--user"})
BINDING = frozenset(("never", "not", "no", "do", "don't", "dont", "always", "must", "only", "use", "is", "are")) | {
    *("nie", "niemals", "nicht", "kein", "keine", "jamais", "ne", "pas", "nunca", "non", "mai"),
    *("никогда", "не", "нельзя", "только"),
}
"""Words that may follow the name of a secret and are none: without them a rule would say the opposite."""
QUOTES = "\"'`"
SIGNS = ":=\uff1a\uff1d"
ENDS = "\"'`()[]{}<>.,;:!?*\u3002\uff0c"
NEAR = 6
"""So many words behind the name of a secret, one that looks like a value is taken for it."""
SHORTEST_VALUE = 8
WINDOW, ENOUGH_CHANGES = 16, 6
"""Changes between small letters, capitals and digits in a row of so many signs; 9 in random text, 3 in names."""
JOINING = frozenset("_+/=-")
MOST_SLASHES = 2
"""More of them has a path, and hardly ever a key."""
INNER = frozenset("!$%^*&~")
"""Signs that stand inside of passwords, and hardly ever of words."""
TELLING = INNER.union(SIGNS)
"""Without one of them, a word shorter than `WINDOW` cannot look like a key."""


def masked(text: str) -> str:
    """Give one line of text with each word hidden that looks like a key or stands where a key would stand."""
    line = printable(text)
    low = line.lower()
    names = [name for name in NAMES if name in low]
    told: list[str] = []
    since, assigned = NEAR, False
    for word in line.split():
        told.append(HIDDEN if _is_value(word, since, assigned=assigned) else _hidden(word))
        if _names_a_key(word, names):
            since, assigned = 0, word[-1] in SIGNS
        elif since == 0 and all(c in SIGNS for c in word):
            assigned = True
        else:
            since, assigned = since + 1, False
    return " ".join(told)


def masked_lines(text: str) -> str:
    """Give a text with each of its lines masked."""
    return "\n".join(masked(line) for line in text.split("\n"))


def printable(text: str) -> str:
    """Give a text on one line without control characters, and without what turns its direction."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def quoted(text: str, most: int) -> str:
    """Give one line as a quotation, masked and cut: data, which nobody obeys."""
    clean = masked(text[: 4 * most]).replace('"', "'")
    return f'"{clean if len(clean) <= most else clean[: most - 1].rstrip() + "…"}"'


def _is_value(word: str, since: int, *, assigned: bool) -> bool:
    """Tell whether a word behind the name of a secret is its value."""
    bare = word.strip(ENDS)
    if assigned:
        return bool(bare) and bare.lower() not in BINDING
    mixed = any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare)
    return mixed and (since == 0 or (since < NEAR and len(bare) >= SHORTEST_VALUE))


def _hidden(word: str) -> str:
    """Hide what of a word looks like a key by itself."""
    if word.startswith("-----"):
        return HIDDEN
    if len(word) < WINDOW and TELLING.isdisjoint(word):  # most words: too short for a key, and nothing is assigned
        return word
    name, mark, value = _parted(word)
    if mark and value.strip(QUOTES) and _names_a_key(name):
        return f"{name}{mark}{HIDDEN}"
    if "://" in word and "@" in word:
        return word.partition("://")[0] + "://" + HIDDEN + "@" + _runs_hidden(word.rpartition("@")[2])
    if "://" not in word and _is_like_a_password(word.strip(ENDS)):
        return HIDDEN
    return _runs_hidden("".join(HIDDEN if _is_dense(part) else part for part in _parts(word)))


def _is_like_a_password(word: str) -> bool:
    """Tell a word of letters, digits and a sign in their midst."""
    if len(word) < SHORTEST_VALUE or not INNER & set(word):
        return False
    inside = any(c in INNER and word[at - 1].isalnum() and word[at + 1 : at + 2].isalnum() for at, c in enumerate(word))
    return inside and any(c.isdigit() for c in word) and any(c.isalpha() for c in word)


def _parts(word: str) -> "list[str]":
    """Part a word into runs of what keys are made of, and the signs between them; a path, at its slashes too."""
    is_path = word.startswith(("/", "~", ".")) or word.count("/") > MOST_SLASHES
    parts = [""]
    for c in word:
        joins = (c.isascii() and c.isalnum()) or (c in JOINING and not (is_path and c == "/"))
        if joins and parts[-1]:
            parts[-1] += c
        else:
            parts += [c] if joins else [c, ""]
    return parts


def _parted(word: str) -> "tuple[str, str, str]":
    """Part `name=value` or `name:value`; an address is not parted."""
    places = [at for mark in SIGNS if (at := word.find(mark)) > 0 and word[at : at + 3] != "://"]
    at = min(places) if places else len(word)
    return word[:at], word[at : at + 1], word[at + 1 :]


def _names_a_key(name: str, names: "Iterable[str]" = NAMES) -> bool:
    """Tell whether a word names a key; `names`: those of `NAMES` that its line holds at all."""
    low = name.lower()
    return any(part in low for part in names) or low.strip(ENDS + SIGNS) in SHORT_NAMES


def _is_dense(text: str) -> bool:
    """Tell letters and digits that alternate somewhere as at random from names, paths and hexadecimal ids."""
    kinds = ["0" if c.isdigit() else "A" if c.isupper() else "a" if c.islower() else "" for c in text]
    windows = (kinds[at : at + WINDOW] for at in range(len(kinds) - WINDOW + 1))
    return any({"0", "A", "a"}.issubset(window) and _changes(window) >= ENOUGH_CHANGES for window in windows)


def _changes(kinds: "list[str]") -> int:
    return sum(one != other for one, other in zip(kinds, kinds[1:]) if one and other)  # noqa: B905, RUF007 - light, and read by any Python 3


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
