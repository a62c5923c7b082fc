"""The index pages as pure functions of the pages."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from indexes_made import AT, GOLDEN, catalogue, example, made, markdown
from sites import add_page, digest_of, new_wiki

from distill.model import Confidence
from distill.site import details, home
from distill.site.accounts import Account
from distill.site.catalogue import BadPage, Catalogue, read_catalogue, summary
from distill.site.indexes import parts, tags, tickets
from distill.site.indexes.all import indexes
from distill.site.indexes.parts import ROWS
from distill.site.indexes.standing import open_of, unmentioned
from distill.site.indexes.wiki import Wiki
from distill.site.record import Record, dump, load


def accounts(pages):
    return [Account(each) for each in catalogue(pages).pages]


def open_texts(pages):
    wiki = Wiki(accounts(pages))
    state = open_of("lead@reef", wiki)
    return [each.item.text for each in state.stated], [each.item.text for each in unmentioned([state], wiki, ROWS)]


@pytest.mark.parametrize("path", sorted(str(path.relative_to(GOLDEN)) for path in GOLDEN.rglob("*.md")))
def test_golden_files(path):
    assert markdown(example(), registry=True)[path] == (GOLDEN / path).read_text("utf-8")


def test_there_is_a_golden_file_for_each_index_page():
    assert sorted(markdown(example())) == sorted(str(path.relative_to(GOLDEN)) for path in GOLDEN.rglob("*.md"))


def test_what_a_table_leaves_out_is_told():
    pages = markdown(catalogue([made(n, seat=f"s{n}@x", confidence=Confidence.REVIEWED) for n in range(ROWS + 3)]))
    assert "103 more are counted above and not listed." in pages["cost.md"]
    assert pages["confidence.md"].count("](sessions/2") == ROWS
    assert "3 more: search for `confidence:reviewed`" in pages["confidence.md"]
    few = markdown(catalogue([made(n, seat=f"s{n}@x", confidence=Confidence.REVIEWED) for n in range(100)]))
    assert "more" not in few["cost.md"] + few["confidence.md"]


def test_the_overview_counts_and_lists_the_newest():
    text = markdown(catalogue([made(n, decisions=["a", "b"]) for n in range(30)]))["overview.md"]
    assert "**30** sessions · **1** seat · **60** decisions · **30** pages not yet read" in text
    assert text.count("](sessions/2") == 20
    assert text.index("Session 29") < text.index("Session 10")
    assert "Session 9]" not in text


def test_home_goes_where_it_is_marked_or_last():
    assert home.merged("a\n<!-- distill:sessions -->\nb", "X") == "a\nX\nb"
    assert home.merged("a\n", "X") == "a\n\nX\n"


def test_empty_wikis_say_so():
    texts = markdown(Catalogue())
    assert all(len(text.splitlines()) > 3 for text in texts.values())
    assert "No sessions yet." in texts["overview.md"]
    assert "No decisions yet." in texts["decisions/index.md"]


def test_many_sessions_are_listed_by_month():
    pages = [made(-n) for n in range(450)]
    texts = markdown(catalogue(pages, [BadPage("bad.md", "is `bad`")]))
    assert {"months/2026-10.md", "months/2025-08.md"} <= set(texts)
    assert texts["sessions/index.md"].count("](2026") == ROWS
    assert "[2026-09](../months/2026-09.md) | 30 |" in texts["sessions/index.md"]
    assert "Pages that cannot be read" in texts["sessions/index.md"]
    assert sum(text.count("](../sessions/2") for path, text in texts.items() if path.startswith("months/")) == 450


@settings(deadline=None, max_examples=40)
@given(count=st.integers(0, 900), more=st.integers(1, 250))
def test_parts_hold_everything_once_and_full_ones_never_change(count, more):
    pages = accounts(made(0, after=timedelta(minutes=n), title=f"{n}") for n in range(count + more))
    before, after = (parts.parts(some, lambda _: 1) for some in (pages[more:], pages))
    assert [page for part in after for page in part.pages] == pages
    assert all(len(part.pages) <= 2 * ROWS for part in after)
    assert {part.number: part for part in before if part.number}.items() <= {
        part.number: part for part in after if part.number
    }.items()


def test_a_new_page_changes_only_what_tells_of_it():
    pages = [made(-n, left=[f"REEF-{n} — a"], decisions=["Decision: x. Why: y."]) for n in range(400)]
    before = {index.path: index.key for index in indexes(catalogue(pages), registry=False)}
    new = made(1, seat="new@reef", left=["REEF-7 — b"])
    after = {index.path: index.key for index in indexes(catalogue([*pages, new]), registry=False)}
    changed = {path for path, key in after.items() if before.get(path) != key}
    lists = {f"{folder}/index.md" for folder in ("sessions", "seats", "open", "tickets")}
    single = {"overview.md", "stated-constraints.md", "cost.md", "confidence.md", "tags.md", "open/unmentioned.md"}
    assert changed == lists | single | {"months/2026-10.md", "seats/new@reef.md", "tickets/REEF-0.md"}


def test_what_an_index_page_is_made_from_is_in_its_key():
    name, page = made(title="A", decisions=["Decision: x"])
    for change in ({"title": "B"}, {"decisions": ["Decision: z"]}, {"cost_usd": 1.0}, {"redactions": {"k": 1}}):
        other = made(**({"title": "A", "decisions": ["Decision: x"]} | change))[1]
        assert Account(summary(name, page)).mark != Account(summary(name, other)).mark
    assert (
        Account(summary(name, page)).mark == Account(summary(name, made(title="A", decisions=["Decision: x"])[1])).mark
    )


def test_an_item_that_a_later_session_closed_is_closed():
    first = made(0, left=["RIG-9 — plan", "RIG-10 — later", "write the docs", "RIG-11 — x"])
    assert open_texts([first, made(1, done=["Closed RIG-9"], ticked=["Write the docs!"], left=["RIG-11 — y"])]) == (
        ["RIG-11 — y"],
        ["RIG-10 — later"],
    )


def test_an_item_is_not_closed_by_an_older_session_or_another_seat():
    pages = [made(-1, done=["Closed RIG-9"]), made(0, left=["RIG-9 — plan"]), made(1, seat="b@reef", done=["RIG-9"])]
    assert open_texts([page for page in pages if page[1].meta.seat == "lead@reef"]) == (["RIG-9 — plan"], [])
    assert "RIG-9 — plan" in markdown(catalogue(pages))["open/index.md"]


def test_an_item_keeps_its_age_while_it_is_worked_on():
    pages = [made(0, left=["RIG-9 — plan"]), made(12, left=["RIG-9 — build. Owner: a@b."], done=["RIG-9 planned"])]
    text = markdown(catalogue(pages))["open/index.md"]
    assert (
        "| [2026-10-18](../sessions/2026-10-18-lead@reef-00000000.md#open-items) | 12 | RIG-9 — build. | a@b |" in text
    )
    assert "| a@b | 1 |" in text


def test_two_items_of_one_ticket_are_two():
    twice = ["RIG-9 — a", "RIG-9 — b"]
    assert open_texts([made(0, left=twice)]) == (twice, [])
    assert open_texts([made(0, left=twice), made(1, done=["RIG-9 closed"])]) == ([], [])


def test_a_decision_is_read_in_its_parts():
    read = [
        "Decision: keep one table. Why: order. Rejected: many.",
        "Decision (proposed): drop it. Rejected: keep it.",
        "decision (SUPERSEDED): drop it",
        "We agreed on tabs",
    ]
    _, kept = details.told(made(decisions=read)[1])
    assert [tuple(each) for each in details.items(kept).decisions] == [
        ("keep one table.", "order.", "many.", "accepted"),
        ("drop it.", "", "keep it.", "proposed"),
        ("drop it", "", "", "superseded"),
        ("We agreed on tabs", "", "", "accepted"),
    ]


def test_a_proposal_is_settled_by_a_later_decision_in_the_same_words():
    proposal = "Decision (proposed): Drop the map view."
    heading = "Proposed and not settled yet"
    assert heading in markdown(catalogue([made(0, decisions=[proposal])]))["decisions/index.md"]
    settled = [made(0, decisions=[proposal]), made(1, decisions=["Decision: drop the map view"])]
    assert heading not in markdown(catalogue(settled))["decisions/index.md"]


def test_ids_are_tickets_and_numbers_and_nothing_like_them():
    text = "RIG-9 and #58, UTF-8, owner/repo#3, `a#4`, #12345678, color #fff, P1, RIG-9 again, REDACTED-github-token-1"
    assert details.told(made(title="x", done=[text])[1])[0] == ("RIG-9", "#58")


def test_ids_stand_in_ranges_in_natural_order():
    pages = [made(n, done=[f"RIG-{n} (#{n})"]) for n in (9, 10, 99, 100, 1000)]
    texts = markdown(catalogue(pages))
    assert {"tickets/RIG-0.md", "tickets/RIG-100.md", "tickets/RIG-1000.md", "tickets/number.1000.md"} <= set(texts)
    text = texts["tickets/RIG-0.md"]
    assert text.index("| RIG-9 ") < text.index("| RIG-10 ") < text.index("| RIG-99 ")


def test_the_number_of_ranges_is_bounded():
    found = list(
        tickets.tickets(Wiki(accounts(made(n, done=[f"RIG-{n * 100 + k}" for k in range(12)]) for n in range(1200))))
    )
    assert len(found) == tickets.MOST_RANGES + 1


def test_constraints_stand_once_however_they_are_quoted():
    pages = [made(0, constraints=['"No x." (must)']), made(1, seat="b@c", constraints=["“No x.” (must)"])]
    text = markdown(catalogue(pages))["stated-constraints.md"]
    assert text.count("No x.") == 1
    assert "| b@c, lead@reef |" in text


def test_tags_are_in_natural_order_and_bounded():
    pages = []
    for n in range(60):
        name, page = made(n)
        object.__setattr__(page.meta, "tags", ("ticket/RIG-10", "ticket/RIG-9", "x", "seat/z"))
        pages.append((name, page))
    assert list(tags.by_tag(Wiki(accounts(pages)))[0]) == ["seat/z", "ticket/RIG-9", "ticket/RIG-10", "x"]
    text = markdown(catalogue(pages))["tags.md"]
    assert text.count("](sessions/") == 4 * tags.MOST_PAGES
    assert text.count("and 50 more") == 4


def test_confidence_names_who_raised_it():
    text = markdown(catalogue([made(confidence=Confidence.VERIFIED, reviewed_by="Kim", reviewed_at="2026-10-20T00")]))
    assert "| verified | Kim, 2026-10-20 |" in text["confidence.md"]


words = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=60).filter(
    lambda t: bool(t.strip())
)


@settings(deadline=None)
@given(st.lists(words, max_size=4), st.lists(words, max_size=3), st.floats(0, 10) | st.none())
def test_what_is_kept_of_a_page_comes_back(texts, kinds, cost):
    name, page = made(
        title=" ".join(texts) or "x",
        done=texts,
        decisions=texts,
        left=texts,
        ticked=texts,
        constraints=texts,
        redactions=dict.fromkeys(kinds, 2),
        cost_usd=cost,
        model="m",
        input_tokens=7,
    )
    known = summary(name, page)
    assert load(dump(Record(digest="d", summary=known))).summary == known
    account = Account(known)
    assert account.facts.cost_usd == page.meta.cost_usd
    assert dict(account.facts.redactions) == dict(page.meta.redactions)
    assert [each.text for each in account.items.left] == [
        details._left(bullet.text).text for _, bullets in page.sections for bullet in bullets if bullet.box is False
    ]


def test_a_catalogue_names_bad_pages_and_goes_on(tmp_path):
    wiki = new_wiki(tmp_path)
    written = add_page(wiki, digest_of(["RIG-9 a"]))
    (wiki / "sessions" / "latin.md").write_bytes(b"---\ntitle: Caf\xe9\n---\n")
    (wiki / "sessions" / "yaml.md").write_text("---\ntitle: Fix: x\n---\n", "utf-8")
    (wiki / "sessions" / "index.md").write_text("# mine\n", "utf-8")
    found = read_catalogue(wiki)
    assert [page.name for page in found.pages] == [written.path.name]
    assert (found.pages[0].open_items, found.pages[0].ids) == (1, ("RIG-9",))
    assert [bad.name for bad in found.bad] == ["latin.md", "yaml.md"]
    assert "UTF-8" in found.bad[0].problem


def test_days_are_those_of_utc():
    name, page = made(0, after=datetime(2026, 10, 18, 23, 59, tzinfo=UTC) - AT)
    assert Account(summary(name, page)).day == "2026-10-18"
