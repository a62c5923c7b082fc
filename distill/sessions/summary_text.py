"""The words of a compaction summary, without what the client says around them."""

import re

_BLOCKS = re.compile(r"<(system-reminder|analysis)>.*?</\1>", re.DOTALL)
_TAGS = re.compile(r"</?summary>")
_LEADS = (
    re.compile(r"\s*This session is being continued from a previous conversation[^\n]*\n"),
    re.compile(r"\s*Another language model started to solve this problem[^\n]*?:[ \t]*\n"),
    re.compile(r"\s*Summary:[ \t]*\n"),
)
_TAIL = re.compile(
    r"^(?:If you need specific details from before (?:the )?compaction|Please continue the conversation from where"
    r"|Continue the conversation from where|Recent messages are preserved verbatim)",
    re.MULTILINE,
)
_NUMBERED_HEADING = re.compile(r"^(\d{1,2}\. [^\n:]{3,60}):[ \t]*$", re.MULTILINE)
_BLANKS = re.compile(r"\n{3,}")
_INDENTED = re.compile(r"^ {3}", re.MULTILINE)


def words_of(text: str) -> str:
    """Give the summary's own text, with its numbered headings as headings; the client's lead and tail are left out."""
    text = _TAGS.sub("", _BLOCKS.sub("", text))
    for lead in _LEADS:
        text = lead.sub("", text, count=1) if lead.match(text) else text
    tail = _TAIL.search(text)
    text = text[: tail.start()] if tail else text
    if _NUMBERED_HEADING.search(text):
        text = _INDENTED.sub("", _NUMBERED_HEADING.sub(r"\n# \1\n", text))
    return _BLANKS.sub("\n\n", text).strip()
