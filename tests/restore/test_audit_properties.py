"""What always holds of the audit, whatever was read in whatever order."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from distill.agents.transcripts.read_facts import How, OwnWrite, ReadFact, Reading, Span
from distill.maps.reading_list import EntryKind, Row
from distill.model import Lines
from distill.restore.audit import Audited, Evidence, Verdict, audit
from distill.restore.listed import Listed, Thing
from distill.restore.reads import collect

AT = datetime(2026, 10, 18, 18, tzinfo=UTC)
PATH = "/p/a.md"
COUNT = 20

moments = st.integers(-30, 30).map(lambda minutes: AT + timedelta(minutes=minutes))
spans = st.builds(
    Span, st.integers(-25, 25).filter(bool), st.one_of(st.none(), st.integers(-25, 25).filter(bool))
) | st.just(Span(1))
readings = st.builds(
    Reading,
    at=st.one_of(st.none(), moments),
    path=st.sampled_from([PATH, "/p/other.md"]),
    spans=st.lists(spans, max_size=3).map(tuple),
    how=st.sampled_from(How),
    is_cut=st.booleans(),
)
writes = st.builds(OwnWrite, at=moments, path=st.just(PATH))
facts = st.lists(readings | writes, max_size=6)
asked = st.lists(st.tuples(st.integers(1, 25), st.integers(1, 25)).map(lambda p: Lines(min(p), max(p))), max_size=3)


def row(wanted: list[Lines]) -> Row:
    return Row(line=7, rank=1, entry="a.md", kind=EntryKind.PATH, tokens=None, ranges=tuple(wanted))


def audited(found: list[ReadFact], wanted: list[Lines], *, changed: bool = False, count: int = COUNT) -> Audited:
    listed = Listed(thing=Thing.FILE, path=PATH, lines=count, changed_at=AT)
    evidence = Evidence(
        reads=collect(found, lambda path: path), listed={7: listed}, changed=frozenset({7} if changed else ())
    )
    return audit((row(wanted),), evidence)[0]


def shown(found: list[ReadFact], *, since: datetime | None = None, count: int = COUNT) -> set[int]:
    """Say by sets which lines of the file were shown."""
    lines: set[int] = set()
    for fact in found:
        if isinstance(fact, Reading) and fact.path == PATH and (since is None or (fact.at and fact.at >= since)):
            for span in fact.spans:
                first = span.first if span.first > 0 else count + 1 + span.first
                last = count if span.last is None else span.last if span.last > 0 else count + 1 + span.last
                lines |= {n for n in range(1, count + 1) if first <= n <= last}
    return lines


def needed(wanted: list[Lines], count: int = COUNT) -> set[int]:
    lines = {n for one in wanted for n in range(one.first, min(one.last, count) + 1)}
    return lines or set(range(1, count + 1))


@given(facts, asked)
def test_full_is_said_when_all_that_is_asked_for_was_shown_and_only_then(
    found: list[ReadFact], wanted: list[Lines]
) -> None:
    told, missing = audited(found, wanted), needed(wanted) - shown(found)

    assert (told.verdict is Verdict.FULL) == (not missing)
    assert told.is_settled == (not missing)
    assert {n for one in told.missing for n in range(one.first, one.last + 1)} == missing


@given(facts, asked)
def test_of_a_changed_file_only_what_was_read_since_or_the_agents_own_change_settles(
    found: list[ReadFact], wanted: list[Lines]
) -> None:
    told = audited(found, wanted, changed=True)
    since = AT - timedelta(seconds=2)
    own = any(isinstance(fact, OwnWrite) and fact.at >= since for fact in found)
    now = shown(found) if own else shown(found, since=since)

    assert told.verdict is not Verdict.FULL
    assert told.is_settled == (not needed(wanted) - now)


@given(facts, readings, asked, st.booleans())
def test_reading_more_never_unsettles(found: list[ReadFact], more: Reading, wanted: list[Lines], changed: bool) -> None:
    if audited(found, wanted, changed=changed).is_settled:
        assert audited([more, *found], wanted, changed=changed).is_settled


@given(facts, asked, st.randoms())
def test_the_order_of_reading_does_not_matter(found: list[ReadFact], wanted: list[Lines], chance: "object") -> None:
    mixed = list(found)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = audited(found, wanted), audited(mixed, wanted)

    assert (one.verdict, one.missing) == (other.verdict, other.missing)


@given(facts)
def test_an_empty_file_is_full_once_it_was_looked_at(found: list[ReadFact]) -> None:
    looked = any(isinstance(fact, Reading) and fact.path == PATH for fact in found)

    assert audited(found, [], count=0).verdict is (Verdict.FULL if looked else Verdict.NOT_READ)
