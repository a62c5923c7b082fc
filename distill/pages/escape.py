"""Escaping at write time: what stands in a page is shown, never run, by any Markdown builder.

Code spans with one backtick stay, unless they hold what a template or snippet engine would run; all else is text.
Rules of CommonMark 0.31, GFM, Python-Markdown and its usual extensions; ids, paths and `#58` stay literal.
"""

import html
import re

PUNCTUATION = r"[!-/:-@\[-`{-~]"
CODE_SPAN = r"(?<!`)(?P<ticks>`+)(?!`)(?P<inside>.+?)(?<!`)(?P=ticks)(?!`)"
TEXT = r"""
  (?P<word_colon>(?i:javascript|vbscript|mailto|xmpp|(?:ftp|file)(?=://)|data(?=:[\w.+-]*[/;,])):(?=\S))
| (?P<handler>(?i:(?<![\w-])on[a-z]{3,20})=)   # what a browser would run, were the tag around it alive
| (?P<entity>
    &(?=\#?\w+;)              # would read as an entity
  | <(?!\ )                   # tags, autolinks, comments, ERB
  | `
  | \{                        # templates, attribute lists, macros
  | (?<=\S)~                  # the end of a strike-through
  | \\(?=PUNCTUATION|$)
  )
| (?P<backslash>
    (?!(?<=\s)\*\s)\*         # emphasis, but not a lone star
  | (?<!\w)_+(?!\s|$)         # the start of emphasis; snake_case stays
  | \[(?=\^|\[|(?i:_?toc))    # footnotes, wiki links, tables of contents
  | \](?=[(\[:])              # links, references and their definitions
  )
""".replace("PUNCTUATION", PUNCTUATION)
TOKEN = re.compile(rf"(?P<code>{CODE_SPAN})|{TEXT}", re.VERBOSE)
TEXT_TOKEN = re.compile(TEXT, re.VERBOSE)
NOT_PLAIN = re.compile(r"[:=&<`{~\\*_\[\]]")
"""The signs without one of which nothing of these is in a text."""
RUN_BY_ENGINES = re.compile(
    r"\{[{%#!]|\{(?:\+\+|--|~~|==|>>)|<[%?!]|-8<|\n|</?(?i:script|style|iframe|textarea|title|xmp|plaintext)\b"
)
"""Jinja, Liquid, macros, file inclusion, critic marks, ERB and PHP, comments, snippets; and tags behind which parsers
of HTML read on in another way, which some builders look for before they look for code."""

LINE_START = re.compile(
    r"(?P<backslash>[#>+-]|!(?=!)|\[(?=[ xX]\]))"
    r"|(?P<number>[0-9]+)(?P<mark>[.)])(?=\s|$)"
    r"|(?P<entity>([=:?/|%~^])(?=\5|\s|$))"
)
ESCAPED = re.compile(
    rf"(?P<code>{CODE_SPAN})|\\(?P<char>{PUNCTUATION})|(?P<entity>&(?:\#[0-9]{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|\w+);)"
)
MARKUP = re.compile(r"(?i:(?<![\w-])on[a-z]{3,20})=|&(?=#?\w+;)|[<>\"{]")
ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|\w+);")
NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def escape(text: str) -> str:
    """Escape one line of text for the body of a page, wherever in a line it comes to stand."""
    if NOT_PLAIN.search(text):
        text = TOKEN.sub(_token, text)
    start = LINE_START.match(text)
    return _line_start(start) + text[start.end() :] if start else text


def literal(text: str) -> str:
    """Escape one line so strictly that it can stand in a link text or a table cell, without any code spans."""
    return re.sub(r"[!-/:-@\[-`{-~]", lambda match: _entity(match[0]), text)


def unescape(text: str) -> str:
    """Give back the text that `escape` was given; decode what people wrote by the same rules."""
    return ESCAPED.sub(_plain, text) if "\\" in text or "&" in text else text


def escape_markup(text: str) -> str:
    """Escape a value of the front matter, which themes print as it stands, for HTML and template engines."""
    return MARKUP.sub(lambda match: match[0][:-1] + _entity(match[0][-1]), text)


def unescape_markup(text: str) -> str:
    """Give back the value that `escape_markup` was given."""
    return ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def _token(match: re.Match[str]) -> str:
    if match["code"] is None:
        return _text(match)
    inside = match["inside"]
    kept = len(match["ticks"]) == 1 and "`" not in inside and inside == inside.strip()
    if kept and not RUN_BY_ENGINES.search(inside):
        return match[0]
    ticks = _entity("`") * len(match["ticks"])
    return ticks + TEXT_TOKEN.sub(_text, inside) + ticks


def _text(match: re.Match[str]) -> str:
    if match["word_colon"]:
        return match["word_colon"][:-1] + _entity(":")
    if match["handler"]:
        return match["handler"][:-1] + _entity("=")
    if match["entity"]:
        return _entity(match["entity"])
    return "".join(f"\\{char}" for char in match["backslash"])


def _line_start(match: re.Match[str]) -> str:
    if match["number"]:
        return f"{match['number']}\\{match['mark']}"
    return f"\\{match['backslash']}" if match["backslash"] else _entity(match["entity"])


def _plain(match: re.Match[str]) -> str:
    return match["code"] or match["char"] or html.unescape(match["entity"])


def _entity(char: str) -> str:
    return NAMED.get(char) or f"&#{ord(char)};"
