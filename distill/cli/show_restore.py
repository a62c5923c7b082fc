"""A restore for people, agents and machines; all of it redacted, since an agent's model reads it."""

import json
import shlex
from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING

from distill.redaction.redactor import redact

if TYPE_CHECKING:
    from distill.restore.audit import Audited
    from distill.restore.examine import Examined
    from distill.restore.finish import Finished, Owed
    from distill.restore.pending import Pending

LONG_BEFORE = timedelta(minutes=5)
"""So much work between a map and its compaction is worth a line."""
WIDEST = 60
MOST_MISSING = 40


def as_text(examined: "Examined", pending: "Pending | None") -> str:
    """Show a restore as a table, with what it is of above it and what to do below it."""
    parts = [*_head(examined, pending), "", *_table(examined.rows), "", *_unlisted(examined), *_end(examined)]
    return redact("\n".join(parts)).text


def as_json(examined: "Examined", pending: "Pending | None") -> str:
    """Give a restore as an object."""
    compacted = examined.session.compacted
    told: dict[str, object] = {
        "pending": _marker(pending) if pending else None,
        "map": str(examined.map),
        "seat": examined.about.seat,
        "written": f"{examined.about.written:%Y-%m-%dT%H:%M:%SZ}",
        "compacted": f"{compacted.at:%Y-%m-%dT%H:%M:%SZ}" if compacted and compacted.at else None,
        "tier": examined.tier,
        "tier_label": examined.tier_label or None,
        "transcript_rows": examined.session.rows,
        "unread_rows": examined.session.unread,
        "settled": not examined.unsettled,
        "rows": [_row(row) for row in examined.rows],
        "unlisted": [_row(row) for row in examined.unlisted],
    }
    return json_of(told)


def nothing_text(others: tuple[str, ...]) -> str:
    """Say that nothing is pending for who asks, and whose restore is."""
    more = f" Pending for others: {', '.join(others)}; say --seat if that is you." if others else ""
    return redact(f"No restore is pending.{more}").text


def several_text(seats: tuple[str, ...]) -> str:
    """Ask whose restore is meant, where several are pending and nobody said."""
    choices = "".join(f"\n  --seat {shlex.quote(seat)}" for seat in seats)
    return redact(f"Several restores are pending. Say which one is meant:{choices}").text


def nothing_json(others: tuple[str, ...]) -> str:
    """Say the same as an object."""
    return json_of({"pending": None, "others": list(others)})


def ended_text(ended: "Finished | Owed") -> str:
    """Say how `restore done` ended."""
    from distill.restore.finish import Owed

    if isinstance(ended, Owed):
        lines = [*_refusal(ended)]
        return redact("\n".join(lines)).text
    page = "there is no page of this session yet" if ended.page is None else f"{ended.page} was changed by a person"
    told = f"noted on {ended.page}" if ended.is_on_page else f"not on a page: {page}"
    where = "" if ended.is_beside_map else "\nThe map's folder takes no file, so the note lies in the state folder."
    last = "The marker is cleared. Go on with the next step of the map."
    return redact(f"restored: {ended.note}{where}\n{told}\n{last}").text


def ended_json(ended: "Finished | Owed") -> str:
    """Give the end of a restore as an object."""
    from distill.restore.finish import Owed

    if isinstance(ended, Owed):
        rows = [_row(row) for row in ended.settled.owed]
        return json_of({"outcome": "owed", "rows": rows, "unknown": list(ended.settled.unknown)})
    accepted = [{**_row(row), "why": why} for row, why in ended.settled.accepted]
    return json_of(
        {
            "outcome": "restored",
            "note": str(ended.note),
            "page": str(ended.page) if ended.page else None,
            "on_page": ended.is_on_page,
            "accepted": accepted,
        }
    )


def _head(examined: "Examined", pending: "Pending | None") -> Iterator[str]:
    if pending:
        told = "delivered" if pending.is_delivered else "not delivered yet"
        yield f"pending  {pending.seat} since {pending.created_at:%Y-%m-%d %H:%MZ}, {told}"
        if pending.unfinished:
            yield f"before   {pending.unfinished} earlier restore(s) of this seat were not finished"
    yield f"map      {examined.map}, written {examined.about.written:%Y-%m-%d %H:%MZ}{_gap(examined)}"
    yield f"list     to tier {examined.tier}" + (f" ({examined.tier_label})" if examined.tier_label else "")
    yield f"session  {_session(examined)}"


