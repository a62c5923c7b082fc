"""What a shell command that ended well proves about reading, whichever client ran it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from distill.agents.transcripts import shown_lines
from distill.agents.transcripts.read_facts import How, Reading, Span, Uncounted
from distill.agents.transcripts.shell_reads import ShellRead, shell_reads

MOST_COMMAND = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What the model saw of a command's output, as far as that matters."""

    is_cut: bool = False
    around_cut: tuple[int, int] = (0, 0)
    """Whole lines before and behind the place where the client cut it."""
    complaints: tuple[str, ...] = ()
    """What programs said about files that they could not print."""


def shown(output: str, *, is_cut: bool = False) -> Shown:
    """Look at an output as the model saw it; `is_cut` where something else says that the client cut it."""
    cut = is_cut or shown_lines.is_cut(output)
    around = shown_lines.whole_lines_around_the_cut(output) if cut else (0, 0)
    return Shown(is_cut=cut, around_cut=around, complaints=shown_lines.complaints(output))


def facts_of_command(command: str, folder: str, at: datetime | None, output: Shown) -> Iterator[Reading | Uncounted]:
    """Give the readings of a command, the last one first.

    Of an output that the client cut the whole lines around the cut count, and only where nothing else was printed.
    """
    found = shell_reads(command, folder)
    alone = len(found.reads) == 1 and found.printing == 1
    for read in reversed(found.reads):
        name = read.path.rpartition("/")[2]
        if any(name in complaint for complaint in output.complaints):
            continue
        spans = read.spans
        if output.is_cut:
            spans = _left(read, output.around_cut) if alone else ()
        yield Reading(at=at, path=read.path, spans=spans, how=How.COMMAND, is_cut=output.is_cut)
    if not found.is_understood:
        yield Uncounted(at=at, command=" ".join(command.split())[:MOST_COMMAND])


def _left(read: ShellRead, around_cut: tuple[int, int]) -> tuple[Span, ...]:
    """Give what is left of a stretch of lines when only its beginning and its end were shown."""
    before, behind = around_cut
    if len(read.spans) != 1 or read.spans[0].first < 1:
        return ()
    first, last = read.spans[0].first, read.spans[0].last
    head = (Span(first, first + before - 1),) if before else ()
    end = -1 if last is None else last
    tail = (Span(end - behind + 1, last),) if behind and (last is None or last > 0) else ()
    return head + tail
