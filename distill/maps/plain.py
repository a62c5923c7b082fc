"""Inline Markdown to plain text in which only code spans are left as markup."""

import html
import re

_SPECIAL = re.compile(r"[`*_~<&\\\[]")
_BLANKS = re.compile(r"[ \t\n]+")
_WIDE = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
# A wrapped line of Chinese or Japanese is joined without a blank.
_WIDE_WRAP = re.compile(rf"(?<={_WIDE})[ \t]*\n[ \t]*(?={_WIDE})")
# Bounded, so that unmatched backticks cost no more than a constant each.
_SPAN_OR_COMMENT = re.compile(r"(?<!`)(`{1,8})(?!`)(.{1,1000}?)(?<!`)\1(?!`)|<!--.{0,4000}?-->", re.DOTALL)
_BREAK = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_TARGET = (
    r"\([ \t]*<?[^()\s<>\x00]{0,2000}(?:\([^()\s]{0,500}\)[^()\s<>\x00]{0,2000}){0,8}>?"
    r"(?:[ \t]+(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'))?[ \t]*\)"
)
_IMAGE = re.compile(rf"!\[([^\[\]]{{0,500}})\]{_TARGET}")
_LINK = re.compile(rf"\[([^\[\]]{{1,500}})\]{_TARGET}")
_AUTOLINK = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_STRONG = re.compile(r"\*\*(?=\S)(.{1,2000}?)(?<=\S)\*\*", re.DOTALL)
# `__init__` is a name; only what holds a blank is meant as bold.
_UNDERSCORED = re.compile(r"(?<![\w.])__(?=\S)([^_\n]{1,500})(?<=\S)__(?![\w.])")
_EMPHASIS = re.compile(
    r"(?<![\w*/\\])\*(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s*])\*(?![\w*/])|(?<![\w\\])_(?=[^\s_])([^_\n]{1,500}?)(?<=[^\s_])_(?!\w)"
)
_STRIKE = re.compile(r"~~(?=\S)(.{1,2000}?)(?<=\S)~~", re.DOTALL)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_HELD = "\x00"


def plain(markdown: str) -> str:
    """Reduce inline Markdown to one line: markers off, links to their label, images to their text, entities decoded.

    HTML tags stay as literal text, `<br>` becomes a blank, comments go. Expects text without control characters.
    """
    text = markdown
    if not _SPECIAL.search(text):
        return _joined(text)
    spans: list[str] = []
    text = _SPAN_OR_COMMENT.sub(lambda match: _hold(match, spans), text)
    text = _unmarked(text)
    kept = iter(spans)
    return _joined(re.sub(re.escape(_HELD), lambda _: next(kept, ""), text))


def has_strike(markdown: str) -> bool:
    """Say whether the text as a whole, or its first words, are struck through."""
    return markdown.lstrip("*_ ").startswith("~~") and bool(_STRIKE.search(markdown))


def _hold(match: re.Match[str], spans: list[str]) -> str:
    if match[1] is None:
        return ""
    inner = " ".join(match[2].split())
    if not inner:
        return match[0]
    fence = "``" if "`" in inner else "`"
    spans.append(f"{fence} {inner} {fence}" if "`" in inner else f"`{inner}`")
    return _HELD


def _unmarked(text: str) -> str:
    if "<" in text:
        text = _AUTOLINK.sub(r"\1", _BREAK.sub(" ", text))
    if "](" in text:
        text = _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))
    if "**" in text:
        text = _STRONG.sub(r"\1", text)
    if "__" in text:
        text = _UNDERSCORED.sub(lambda match: match[1] if " " in match[1] else match[0], text)
    if "*" in text or "_" in text:
        text = _EMPHASIS.sub(_inner, text)
    if "~~" in text:
        text = _STRIKE.sub(r"\1", text)
    if "\\" in text:
        text = _ESCAPED.sub(r"\1", text)
    return html.unescape(text) if "&" in text else text


def _inner(match: re.Match[str]) -> str:
    return match[1] or match[2] or ""


def _joined(text: str) -> str:
    if "\n" in text:
        text = _WIDE_WRAP.sub("", text)
    text = text.replace("\xa0", " ")
    if "\n" in text or "\t" in text or "  " in text:
        text = _BLANKS.sub(" ", text)
    return text.strip()
