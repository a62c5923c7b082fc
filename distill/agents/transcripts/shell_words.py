"""A shell command as words and operators, as far as it can be told without running it."""

from collections.abc import Iterator
from dataclasses import dataclass

MOST_CHARACTERS = 20_000
OPERATORS = ("&&", "||", "&>>", "&>", ">>", ">|", ">&", "<<", "<&", ";;", "|&", ";", "|", "&", ">", "<", "(", ")", "\n")
EXPANDED = frozenset("$`*?[{")
"""What a shell expands outside of quotes."""
EXPANDED_IN_QUOTES = frozenset("$`")


@dataclass(frozen=True, slots=True)
class Word:
    """One word; it is `plain` where the shell would take it as it stands."""

    text: str
    plain: bool = True


@dataclass(frozen=True, slots=True)
class Operator:
    """What stands between words; a newline reads as a semicolon."""

    text: str


Token = Word | Operator


def tokens_of(command: str) -> list[Token] | None:
    """Take a command apart; None where it is too long, or a quote or a here-document stays open."""
    if len(command) > MOST_CHARACTERS:
        return None
    try:
        found = list(_Lexer(command.replace("\\\n", "")).tokens())
    except ValueError:
        return None
    return None if any(token == Operator("<<") for token in found) else found


class _Lexer:
    """Walks a command once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def tokens(self) -> Iterator[Token]:
        """Give the tokens. Raises ValueError for a quote that stays open."""
        while self._at < len(self._text):
            char = self._text[self._at]
            if char in " \t\r":
                self._at += 1
            elif char == "#":
                self._skip_comment()
            elif operator := self._operator():
                self._at += len(operator)
                yield Operator(";" if operator == "\n" else operator)
            else:
                yield self._word()

    def _operator(self) -> str:
        return next((o for o in OPERATORS if self._text.startswith(o, self._at)), "")

    def _skip_comment(self) -> None:
        end = self._text.find("\n", self._at)
        self._at = len(self._text) if end < 0 else end

    def _word(self) -> Word:
        parts: list[str] = []
        plain = True
        while self._at < len(self._text) and self._text[self._at] not in " \t\r" and not self._operator():
            char = self._text[self._at]
            if char in "'\"":
                part, is_plain = self._quoted(char)
                plain &= is_plain
            elif char == "\\":
                part = self._text[self._at + 1 : self._at + 2]
                self._at += 2
            else:
                part, self._at = char, self._at + 1
                plain &= char not in EXPANDED
            parts.append(part)
        return Word("".join(parts), plain)

    def _quoted(self, quote: str) -> tuple[str, bool]:
        """Read up to the closing quote; tell whether what is between is taken as it stands."""
        start = self._at + 1
        end = self._text.find(quote, start)
        while quote == '"' and end > 0 and _is_escaped(self._text, end):
            end = self._text.find(quote, end + 1)
        if end < 0:
            raise ValueError(quote)
        self._at = end + 1
        inner = self._text[start:end]
        if quote == "'":
            return inner, True
        bare = inner.replace('\\"', '"').replace("\\\\", "\\")
        return bare, not EXPANDED_IN_QUOTES & set(inner.replace("\\$", "").replace("\\`", ""))


def _is_escaped(text: str, at: int) -> bool:
    """Tell whether an odd number of backslashes stands before a place."""
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
