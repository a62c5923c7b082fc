"""From a digest to a page: bullets, title, notes, tags."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.model import (
    Accomplishment,
    CleanDigest,
    Constraint,
    Decision,
    DecisionStatus,
    Digest,
    Force,
    Lines,
    MapFacts,
    OpenItem,
    Seat,
    Section,
    SessionId,
    Usage,
)
from distill.pages.build import Provenance, build
from distill.pages.bullet import LIMIT, bullet
from distill.pages.headline import headline
from distill.pages.render import render
from distill.pages.text import one_line, shorten

AT = Lines(18, 24)
FACTS = MapFacts(
    seat=Seat("orch-lead@openrig"),
    session_id=SessionId("01234567"),
    written=datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC),
)
DIGEST = Digest(
    headline="21 PRs merged (#39–#58); RIG-9 in planning",
    accomplished=(Accomplishment(text="PRs merged: 21 (#39–#58)", lines=Lines(44, 44)),),
    decisions=(
        Decision(what="keep one outbox table", why="ordering across channels", rejected="one table per channel",
                 lines=Lines(61, 61)),
    ),
    open_items=(
        OpenItem(text="RIG-9 — Downvote filtering: wait for TICKET_LOOP_RESULT from dev-impl", owner="dev-impl",
                 blocked_by="qitem-20261018175501-3fa94c01b7de2208", lines=AT),
    ),
    constraints=(Constraint(text="Improve the existing pipeline rather than expanding it.", lines=Lines(70, 70)),),
)  # fmt: skip
GOLDEN = """\
---
title: '21 PRs merged (#39–#58); RIG-9 in planning'
date: 2026-10-18T18:21:07Z
seat: orch-lead@openrig
session_id: '01234567'
source: restore-map
map: ../maps/2026-10-18-orch-lead@openrig-5243fdcd.md
map_sha256: '5243fdcd00000000000000000000000000000000000000000000000000000000'
engine: anthropic
model: claude-haiku-5-5
prompt: distill@1a2b3c4d
confidence: low
tags: [seat/orch-lead@openrig, ticket/RIG-9, engine/anthropic]
input_tokens: 4123
output_tokens: 611
cost_usd: 0.0072
redactions: {github-token: 1}
schema: 1
---
# 21 PRs merged (#39–#58); RIG-9 in planning
orch-lead@openrig · 2026-10-18 18:21Z · confidence low: verify before acting

> Secrets removed from the map before anything read it: 1 × github-token.