def _gap(examined: "Examined") -> str:
    """Say how much was done between the map and the compaction: it is in no map."""
    compacted = examined.session.compacted
    gap = compacted.at - examined.about.written if compacted and compacted.at else timedelta()
    minutes = int(gap.total_seconds() / 60)
    return f", {minutes} min before the compaction: what came after is in the summary only" if gap > LONG_BEFORE else ""


def _session(examined: "Examined") -> str:
    session = examined.session
    if not session.rows:
        return "no transcript could be read, so nothing is proven: name it with --transcript"
    at = session.compacted.at if session.compacted else None
    since = (
        f"since the compaction{f' of {at:%H:%M}Z' if at else ''}" if session.compacted else "no compaction in it yet"
    )
    unread = f"; {session.unread} rows could not be read" if session.unread else ""
    return f"{session.rows} rows, {since}{unread}" + ("; it goes further back than was read" if session.is_cut else "")


def _table(rows: "tuple[Audited, ...]") -> Iterator[str]:
    from distill.restore.acceptance import name_of
    from distill.restore.note import ranges_of

    lines = [("#", "verdict", "entry", "missing", "agent says", "note")]
    for row in rows:
        said = f"{row.claim} (!)" if row.is_contradicted else row.claim
        lines.append((name_of(row), str(row.verdict), row.row.entry, ranges_of(row)[:MOST_MISSING], said, row.note))
    widths = [min(WIDEST, max(len(line[column]) for line in lines)) for column in range(5)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=False))
        yield "  ".join([*cells, line[5]]).rstrip()


def _unlisted(examined: "Examined") -> Iterator[str]:
    named = [f"{row.row.entry} ({row.verdict})" for row in examined.unlisted]
    if named:
        yield f"Named in the next steps and not on the list; read them before you edit them: {', '.join(named)}"


def _end(examined: "Examined") -> Iterator[str]:
    owed = len(examined.unsettled)
    if not owed:
        yield "All rows are proven: `distill restore done` ends the restore."
        return
    yield f"{owed} of {len(examined.rows)} rows are not proven. Read them whole; then `distill restore done`."
    yield 'A row that cannot or need not be read: `distill restore done --accept ROW --why "…"`.'


def _refusal(ended: "Owed") -> Iterator[str]:
    if ended.settled.unknown:
        yield f"Not one row is named {', '.join(ended.settled.unknown)}: say its number, or L and its line."
    if ended.settled.owed:
        yield f"Not done: {len(ended.settled.owed)} rows are neither proven nor accepted."
        yield from _table(ended.settled.owed)
        yield 'Read them whole, or say why not: `distill restore done --accept ROW --why "…"`.'


def _row(audited: "Audited") -> dict[str, object]:
    from distill.restore.acceptance import name_of

    return {
        "row": name_of(audited),
        "line": audited.row.line or None,
        "entry": audited.row.entry,
        "kind": str(audited.row.kind),
        "tier": audited.row.tier,
        "verdict": str(audited.verdict),
        "missing": [[lines.first, lines.last] for lines in audited.missing],
        "note": audited.note,
        "claim": audited.claim or None,
        "settled": audited.is_settled,
    }


def _marker(pending: "Pending") -> dict[str, object]:
    return {
        "seat": pending.seat,
        "session_id": pending.session_id,
        "since": pending.stamp,
        "delivered": pending.is_delivered,
        "unfinished": pending.unfinished,
    }


def json_of(told: object) -> str:
    """Write an object as JSON with all its texts redacted."""
    return json.dumps(_clean(told), ensure_ascii=False, indent=1)


def _clean(told: object) -> object:
    """Redact all texts of an object; at once where that leaves each on its line, which is quick."""
    lines = [" ".join(text.splitlines()) for text in _texts(told)]
    clean = redact("\n".join(lines)).text.split("\n")
    return _with(told, iter(clean if len(clean) == len(lines) else [redact(line).text for line in lines]))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def _with(value: object, texts: Iterator[str]) -> object:
    """Put texts in the place of those of an object, in the order in which `_texts` gives them."""
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, dict):
        return {key: _with(each, texts) for key, each in value.items()}
    return [_with(each, texts) for each in value] if isinstance(value, list) else value
