"""What a shell command that ended well proves about reading, whichever client ran it."""

from collections.abc import Iterator
from datetime import datetime

from distill.agents.transcripts.read_facts import How, Reading, Span, Uncounted
from distill.agents.transcripts.shell_reads import ShellRead, shell_reads

MOST_COMMAND = 2_000


def facts_of_command(
    command: str, folder: str, at: datetime | None, *, is_cut: bool, around_cut: tuple[int, int]
) -> Iterator[Reading | Uncounted]:
    """Give the readings of a command, the last one first.

    Of an output that the client cut only the whole lines before and behind the cut count (`around_cut`), and only
    where nothing else was printed.
    """
    found = shell_reads(command, folder)
    alone = len(found.reads) == 1 and found.printing == 1
    for read in reversed(found.reads):
        spans = () if is_cut and not alone else _left(read, around_cut) if is_cut else read.spans
        yield Reading(at=at, path=read.path, spans=spans, how=How.COMMAND, is_cut=is_cut)
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
