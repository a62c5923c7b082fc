"""Which lines of which files a shell command prints, where that can be told from the command alone."""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field

from distill.agents.transcripts.line_filters import Filter, filter_of
from distill.agents.transcripts.read_facts import WHOLE, Span
from distill.agents.transcripts.shell_programs import programs
from distill.agents.transcripts.shell_words import Operator, Token, Word, tokens_of

ENDS = frozenset({";", "&&", "||", "&", ";;"})
TO_FILE = frozenset({">", ">>", ">|", "&>", "&>>"})


@dataclass(frozen=True, slots=True)
class ShellRead:
    """Lines of a file that a command prints."""

    path: str
    spans: tuple[Span, ...]


@dataclass(slots=True)
class ShellReads:
    """What a command prints."""

    reads: list[ShellRead] = field(default_factory=list)
    is_understood: bool = True
    """Nothing in it may have shown a file in a way that is not known."""
    printing: int = 0
    """How many of its parts print something."""


def shell_reads(command: str, folder: str = "") -> ShellReads:
    """Tell what a command that ended well printed; paths are joined to `folder`, where that is said."""
    tokens, found = tokens_of(command), ShellReads()
    pipelines = list(_pipelines(tokens or []))
    if tokens is None or any(pipeline[0].text in programs()["reserved"] for pipeline, _ in pipelines):
        found.is_understood = False
        return found
    for pipeline, end in pipelines:
        if end == "&":
            found.is_understood = False
            continue
        folder = _take(pipeline, folder, found)
        if end == "||":
            break  # what stands behind it may not have run
    return found


def _pipelines(tokens: list[Token]) -> Iterator[tuple[list[Token], str]]:
    """Part a command where one thing ends and the next begins."""
    part: list[Token] = []
    for token in [*tokens, Operator(";")]:
        if isinstance(token, Operator) and token.text in ENDS:
            if part:
                yield part, token.text
            part = []
        else:
            part.append(token)


def _take(pipeline: list[Token], folder: str, found: ShellReads) -> str:
    """Note what one pipeline prints; return the folder after it."""
    commands = [_command(part) for part in _split(pipeline)]
    first = commands[0]
    if first is None or any(c is None for c in commands):
        found.is_understood = False
        return folder
    if first.words[:1] == ["cd"] and len(commands) == 1:
        return _joined(folder, first.words[1]) if len(first.words) == 2 else folder  # noqa: PLR2004 - cd FOLDER
    known = [c for c in commands if c is not None]
    reads = None if any(c.to_file for c in known[-1:]) else _reads_of(known)
    found.printing += not known[-1].to_file
    if reads is None:
        found.is_understood &= known[-1].to_file or any(c.words[0] in programs()["silent"] for c in known)
        return folder
    found.reads += [ShellRead(_joined(folder, path), spans) for path, spans in reads]
    return folder


def _joined(folder: str, path: str) -> str:
    return path if path.startswith("~/") else posixpath.normpath(posixpath.join(folder, path))


@dataclass(frozen=True, slots=True)
class _Command:
    words: list[str]
    source: str
    """The file that it reads from instead of its input."""
    to_file: bool


def _split(pipeline: list[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in [*pipeline, Operator("|")]:
        if isinstance(token, Operator) and token.text in {"|", "|&"}:
            yield part
            part = []
        else:
            part.append(token)


def _command(part: list[Token]) -> _Command | None:
    """Read the words and redirections of one program; None where the shell would put something else in their place."""
    words: list[str] = []
    source, to_file, rest = "", False, list(part)
    while rest:
        token = rest.pop(0)
        if isinstance(token, Word):
            if not token.plain and words:
                return None
            words += [] if not words and _is_assignment(token.text) else [token.text]
            continue
        target = rest.pop(0) if rest else None
        if not isinstance(target, Word) or not target.plain or token.text in {"(", ")"}:
            return None
        of_errors = words[-1:] == ["2"]
        words = words[:-1] if words[-1:] in (["1"], ["2"]) and token.text != "<" else words
        source = target.text if token.text == "<" else source
        to_file |= token.text in TO_FILE and not of_errors
    return _Command(words, source, to_file) if words else None


def _is_assignment(text: str) -> bool:
    name, mark, _ = text.partition("=")
    return bool(mark) and name.isidentifier()


def _reads_of(commands: list[_Command]) -> list[tuple[str, tuple[Span, ...]]] | None:
    """Give the files that a pipeline prints, with their lines; None where something in it is no such thing."""
    filters = [filter_of(command.words) for command in commands]
    first, source = filters[0], commands[0].source
    if first is None or any(f is None or f.files not in ((), ("-",)) for f in filters[1:]):
        return None
    files = tuple(f for f in first.files if f != "-") or ((source,) if source else ())
    if not files or (first.joins and len(files) > 1 and first.spans != (WHOLE,)):
        return None
    spans = first.spans
    for following in filters[1:]:
        if following is None or (len(files) > 1 and following.spans != (WHOLE,)):
            return None
        composed = _composed(spans, following)
        if composed is None:
            return None
        spans = composed
    return [(file, spans) for file in files]


def _composed(before: tuple[Span, ...], after: Filter) -> tuple[Span, ...] | None:
    """Give what is left of some lines once a filter has counted them anew."""
    if after.spans == (WHOLE,):
        return before
    if before == (WHOLE,):
        return after.spans
    if len(before) != 1 or before[0].first < 1 or (before[0].last or 1) < 1:
        return None
    base, last = before[0].first - 1, before[0].last
    found = []
    for span in after.spans:
        if span.first < 1 or (span.last or 1) < 1:
            return None
        end = last if span.last is None else base + span.last
        found.append(Span(base + span.first, end if last is None or end is None else min(end, last)))
    return tuple(s for s in found if s.last is None or s.last >= s.first)
