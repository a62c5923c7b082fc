"""The index for the browser, and that the script reads words, queries and pages as the command does."""

import json
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.model import Confidence
from distill.search import segments, shards, static
from distill.search.match import WEIGHTS
from distill.search.query import parse
from distill.search.record import Field, Line, Record
from distill.search.store import Entry
from distill.search.terms import chunk_terms, line_terms
from distill.search.tokens import groups, tokens
from distill.search.wording import wording_of

NODE = shutil.which("node")
TESTS = Path(__file__).parent.parent
needs_node = pytest.mark.skipif(NODE is None, reason="needs node")
TEXTS = [
    "RIG-9: `src/a_b.py` (#58) --dry-run C# 修复了RIG-7 取り消し ﾃｽﾄ",
    "Ёлка МОЙ Café Straße ΣΟΦΟΣ",
    "كِتَابٌ أحمد שָׁלוֹם",
    "압축 이후",
]


def entry(name, *texts, day=0, seat="a@b", confidence=Confidence.LOW):
    lines = tuple(Line(number, Field.OPEN, text) for number, text in enumerate(texts, 1))
    date = datetime(2026, 10, 18, tzinfo=UTC) + timedelta(days=day)
    return Entry(f"{name}.md", Record(title=name, date=date, seat=seat, confidence=confidence, lines=lines))


