"""What a map says about itself: seat, session, time, and whether it is whole."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import PurePath

from distill.maps.written import HEAD_LINES, WrittenTime, written_in, written_in_name
from distill.model import UNKNOWN_SEAT, MapFacts, Seat, SessionId, SourceKind

EARLIEST = datetime(2020, 1, 1, tzinfo=UTC)
SKEW = timedelta(days=1)
"""How far behind the time that a map says its file may be, for zones and clocks; a later time is no time."""
END_MARK = "<!-- end of restore map -->"
SEAT = r"[^\W_][\w.-]{0,79}@[^\W_][\w.-]{0,79}"
SEAT_LINE = re.compile(
    rf"^\W{{0,8}}(?:seat|sitz|siège|asiento|assento|место|席位|シート|좌석|מושב|المقعد)\W{{0,6}}({SEAT}|[\w.-]{{1,80}})[`*_\"']{{0,3}}\s*$",
    re.IGNORECASE,
)
ANY_SEAT = re.compile(rf"(?<![\w@.])({SEAT})")
TITLE = re.compile(r"^\s{0,3}#{1,2}\s+(\S.*)$")
UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
SESSION = re.compile(
    rf"session(?:[ _-]?id)?\W{{1,6}}({UUID}|[\w-]{{6,64}})(?![\w-])"
    r"|(?:sitzung|sesión|sessão|sessione|séance|сессия|сеанс|セッション|会话|會話|세션|סשן|الجلسة)(?:[ _-]?id)?"
    rf"\W{{1,6}}({UUID})(?![\w-])",
    re.IGNORECASE,
)
"""In other languages only what cannot be a date or a count."""
SEAT_FOLDER = re.compile(r"(?:^|/)seats/([^/]+)/")
HANDOFF_TITLE = re.compile(r"^\W*(hand[ -]?off|übergabe|handover)\b", re.IGNORECASE)
UNFINISHED_ROW = re.compile(r"^\s*\|(?:.*[^|\s])?\s*$")
CAPTURED = "(captured)"
"""The end of the title of a map that no agent wrote."""
CAPTURED_TITLE = re.compile(rf"# [^\n]{{1,300}} {re.escape(CAPTURED)}[ \t]*(?:\n|\Z)")
FENCE = re.compile(r"^\s{0,3}(```|~~~)")


def facts_of(text: str, *, path: str, modified: datetime) -> MapFacts:
    """Read the facts of a map from its text, its path and its modification time (UTC)."""
    written = written_of(text, path)
    believable = written is not None and EARLIEST <= written.at <= modified + SKEW
    return MapFacts(
        seat=seat_of(text, path),
        session_id=session_of(text),
        written=written.at if written and believable else modified,
        source=_source_of(text),
    )


def _source_of(text: str) -> SourceKind:
    """Tell what a text was made from: what `distill map capture` put together is a transcript in another form."""
    if is_handoff(text):
        return SourceKind.HANDOFF
    return SourceKind.TRANSCRIPT if CAPTURED_TITLE.match(_head(text).lstrip()) else SourceKind.RESTORE_MAP


def written_of(text: str, path: str) -> WrittenTime | None:
    """Tell when a map was written: as its text says, else as its name says."""
    return written_in(text) or written_in_name(PurePath(path).name)


def seat_of(text: str, path: str) -> Seat:
    """Find the seat: a `seat:` line, the title, the head of the text, the folder; else `unknown`."""
    head = unicodedata.normalize("NFC", _head(text)).split("\n")
    titles = [match[1] for line in head if (match := TITLE.match(line))]
    stated = next((match[1] for line in head if (match := SEAT_LINE.match(line))), "")
    for found in (stated, _seat_in(titles[:1]), _folder_seat(path), _seat_in(head[:8])):
        if found:
            return normal_seat(found)
    return UNKNOWN_SEAT


def normal_seat(text: str) -> Seat:
    """Bring a seat to one form, so that the same word in two encodings is one seat."""
    return Seat(unicodedata.normalize("NFC", text.strip()).rstrip(".,;:") or UNKNOWN_SEAT)


def session_of(text: str) -> SessionId:
    """Find the session id in the head of a map; empty when it does not say."""
    match = SESSION.search(_head(text))
    found = (match[1] or match[2]) if match else ""
    return SessionId(found if any(c.isdigit() for c in found) else "")


def is_handoff(text: str) -> bool:
    """Tell whether the first heading calls the document a handoff."""
    titles = (TITLE.match(line) for line in _head(text).split("\n"))
    return bool(HANDOFF_TITLE.match(next((match[1] for match in titles if match), "")))


def is_page(text: str) -> bool:
    """Tell whether the document is one of our own pages, which is never distilled again."""
    front, mark, body = text.removeprefix("---\n").partition("\n---\n")
    keys = {line.partition(":")[0] for line in front.split("\n")} if text.startswith("---\n") and mark else set()
    return bool(keys & {"map_sha256", "confidence"}) and "\n## Accomplished" in body


def is_whole(text: str) -> bool:
    """Tell whether a map carries its end mark."""
    return text.rstrip().endswith(END_MARK)


def looks_cut(text: str) -> bool:
    """Tell whether a text breaks off: in the middle of a table row, or inside a fence."""
    fences = sum(1 for line in text.split("\n") if FENCE.match(line))
    return bool(UNFINISHED_ROW.match(text.rpartition("\n")[2])) or fences % 2 == 1


def _head(text: str) -> str:
    return "\n".join(text.split("\n", HEAD_LINES)[:HEAD_LINES])


def _seat_in(lines: list[str]) -> str:
    return next((match[1] for line in lines if (match := ANY_SEAT.search(line))), "")


def _folder_seat(path: str) -> str:
    match = SEAT_FOLDER.search(path.replace("\\", "/"))
    return match[1] if match else ""
