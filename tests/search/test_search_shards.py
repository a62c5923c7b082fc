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
from distill.search.query import parse
from distill.search.record import Field, Line, Record
from distill.search.store import Entry
from distill.search.terms import line_terms, page_terms
from distill.search.tokens import groups, tokens

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
        "src/rate_limit.py",
        "rate_limit.py",
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
    found: dict[str, dict[str, int]] = {}
    for path, text in made.files.items():
        for term, places in (json.loads(text) if path.startswith("t/") else {}).items():
            assert path == f"t/{shards.shard(term, meta['ids'])}.json"
            number = 0
            for step, weight in zip(places[::2], places[1::2], strict=True):
                number += step
                found.setdefault("321"[number], {})[term] = weight
    assert found == {page.name.removesuffix(".md"): page_terms(page.record) for page in pages}


def test_the_same_pages_make_the_same_segment_in_any_order():
    pages = [entry(f"p{number}", f"RIG-{number}", day=number % 3) for number in range(120)]
    one, other = shards.segment(pages), shards.segment(pages[::-1])
    assert one == other
    assert shards.segment(pages[1:]).name != one.name
    assert len([path for path in one.files if path.startswith("d/")]) == 3


def base_of(hashes):
    names = shards.newest_first(hashes)
    return segments.Base(tuple(names), tuple(hashes[name] for name in names), "aa", ("meta.json",))


def test_only_what_changed_goes_into_the_small_segment():
    hashes = {f"p{number}": "1" for number in range(900)}
    base = base_of(hashes)
    assert segments.planned(None, hashes) == segments.Plan(base.names, (), ())
    assert segments.planned(base, hashes) == segments.Plan((), (), ())
    now = {name: sha for name, sha in hashes.items() if name != "p1"} | {"p2": "2", "new": "1"}
    plan = segments.planned(base, now)
    assert (plan.remake, plan.delta) == (False, ("p2", "new"))
    assert [base.names[number] for number in plan.gone] == ["p2", "p1"]
    assert segments.planned(base, hashes | {f"n{number}": "1" for number in range(segments.DELTA + 1)}).remake
    assert not segments.planned(base, hashes | {f"n{number}": "1" for number in range(segments.DELTA)}).remake
    assert json.loads(segments.manifest([("aa", [3, 1]), ("bb", ())])) == {
        "segments": [{"path": "aa", "gone": [1, 3]}, {"path": "bb", "gone": []}]
    }


def test_a_page_without_a_hash_never_gets_into_the_large_segment():
    hashes = {"p1": "1", "p2": "", "p3": "1"}
    assert segments.planned(None, hashes) == segments.Plan(("p3", "p1"), ("p2",), ())
    base = base_of({"p1": "1", "p2": "1"})
    assert segments.planned(base, {"p1": "1", "p2": ""}) == segments.Plan((), ("p2",), (0,))
    many = {f"p{number}": "" for number in range(segments.DELTA + 9)}
    assert not segments.planned(base, many | {"p1": "1"}).remake


def test_what_was_kept_is_taken_only_when_it_is_whole_and_of_this_version():
    base = base_of({"a": "1", "b": "2"})
    text = segments.kept(base)
    assert segments.kept_before(text) == base
    assert segments.kept_before(text[:-9]) is None
    assert segments.kept_before(text.replace(json.loads(text)[0], "0" * 16)) is None


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
        "#58",
        "--dry-run",
        "C#",
        "修复了",
        "了RIG-7",
        "café",
        "5243FDCD",
        "압축",
    ]
    text = f"{' '.join(TEXTS)} 5243fdcd00"
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