def in_node(code, value):
    """Run a function of the script over values."""
    script = (
        f"const s = require({json.dumps(str(Path(static.__file__).parent.parent / 'templates/search/search.js'))});"
    )
    read = "const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
    done = subprocess.run(
        [NODE, "-e", f"{script}{read}console.log(JSON.stringify(given.map({code})))"],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


def test_what_stands_whole_in_an_id_is_a_term():
    assert set(line_terms("src/rate_limit.py --dry-run #58")) >= {
        "src/rate",
        "limit.py",
        "rate_limit",
        "rate",
        "limit",
        "--dry-run",
        "dry-run",
        "#58",
        "58",
    }
    assert "rig-9" not in set(line_terms("RIG-90"))
    assert {"修复", "复了", "rig-7"} <= set(line_terms("修复了RIG-7"))
    assert "^5243fdc" in set(line_terms("5243fdcd00"))


@given(st.text(alphabet="aB9-_./#@:+ 修复é", max_size=60))
def test_groups_are_the_tokens(text):
    assert [token for group in groups(text) for token in group] == tokens(text)


def windows(group):
    """Give what stands whole in an id, by the definition: from a word or its start, to a word or a closing sign."""
    for start in range(len(group)):
        if start and not group[start].isalnum():
            continue
        for end in range(start + 1, len(group) + 1):
            part = group[start:end]
            closing = part[-1] in "+#" and len(part) > 1 and part[-2].isalnum()
            if sum(word.isalnum() for word in part) <= 2 and (part[-1].isalnum() or closing):
                yield "".join(part)


@given(
    st.text(alphabet="aB9-_./#@:+$`(", max_size=24) | st.from_regex(r"[a-z/]{1,3}[a-z]{60,70}[/#]?b?", fullmatch=True)
)
def test_ids_have_the_terms_that_they_have_by_definition(chunk):
    found = sorted(term for term in chunk_terms(chunk) if not term.startswith("^"))
    assert found == sorted(term for group in groups(chunk) for term in windows(group))


def page_terms(page):
    """Weigh the terms of a page, word by word."""
    weights = {}
    for line in page.lines:
        for term in line_terms(line.words):
            weights[term] = weights.get(term, 0.0) + WEIGHTS[line.field]
    return {term: min(int(weight + 0.5), 99) for term, weight in weights.items()}


fields = st.sampled_from(list(Field))
words = st.lists(st.sampled_from(["cache", "(cache", "Cache,", "RIG-9", "cache/rig-9", "修复", "is-it"]), max_size=90)


@given(st.lists(st.lists(st.tuples(fields, words), max_size=3), min_size=1, max_size=4))
def test_a_term_weighs_what_its_places_weigh_together(drawn):
    pages = [
        Entry(
            f"{number}.md",
            Record(
                title="t",
                date=datetime(2026, 10, 18, tzinfo=UTC),
                seat="a@b",
                confidence=Confidence.LOW,
                lines=tuple(Line(at, field, " ".join(said)) for at, (field, said) in enumerate(lines, 1)),
            ),
        )
        for number, lines in enumerate(drawn)
    ]
    expected = {page.name: page_terms(page.record) for page in pages if page_terms(page.record)}
    assert weights_in(shards.segment(pages)) == expected
    of_many = shards.Making()
    for name, record in sorted(((page.name, page.record) for page in pages), reverse=True):
        of_many.add_of_many(name, wording_of(record))
    made = of_many.segment()
    assert weights_in(made) == expected
    assert made.files == shards.segment(pages).files


def weights_in(segment):
    """Read the weights of all terms of a segment by page."""
    names = [
        name for path, text in sorted(segment.files.items()) if path.startswith("d/") for name, _ in json.loads(text)
    ]
    found = {}
    for path, text in segment.files.items():
        for term, places in (json.loads(text) if path.startswith("t/") else {}).items():
            number = 0
            for step, weight in zip(places[::2], places[1::2], strict=True):
                number += step
                found.setdefault(f"{names[number]}.md", {})[term] = weight
    return found


def test_the_lines_of_the_map_are_no_words_of_a_page():
    page = entry("1", "RIG-9 waits (L188–191)", "see (L7) there")
    assert {"l188", "191", "l188-191"}.isdisjoint(page_terms(page.record))
    assert {"rig-9", "waits", "l7"} <= set(page_terms(page.record))
    assert weights_in(shards.segment([page])) == {"1.md": page_terms(page.record)}


@given(st.text(alphabet="ab-/._", max_size=400))
def test_an_endless_id_has_no_endless_terms(text):
    assert sum(1 for _ in line_terms(text)) <= 8 * len(text)


def test_a_segment_has_every_term_of_every_page_and_nothing_else():
    pages = [entry("1", "RIG-9 waits", day=3), entry("3", "RIG-9 RIG-90", day=5, seat="c@d"), entry("2", "修复", day=4)]
    made = shards.segment(pages)
    meta = json.loads(made.files["meta.json"])
    assert (meta["n"], meta["seats"], meta["seat"], meta["open"]) == (3, ["a@b", "c@d"], [1, 0, 0], [1, 1, 1])
    assert meta["day"][1:] == [-1, -1]
    assert json.loads(made.files["d/0.json"]) == [["3", "3"], ["2", "2"], ["1", "1"]]
    for path, text in made.files.items():
        for term in json.loads(text) if path.startswith("t/") else ():
            assert path == f"t/{shards.shard(term, meta['ids'])}.json"
    assert weights_in(made) == {page.name: page_terms(page.record) for page in pages}


def test_the_same_pages_make_the_same_segment_in_any_order():
    pages = [entry(f"p{number}", f"RIG-{number}", day=number % 3) for number in range(120)]
    one, other = shards.segment(pages), shards.segment(pages[::-1])
    assert one == other
    assert shards.segment(pages[1:]).name != one.name
    assert len([path for path in one.files if path.startswith("d/")]) == 3


def kept_of(hashes, *, small=False):
    names = shards.newest_first(hashes)
    return segments.Kept(tuple(names), tuple(hashes[name] for name in names), "aa", ("meta.json",), small)


def pages(*numbers):
    return {f"p{number:05}": "1" for number in range(*numbers)}


def test_many_pages_are_sealed_in_segments_and_full_ones_are_never_made_again():
    plan = segments.planned([], pages(6000))
    assert [len(names) for names in plan.seal] == [1000, segments.SEALED, segments.SEALED]
    assert [name for names in plan.seal for name in names] == shards.newest_first(pages(6000))
    assert (plan.stay, plan.small) == ((), ())
    full, open_ = kept_of(pages(2500)), kept_of(pages(2500, 3000))
    more = segments.planned([open_, full], pages(3000 + segments.SMALL + 1))
    assert (more.stay, more.small) == (((full, ()),), ())
    assert more.seal == (tuple(shards.newest_first(pages(2500, 3501))),)


def test_only_what_changed_goes_into_the_small_segment():
    kept = kept_of(pages(900))
    assert segments.planned([kept], pages(900)) == segments.Plan(((kept, ()),), (), ())
    now = {name: sha for name, sha in pages(900).items() if name != "p00001"} | {"p00002": "2", "z": "1"}
    plan = segments.planned([kept], now)
    assert (plan.seal, plan.small) == ((), ("z", "p00002"))
    ((same, gone),) = plan.stay
    assert [same.names[number] for number in gone] == ["p00002", "p00001"]
    small = kept_of({"z": "1", "p00002": "2"}, small=True)
    assert segments.planned([kept, small], now) == segments.Plan(((kept, gone), (small, ())), (), ())
    assert segments.planned([kept, small], now | {"y": "1"}).small == ("z", "y", "p00002")
    assert json.loads(segments.manifest([("aa", [3, 1]), ("bb", ())])) == {
        "segments": [{"path": "aa", "gone": [1, 3]}, {"path": "bb", "gone": []}]
    }


def test_a_segment_of_which_most_is_gone_is_given_up():
    kept = kept_of(pages(900))
    assert segments.planned([kept], pages(449)) == segments.Plan((), (), tuple(shards.newest_first(pages(449))))
    assert segments.planned([kept], pages(450)).stay[0][0] == kept
    assert segments.planned([kept], {}) == segments.Plan((), (), ())


def test_a_page_without_a_hash_never_gets_into_what_is_kept():
    many = dict.fromkeys(pages(600), "")
    assert segments.planned([], many) == segments.Plan((), (), tuple(shards.newest_first(many)))
    plan = segments.planned([], pages(600) | {"p00002": ""})
    assert plan.small == ("p00002",)
    assert "p00002" not in plan.seal[0]
    kept = kept_of(pages(900))
    assert segments.planned([kept], pages(900) | {"p00002": ""}) == segments.Plan(((kept, (897,)),), (), ("p00002",))


def test_what_was_kept_is_taken_only_when_it_is_whole_and_of_this_version():
    kept = [kept_of({"a": "1", "b": "2"}), kept_of({"c": "1"}, small=True)]
    text = segments.written(kept)
    assert segments.read(text) == kept
    assert segments.read(text[:-9]) == []
    assert segments.read(text.replace(json.loads(text)[0], "0" * 16)) == []
    assert segments.read("") == []


@given(st.dictionaries(st.sampled_from("abcdefghij"), st.sampled_from(["", "1", "2"])),
       st.dictionaries(st.sampled_from("abcdefghij"), st.sampled_from(["1", "2"])))  # fmt: skip
def test_each_page_counts_once_whatever_was_kept(now, before):
    plan = segments.planned([kept_of(before)] if before else [], now)
    living = [kept.names[at] for kept, gone in plan.stay for at in range(len(kept.names)) if at not in gone]
    assert sorted([*living, *plan.small, *(name for names in plan.seal for name in names)]) == sorted(now)


@needs_node
def test_the_script_parts_text_as_the_command_does():
    files = [path.read_text("utf-8", "replace") for path in sorted((TESTS / "reference").glob("*.md"))]
    texts = [*TEXTS, *(line for text in files for line in text.split("\n"))]
    assert len(texts) > 1000
    for text, theirs in zip(texts, in_node("s.tokens", texts), strict=True):
        assert theirs == tokens(text), text


@needs_node
def test_the_script_looks_up_what_the_index_has():
    queries = [
        "RIG-9",
        "src/a_b.py",
        "a_b.py",
        "./x/../a_b-c#",
        "#58",
        "--dry-run",
        "C#",
        "修复了",
        "了RIG-7",
        "café",
        "5243FDCD",
        "압축",
    ]
    text = f"{' '.join(TEXTS)} 5243fdcd00 ./x/../a_b-c#"
    terms = set(line_terms(text))
    found = in_node("query => [...s.lookups(s.parse(query), false)]", queries)
    for query, wanted in zip(queries, found, strict=True):
        assert wanted, query
        assert {term for term, prefix in wanted if not prefix} <= terms, query


@needs_node
def test_the_script_finds_the_file_of_a_term():
    terms = sorted({term for text in [*TEXTS, "a/b_é #9 ^5243fdc"] for term in line_terms(text)})
    assert in_node("term => s.shard(term, 64)", terms) == [shards.shard(term, 64) for term in terms]


@needs_node
def test_the_script_reads_queries_as_the_command_does():
    queries = [
        'RIG-9  retry "keep one"',
        "5243fdc",
        "qitem-2026*",
        "gpt:latest",
        "seat:lead x",
        "seat:",
        '"',
        "open:yes",
    ]
    for query, theirs in zip(queries, in_node("s.parse", queries), strict=True):
        ours = parse(query)
        assert [(term["tokens"], term["prefix"]) for term in theirs["terms"]] == [
            (list(term.tokens), term.prefix) for term in ours.terms
        ]
        assert theirs["facets"].get("seat", "") == ours.seat
        assert theirs["facets"].get("open") == ours.open


def test_the_place_of_the_search_is_escaped():
    assert 'data-index="&quot;x"' in static.place(index='"x', pages="../sessions/", directory_urls=True)
    assert 'data-ending=".html"' in static.place(index="s/", pages="sessions/", directory_urls=False)
    assert not {"innerHTML", "eval(", "http:", "https:"} & {
        word for word in ("innerHTML", "eval(", "http:", "https:") if word in static.script()
    }
