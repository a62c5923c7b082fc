"""`distill review`: a person says how far a page can be relied on."""

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from distill import config, files, project
from distill.cli.people import git_name
from distill.errors import PageError
from distill.model import Confidence

MOST_BYTES = 16_000_000


def review(
    page: Annotated[Path, typer.Argument(help="The page: its path, or its name in the wiki.", show_default=False)],
    *,
    confidence: Annotated[Confidence, typer.Option("--as", help="How far it can be relied on.", show_default=False)],
    by: Annotated[str, typer.Option(help="Who says so; git's user.name unless it is said.", show_default=False)] = "",
) -> None:
    """Raise, or lower, the confidence of a page, with who and when; a later change of the page drops it again."""
    from distill import fresh
    from distill.pages.review import reviewed
    from distill.redaction.redactor import redact

    root = Path(project.find_root(str(Path.cwd())))
    path = _found(page, fresh.wiki_of(root, config.load(root, env=os.environ))).resolve()
    text = _read(path)
    said = reviewed(text, confidence, by=redact(by or git_name(root)).text, at=datetime.now(UTC))
    tmp = Path(project.usable_state(str(root), os.environ)) / "tmp"
    if not files.rewrite(path, said.encode("utf-8"), expected=text.encode("utf-8"), tmp=tmp):
        raise PageError(f"{path} was changed meanwhile; read it again, then say so again.")
    typer.echo(f"{path.name}: confidence {confidence}")


def _found(page: Path, wiki: Path) -> Path:
    named = wiki / "sessions" / (page.name if page.suffix == ".md" else f"{page.name}.md")
    for path in (page, named):
        if path.is_file():
            return path
    raise PageError(f"There is no page {page}, neither here nor in {named.parent}.")


def _read(path: Path) -> str:
    try:
        data = files.read_bounded(path, MOST_BYTES)
    except OSError as error:
        raise PageError(f"{path} cannot be read: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise PageError(f"{path} is larger than {MOST_BYTES:,} bytes.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise PageError(f"{path} is not UTF-8 text; mend it first.") from None
