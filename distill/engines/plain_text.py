"""Text of a model as one line of plain text in which only code spans are markup."""

import re

_NOT_TEXT = re.compile("[\ud800-\udfff]")
# Controls, and the marks that turn the direction of text around or hide it.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
# Elements of HTML only: `<path>` and `list<int>` are words of the trade.
_ELEMENT = re.compile(
    r"</?(?:a|abbr|article|audio|b|base|blockquote|body|br|button|center|code|dd|del|details|div|dl|dt|em|embed|font|form"
    r"|h[1-6]|head|hr|html|i|iframe|img|input|ins|kbd|li|link|math|meta|object|ol|p|pre|s|script|section|small|source"
    r"|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|u|ul|video)"
    r"(?=[\s/>])[^<>]*>",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s+\"[^\"]*\")?\)")
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,3}(?=\S)([^*`]+?)(?<=\S)\*{1,3}(?![\w*])")
_LEAD = re.compile(r"^(?:#{1,6}\s+|[-*+>|]\s+|\d{1,3}[.)]\s+|\[[ xX]\]\s+|[-=*_]{3,}\s*)+")
_CITATION = re.compile(r"\s*\(L\d+(?:\s*[-–]\s*L?\d+)?\)\s*\.?$")  # noqa: RUF001 - as pages write it
_FENCE = re.compile(r"`{2,}|~{3,}")
_MOST_CHARACTERS = 20_000


def plain(text: str, limit: int) -> str:
    """Flatten text to one line of at most `limit` characters; what is cut off is marked by an ellipsis."""
    text = _COMMENT.sub(" ", _NOT_TEXT.sub("\ufffd", text[:_MOST_CHARACTERS]))
    text = _FENCE.sub(" ", _CONTROL.sub(" ", text))
    text = "".join(part if code else _without_markup(part) for part, code in _spans(text))
    text = _CITATION.sub("", _LEAD.sub("", " ".join(text.split())))
    return _balanced(_cut(text, limit))


def _spans(text: str) -> list[tuple[str, bool]]:
    """Tell code spans from the text around them."""
    parts = re.split(r"(`[^`]+`)", text)
    return [(part, index % 2 == 1) for index, part in enumerate(parts)]


def _without_markup(text: str) -> str:
    text = _ELEMENT.sub(" ", text)
    return _EMPHASIS.sub(r"\1", _LINK.sub(_link_text, text))


def _link_text(match: re.Match[str]) -> str:
    return " ".join(part for part in dict.fromkeys(match.groups()) if part)


def _cut(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    if limit < 2:  # noqa: PLR2004 - no room for a letter and the mark
        return ""
    head, _, _ = text[:limit].rpartition(" ")
    return f"{(head or text[: limit - 1]).rstrip(' ,;:')}…"


def _balanced(text: str) -> str:
    """Take out the last mark of a code span that does not end."""
    if text.count("`") % 2 == 0:
        return text
    head, _, tail = text.rpartition("`")
    return f"{head.rstrip()} {tail.lstrip()}".strip() if head.endswith(" ") else head + tail
