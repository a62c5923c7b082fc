"""`distill redact`: text in, text without secrets out."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from distill import config, project
from distill.errors import MapError, PageError
from distill.model import RedactionPolicy

if TYPE_CHECKING:
    from distill.redaction.octets import Octets
    from distill.redaction.places import Place

STDIN = Path("-")


def redact(
    file: Annotated[
        Path, typer.Argument(metavar="[FILE|-]", help="Text to redact; none or -: standard input.")
    ] = STDIN,
    *,
    report: Annotated[bool, typer.Option("--report", help="Say on stderr, as JSON, what was found where.")] = False,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help='Take a {"text": …} on each line and answer each with the like.')
    ] = False,
) -> None:
    """Replace every secret of a text by a placeholder; nothing is printed when that fails.

    The report names kind, line and column, never a value; with --jsonl it stands in each answer as "findings".
    """
    out = _stdout()
    policy = config.load(Path(project.find_root(str(Path.cwd()))), env=os.environ).redaction
    try:
        with _opened(file) as stream:
            code = _lines(stream, out, policy, report=report) if jsonl else _text(stream, out, policy, report=report)
    except BrokenPipeError:  # who reads has seen enough; click would end with 1
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        code = 0
    except OSError as error:
        raise PageError(f"The redacted text cannot be written: {error.strerror or type(error).__name__}.") from error
    raise typer.Exit(code)


def _text(stream: BinaryIO, out: BinaryIO, policy: RedactionPolicy, *, report: bool) -> int:
    from distill.redaction.octets import decoded
    from distill.redaction.places import found_places
    from distill.redaction.redactor import MAX_CHARACTERS

    # one byte more than the largest text can have: it is refused by the redactor, and not read to its end
    octets = decoded(_read(stream, 4 * MAX_CHARACTERS + 1))
    _, places = found_places(octets.text, policy=policy)
    out.write(octets.encode(_replaced(octets.text, places)))
    out.flush()
    if report:
        _report(octets, places)
    return 0


def _lines(stream: BinaryIO, out: BinaryIO, policy: RedactionPolicy, *, report: bool) -> int:
    from distill.redaction.lines import answers

    code = 0
    for answer in answers(stream, report=report, policy=policy):
        out.write(answer.line)
        out.flush()
        code = max(code, answer.code)
    return code


def _replaced(text: str, places: "tuple[Place, ...]") -> str:
    parts, at = [], 0
    for place in places:
        parts += [text[at : place.start], place.instead]
        at = place.end
    return "".join([*parts, text[at:]])


def _report(octets: "Octets", places: "tuple[Place, ...]") -> None:
    from distill.redaction.lines import findings_of

    typer.echo(json.dumps({"findings": findings_of(octets.text, places)}), err=True)


def _opened(file: Path) -> BinaryIO:
    if file == STDIN:
        if sys.stdin is None:
            raise MapError("There is no standard input. Name a file.")
        return sys.stdin.buffer
    try:
        return file.open("rb")
    except (OSError, ValueError) as error:
        raise MapError(f"{file} cannot be read: {_why(error)}.") from error


def _read(stream: BinaryIO, most: int) -> bytes:
    try:
        return stream.read(most)
    except OSError as error:
        raise MapError(f"The text cannot be read: {_why(error)}.") from error


def _stdout() -> BinaryIO:
    if sys.stdout is None:
        raise PageError("There is no standard output to write to.")
    return sys.stdout.buffer


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or type(error).__name__
