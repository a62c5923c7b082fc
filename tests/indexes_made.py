"""Pages for tests of the index pages, and the golden files that are made of them.

`PYTHONPATH=tests:. python tests/indexes_made.py` writes the golden files anew; look at the difference.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from distill.model import Confidence, Lines, Seat, Section
from distill.pages.page import Bullet, Page, PageMeta
from distill.site.catalogue import BadPage, Catalogue, newest_first, summary
from distill.site.document_markdown import to_markdown
from distill.site.indexes.all import indexes

GOLDEN = Path(__file__).parent / "fixtures" / "indexes"
AT = datetime(2026, 10, 18, 18, 21, 7, tzinfo=UTC)
LINES = Lines(18, 24)


def made(
    number: int = 0,
    *,
    title: str = "",
    seat: str = "lead@reef",
    after: timedelta = timedelta(),
    done: Iterable[str] = (),
    decisions: Iterable[str] = (),
    left: Iterable[str] = (),
    ticked: Iterable[str] = (),
    constraints: Iterable[str] = (),
    **meta: object,
) -> tuple[str, Page]:
    """Make a page and its name, `number` days after the first."""
    said = PageMeta(
        title=title or f"Session {number}",
        date=AT + timedelta(days=number) + after,
        seat=Seat(seat),
        engine=str(meta.pop("engine", "extractive")),
        tags=(f"seat/{seat}",),
        **meta,  # type: ignore[arg-type]
    )
    sections = (
        (Section.ACCOMPLISHED, tuple(Bullet(text, LINES) for text in done)),
        (Section.DECISIONS, tuple(Bullet(text, LINES) for text in decisions)),
        (
            Section.OPEN_ITEMS,
            (
                *(Bullet(text, LINES, box=False) for text in left),
                *(Bullet(text, LINES, box=True) for text in ticked),
            ),
        ),
        (Section.CONSTRAINTS, tuple(Bullet(text, LINES) for text in constraints)),
    )
    return f"{said.date:%Y-%m-%d}-{seat}-{number % 2**32:08x}.md", Page(said, (), sections)


def catalogue(pages: Iterable[tuple[str, Page]], bad: Sequence[BadPage] = ()) -> Catalogue:
    """List pages."""
    return Catalogue(newest_first([summary(name, page) for name, page in pages]), tuple(bad))


def markdown(of: Catalogue, *, registry: bool = False) -> dict[str, str]:
    """Write all index pages."""
    return {index.path: to_markdown(index.make()) for index in indexes(of, registry=registry)}


def example() -> Catalogue:
    """List pages that show all there is to show."""
    haiku = {"engine": "anthropic", "model": "claude-haiku-5-5", "input_tokens": 4123, "output_tokens": 611}
    return catalogue(
        [
            made(
                -40,
                title="REEF-7 planned; `queue.py` split",
                decisions=[
                    "Decision: keep one `outbox` table. Why: ordering across channels. Rejected: one each.",
                    "Decision (proposed): drop the map view. Why: 4 % of visits use it.",
                ],
                left=["REEF-7 — Rate limit: write the plan", "REEF-9 — Export: not started. Owner: impl@reef."],
                constraints=['"No call to a carrier in unit tests." (must)'],
                confidence=Confidence.REVIEWED,
                reviewed_by="Kim",
                reviewed_at="2026-09-10T08:00:00Z",
                cost_usd=0.0072,
                **haiku,
            ),
            made(
                -2,
                title="PR #58 gemergt; Umlaute im Titel | und ein Strich",
                seat="review@reef",
                done=["PR #58 gemergt (REEF-7)"],
                decisions=["Decision: Befunde der Stufe P1 sperren den Merge. Why: `a | b` lag zwei Wochen offen."],
                left=["`docs/x.md` nennt noch den alten Header. Blocked by: lead@reef."],
                redactions={"carrier-key": 2},
            ),
            made(
                -1,
                title="Rien de neuf",
                left=["REEF-7 — Rate limit: wait for review@reef. Owner: review@reef. Blocked by: REEF-9."],
                ticked=["REEF-9 — Export: done"],
                decisions=["Decision (superseded): keep the cache. Why: it served stale rows."],
                constraints=['"No call to a carrier in unit tests." (must)', '"改善现有流程，而不是扩展它。" (should)'],
                cost_usd=0.01,
                **haiku,
            ),
            made(
                0,
                title="21 PRs merged (#39–#58); REEF-7 in planning",
                done=["PRs merged: 21 (#39–#58)", "UTF-8 names and RFC-822 dates are read"],
                left=["REEF-7 — Rate limit: ask the owner", "Ask whether the bucket's size belongs into `reef.toml`"],
                fallback_reason="no-key",
            ),
        ],
        [BadPage("broken.md", "broken.md: The front matter lacks 'seat'.")],
    )


def write_golden() -> None:
    """Write the golden files anew."""
    for path, text in markdown(example(), registry=True).items():
        (GOLDEN / path).parent.mkdir(parents=True, exist_ok=True)
        (GOLDEN / path).write_text(text, "utf-8")


if __name__ == "__main__":
    write_golden()
