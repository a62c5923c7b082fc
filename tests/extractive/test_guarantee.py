"""Nothing is invented, whatever the text; and it does not take long."""

import html
import re
import subprocess
import sys
import time

import pytest
import scoring
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from distill.engines.extractive.engine import digest_of
from distill.engines.extractive.found import text_of
from distill.engines.extractive.tokens import supported
from distill.maps.decode import decode, normalise
from distill.model import Digest

HANDLE = re.compile(r"#?\b[A-Z]+-\d+|#\d+|\b[0-9a-f]{7,40}\b|\d+(?:[.,:]\d+)*|[\w.-]+/[\w./-]+")
PIECES = (
    *(
        "# Done\n",
        "## Decisions\n",
        "## Next\n",
        "## Rules\n",
        "- [ ] A-1: x\n",
        "- [x] y `code` #12\n",
        "  - sub 7\n",
        "\n",
        "\n\n",
    ),
    *(
        "| a | Status |\n|---|---|\n| 1 | done |\n",
        "```\n",
        "~~~\n",
        "> quote 7\n",
        "<!--",
        "-->",
        "**",
        "__",
        "~~",
        "`",
        "\\",
        "---\n",
    ),
    *(
        "Decision: X. Why: Y. Rejected: Z\n",
        "Never do it.\n",
        "完了\n",
        "- 決定: あ。理由: い。\n",
        "&amp;",
        "&#39;",
        "1. ",
        "- ",
        "Next:\n",
    ),
    *(
        " over ",
        " instead of ",
        " because ",
        "#1 ",
        "P0 ",
        "🚧",
        "✅ ",
        "a/b.py ",
        "4be19c7 ",
        "1,200 ",
        "[A-1] blocks [A-2]\n",
        "Done: ",
    ),
    *("### A-1 — t\n- State: ready\n- Queue item: q-1\n", "- A-1 merged as #2\n", "long words " * 40),
)
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=10)), max_size=40).map("".join).map(normalise)


def items(digest: Digest) -> tuple[object, ...]:
    return digest.accomplished + digest.decisions + digest.open_items + digest.constraints


def check(digest: Digest, text: str) -> None:
    lines = text.split("\n")
    for item in digest.accomplished + digest.decisions + digest.open_items + digest.constraints:
        assert 1 <= item.lines.first <= item.lines.last <= len(lines)
        source = "\n".join(lines[item.lines.first - 1 : item.lines.last])
        source += html.unescape(source).replace("\\", "")
        assert [one for one in re.findall(r"\d+", text_of(item)) if one not in source] == []
        assert text_of(item).strip()
        assert "\n" not in text_of(item)
    assert len(digest.headline) <= 100
    assert [one for one in re.findall(r"\d+", digest.headline) if one not in text + html.unescape(text)] == []


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(TEXTS)
def test_every_number_of_every_item_stands_in_its_lines(text: str) -> None:
    check(digest_of(text), text)


@given(st.text(max_size=300).map(normalise))
def test_any_text_gives_a_digest(text: str) -> None:
    check(digest_of(text), text)


@pytest.mark.parametrize("name", scoring.names())
def test_every_handle_of_the_fixtures_stands_in_its_lines(name: str) -> None:
    text = decode(scoring.load(name)[0].encode()).text
    digest = digest_of(text)
    check(digest, text)
    lines = text.split("\n")
    for item in digest.accomplished + digest.decisions + digest.open_items + digest.constraints:
        source = html.unescape("\n".join(lines[item.lines.first - 1 : item.lines.last]))
        assert [one for one in HANDLE.findall(text_of(item)) if one not in source] == []
    assert digest.unsupported == 0


@pytest.mark.parametrize(
    ("text", "holds"),
    [("#12 a", True), ("#13 a", False), ("x 1,200", True), ("`a/b.py`", True), ("a/c.py", False), ("word", True)],
)
def test_support_is_told(text: str, holds: bool) -> None:
    assert supported(text, "merged #12: 1,200 rows in a/b.py") is holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "no headings, no items, only some words",
        "```\n# Done\n- [x] merged #1\n```\n",
        "# Title only\n",
        "> quoted: merged #1\n",
        "---\nkey: value\n---\n",
    ],
)
def test_a_text_that_says_nothing_gives_nothing(text: str) -> None:
    assert digest_of(text) == Digest()


def test_the_same_text_gives_the_same_digest() -> None:
    text = decode(scoring.load("orchestrator")[0].encode()).text
    assert digest_of(text) == digest_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "## Decisions\n- " + "Why: a " * 30_000,
        "Decision: " * 20_000,
        "**A:**\n" * 20_000,
        "## Done\n" + "a. B " * 30_000,
        "- Never " + "abcdef0" * 50_000,
        "- Never " + "a/" * 50_000,
        "# a\n" * 20_000,
        "- " + "x" * 1_000_000,
    ],
    ids=["why", "decision", "labels", "sentences", "hex", "path", "headings", "one-word"],
)
def test_hostile_text_takes_no_long_time(text: str) -> None:
    start = time.process_time()
    digest_of(text)
    assert time.process_time() - start < 6


@pytest.mark.slow
def test_a_long_map_takes_well_under_a_second() -> None:
    text = decode(scoring.load("long")[0].encode()).text
    digest_of(text)
    start = time.process_time()
    digest = digest_of(text)
    assert time.process_time() - start < 1.5
    assert dict(digest.omitted)


def test_importing_the_engine_is_cheap() -> None:
    code = (
        "import time as t; s = t.process_time(); import distill.engines.extractive.engine; print(t.process_time() - s)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
        for _ in range(3)
    ]
    assert min(map(float, runs)) < 0.25, "80 ms is what it takes on an idle machine"
