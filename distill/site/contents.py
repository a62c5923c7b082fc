"""What a wiki holds, from pages that were read in this build and pages that are known from one before."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from distill.site.catalogue import BadPage, Catalogue, newest_first, summary
from distill.site.neighbours import Known
from distill.site.record import Record
from distill.site.ties import ties_of
from distill.site.views import BadSource, SessionSource, Source

Records = Mapping[str, Record]
Sources = Mapping[str, Source]


def catalogue_of(records: Records, sources: Sources) -> Catalogue:
    """List the session pages."""
    known = [record.summary for record in records.values() if record.summary]
    read = [
        summary(PurePosixPath(path).name, source.page)
        for path, source in sources.items()
        if isinstance(source, SessionSource)
    ]
    return Catalogue(newest_first(known + read), tuple(bad_of(records, sources)))


def known_of(records: Records, sources: Sources) -> Iterator[Known]:
    """Give what decides which pages lie around which."""
    for record in records.values():
        if record.summary:
            yield Known(record.summary, record.ties, record.related)
    for path, source in sources.items():
        if isinstance(source, SessionSource):
            yield Known(summary(PurePosixPath(path).name, source.page), ties_of(source.page))


def bad_of(records: Records, sources: Sources) -> Iterator[BadPage]:
    """Name the files that cannot be read as pages."""
    yield from (BadPage(path, record.problem) for path, record in records.items() if record.problem)
    yield from (BadPage(path, bad.problem) for path, bad in sources.items() if isinstance(bad, BadSource))
