"""A service that never answers: every worker ends by itself, every seat has its page, nothing is left (HK13)."""

import os
import time
from pathlib import Path

import loopback_api
from worlds import a_map, an_event, fire, journal, pages, put_map, random_text, wait_for

SEATS = 10
DEADLINE_S = 12


def test_hk13_ten_seats_on_a_service_that_hangs(project: Path) -> None:
    mark = random_text(12)
    for n in range(SEATS):
        put_map(project, a_map(f"seat{n}@plantshop", session=f"s{n}"), f"RESTORE-MAP-{n}.md")
    started = time.monotonic()
    with loopback_api.serving("hang") as api:
        env = {"ANTHROPIC_API_KEY": random_text(30), "ANTHROPIC_BASE_URL": api.url, "MARK": mark}
        env |= {"DISTILL_ENGINE": "anthropic", "DISTILL_DEADLINE_SECONDS": str(DEADLINE_S)}
        for n in range(SEATS):
            fire(an_event(project, session_id=f"s{n}"), {**env, "DISTILL_SEAT": f"seat{n}@plantshop"})
        wait_for(project, "written", count=SEATS, seconds=100)

    assert time.monotonic() - started < 100
    assert len(pages(project)) == SEATS
    assert all("engine: extractive" in page.read_text("utf-8") for page in pages(project))
    assert [row["reason"] for row in journal(project) if row["outcome"] == "written"] == ["api-timeout"] * SEATS
    until = time.monotonic() + 20
    while (left := alive(mark)) and time.monotonic() < until:
        time.sleep(0.1)
    assert left == []


def test_hk21_started_without_any_variable_the_page_says_who_wrote_it(project: Path) -> None:
    put_map(project, a_map())
    cleaned = {name: "" for name in os.environ if name.startswith("ANTHROPIC_")}

    fire(an_event(project), {**cleaned, "DISTILL_ENGINE": "auto"})

    (line,) = wait_for(project, "written")
    assert (line["engine"], line["reason"]) == ("extractive", "no-key")
    text = pages(project)[0].read_text("utf-8")
    assert "engine: extractive" in text


def alive(mark: str) -> list[str]:
    """List the processes that carry the mark in their environment, this one's own left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found
