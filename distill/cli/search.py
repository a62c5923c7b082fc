"""`distill search`: finds pages by words, ids, phrases and facets, and prints the lines that answer."""

import json
import os
import sqlite3
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project
from distill.errors import PageError
from distill.model import Confidence

if TYPE_CHECKING:
    from distill.search.find import Answer, Hit
    from distill.search.query import Query
    from distill.search.record import Line

NOTHING_FOUND = 1


def search(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="QUERY",
            help='Words, ids (RIG-9, #58, a commit, a path), "phrases", and facets: seat: section: after: before: '
            "open:yes confidence:",
            show_default=False,
        ),
    ] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="Most pages to show.")] = 10,
    seat: Annotated[str, typer.Option(help="Only pages of this seat.", show_default=False)] = "",
    section: Annotated[
        str, typer.Option(help="Only words in this section: decisions, open …", show_default=False)
    ] = "",
    since: Annotated[str, typer.Option(help="Only pages of this day or later: 2026-10-18.", show_default=False)] = "",
    before: Annotated[str, typer.Option(help="Only pages of before this day.", show_default=False)] = "",
    still_open: Annotated[bool, typer.Option("--open", help="Only items that are still open.")] = False,
    confidence: Annotated[
        Confidence | None, typer.Option(help="Only pages of this confidence.", show_default=False)
    ] = None,
    wiki: Annotated[Path | None, typer.Option(help="Folder of the wiki.", show_default=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find pages that hold all words; the newest and weightiest first, with file and line of what answers.

    Exit code 1 when there is none.
    """
    from distill import fresh

    given = {"seat": seat, "section": section, "since": since, "before": before}
    given |= {"open": "yes" if still_open else "", "confidence": str(confidence or "")}
    query = _query(" ".join(words or []), given)
    root = Path(project.find_root(str(Path.cwd())))
    settings = config.load(root, env=os.environ, options={"wiki": str(wiki.absolute()) if wiki else None})
    sessions = fresh.wiki_of(root, settings) / "sessions"
    answer = _answer(query, sessions, None if wiki else _index_of(root), limit)
    typer.echo(_as_json(answer, sessions) if as_json else _as_text(answer, sessions))
    raise typer.Exit(0 if answer.total else NOTHING_FOUND)


def _query(text: str, facets: dict[str, str]) -> "Query":
    from distill.search.query import QueryError, parse, with_facet

    try:
        query = parse(text)
        for name, value in facets.items():
            query = with_facet(query, name, value) if value else query
    except QueryError as error:
        raise typer.BadParameter(str(error), param_hint="QUERY") from error
    if query.empty:
        raise typer.BadParameter("say a word, an id, a phrase or a facet", param_hint="QUERY")
    return query


def _index_of(root: Path) -> Path | None:
    """Name the index that is kept; None where nothing can be kept."""
    from distill.search import store

    try:
        return Path(project.usable_state(str(root), os.environ)) / store.FILE
    except OSError:
        return None


def _answer(query: "Query", sessions: Path, index: Path | None, limit: int) -> "Answer":
    from distill.search.ask import ask

    try:
        return ask(query, sessions, index, limit=limit, now_ns=time.time_ns())
    except sqlite3.Error as error:
        raise PageError(f"The index of the search cannot be made: {error}.") from error
    except OSError as error:
        raise PageError(f"{sessions} cannot be read: {error.strerror}.") from error


def _as_text(answer: "Answer", sessions: Path) -> str:
    if not answer.total:
        return "no page holds all of this"
    shown = len(answer.hits)
    count = f"{answer.total} page{'' if answer.total == 1 else 's'}" + (f", {shown} shown" * (shown < answer.total))
    return "\n".join([*(line for hit in answer.hits for line in _lines(hit, sessions)), count])


def _lines(hit: "Hit", sessions: Path) -> list[str]:
    path = _shown(sessions / hit.name)
    return [f"{path}:{line.number}: {_place(line)}: {line.text}" for line in hit.lines] or [
        f"{path}: {hit.record.title}"
    ]


def _place(line: "Line") -> str:
    from distill.search.record import SECTION_OF, Field

    done = " (done)" if line.field is Field.DONE else ""
    return f"{SECTION_OF.get(line.field, line.field)}{done}"


def _shown(path: Path) -> Path:
    """Name a file from here, so that it can be opened."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _as_json(answer: "Answer", sessions: Path) -> str:
    results = [_result(hit, sessions) for hit in answer.hits]
    return json.dumps({"total": answer.total, "results": results}, ensure_ascii=False, indent=1)


def _result(hit: "Hit", sessions: Path) -> dict[str, object]:
    from distill.search.record import Field

    page = hit.record
    return {
        "page": hit.name,
        "file": str(sessions / hit.name),
        "title": page.title,
        "date": f"{page.date:%Y-%m-%dT%H:%M:%SZ}",
        "seat": page.seat,
        "confidence": str(page.confidence),
        "open_items": sum(line.field is Field.OPEN for line in page.lines),
        "lines": [{"line": line.number, "section": _place(line), "text": line.text} for line in hit.lines],
    }