## Accomplished
- PRs merged: 21 (#39–#58) (L44)
## Decisions
- Decision: keep one outbox table. Why: ordering across channels. Rejected: one table per channel. (L61)
## Open Items
- [ ] RIG-9 — Downvote filtering: wait for TICKET_LOOP_RESULT from dev-impl. Owner: dev-impl. \
Blocked by: qitem-20261018175501-3fa94c01b7de2208. (L18–24)
## Constraints
- "Improve the existing pipeline rather than expanding it." (must) (L70)
"""


def made(digest, **provenance):
    return build(CleanDigest(digest=digest), FACTS, Provenance(**{"engine": "extractive", **provenance}))


def test_a_page_is_as_the_format_has_it():
    page = made(
        DIGEST,
        engine="anthropic",
        model="claude-haiku-5-5",
        prompt="distill@1a2b3c4d",
        usage=Usage(input_tokens=4123, output_tokens=611, cost_usd=0.0072),
        map_sha256="5243fdcd" + "0" * 56,
        redactions={"github-token": 1},
    )
    assert render(page) == GOLDEN


def test_an_empty_digest_has_its_three_sections():
    text = render(made(Digest()))
    assert text.endswith(
        "## Accomplished\n- None recorded.\n## Decisions\n- None recorded.\n## Open Items\n- None recorded.\n"
    )
    assert "# Session without recorded items\n" in text


def test_notes_say_why_and_what_is_missing():
    page = made(
        Digest(omitted=((Section.OPEN_ITEMS, 3), (Section.DECISIONS, 1), (Section.ACCOMPLISHED, 0)), unsupported=2),
        fallback_from="anthropic",
        fallback_reason="api-timeout",
        fallback_detail="See distill status.",
        redactions={"github-token": 2, "password": 1},
        replaced_bytes=1,
    )
    assert page.notes == (
        "Distilled by the extractive engine because anthropic could not answer (api-timeout). See distill status.",
        "Left out because the page holds only so many: 3 open items, 1 decision. The archived map holds all.",
        "2 items were dropped because the lines they cite do not bear out what they say or name.",
        "Secrets removed from the map before anything read it: 2 × github-token, 1 × password.",
        "1 byte of the map could not be read as UTF-8; `�` stands for each.",
    )


@pytest.mark.parametrize(
    ("item", "text"),
    [
        (Decision(what="x", lines=AT, status=DecisionStatus.PROPOSED), "Decision (proposed): x"),
        (Decision(what="x", why="y", lines=AT, status=DecisionStatus.SUPERSEDED), "Decision (superseded): x. Why: y."),
        (Constraint(text="“as it is”", lines=AT, force=Force.SHOULD), "“as it is” (should)"),
        (OpenItem(text="RIG-9 ask?", lines=AT, owner="dev"), "RIG-9 ask? Owner: dev."),
        (Accomplishment(text="a\n b\tc\x1b[31m d\x1b[0m", lines=AT), "a b c d"),
    ],
)
def test_bullets(item, text):
    assert bullet(item).text == text


def test_an_item_without_words_gives_no_bullet():
    assert bullet(Accomplishment(text=" \x00\n", lines=AT)) is None
    assert made(Digest(decisions=(Decision(what=" ", why="w", lines=AT),))).bullets(Section.DECISIONS) == ()


sentences = st.text(st.sampled_from("ab `.é数-"), max_size=500)
items = st.one_of(
    st.builds(Accomplishment, text=sentences, lines=st.just(AT)),
    st.builds(Decision, what=sentences, why=sentences, rejected=sentences, lines=st.just(AT)),
    st.builds(OpenItem, text=sentences, owner=sentences, blocked_by=sentences, lines=st.just(AT)),
    st.builds(Constraint, text=sentences, lines=st.just(AT)),
)


@given(items)
def test_every_bullet_is_one_line_of_bounded_length(item):
    made_bullet = bullet(item)
    assert made_bullet is None or (len(made_bullet.text) <= LIMIT and one_line(made_bullet.text) == made_bullet.text)


def test_cutting_ends_after_a_word_and_never_inside_a_code_span_or_an_id():
    text = "see `a code span of words` and qitem-20261018175501-3fa94c01b7de2208 at the end"
    for limit in range(5, len(text)):
        cut = shorten(text, limit)
        assert len(cut) <= limit
        assert cut.endswith("…")
        assert cut.count("`") % 2 == 0 or limit < 30
        assert "qitem" not in cut or "qitem-20261018175501-3fa94c01b7de2208" in cut


def test_a_long_decision_keeps_its_reason_and_what_was_rejected():
    text = bullet(Decision(what="w " * 300, why="y " * 300, rejected="r " * 300, lines=AT)).text
    assert len(text) <= LIMIT
    assert "Why: y" in text
    assert "Rejected: r" in text


def test_a_headline_is_made_from_the_items_with_the_most_ids():
    digest = Digest(
        accomplished=(
            Accomplishment(text="Tidied up", lines=AT),
            Accomplishment(text="Merged #58. More text", lines=AT),
        ),
        open_items=(OpenItem(text="RIG-9: `wait` for review", lines=AT),),
    )
    assert headline(digest) == "Merged #58; open: RIG-9: wait for review"


@given(st.lists(sentences, max_size=3), st.text(max_size=300))
def test_a_headline_is_never_empty_nor_long(texts, own):
    digest = Digest(accomplished=tuple(Accomplishment(text=text, lines=AT) for text in texts), headline=own)
    title = headline(digest)
    assert 0 < len(title) <= 100
    assert title == one_line(title)


def test_tags_are_of_a_small_alphabet_and_tickets_come_from_the_items():
    digest = Digest(
        open_items=tuple(OpenItem(text=f"RIG-{n} and UTF-8, SHA-256, a/RIG-77.md", lines=AT) for n in range(20)),
        accomplished=(Accomplishment(text="REF-3 done", lines=AT),),
    )
    page = build(
        CleanDigest(digest=digest),
        MapFacts(seat=Seat("a<b>{{c}}"), session_id=SessionId(""), written=FACTS.written),
        Provenance(engine="extractive"),
    )
    assert page.meta.tags[0] == "seat/a_b___c__"
    assert page.meta.tags[1:-1] == tuple(f"ticket/RIG-{n}" for n in range(12))
    assert page.meta.tags[-1] == "engine/extractive"
