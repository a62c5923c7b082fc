"""The site shows who reviewed a page, and no confidence that a later change has outlived."""

from datetime import UTC, datetime
from pathlib import Path

from sites import add_page, build_site, digest_of, new_wiki

from distill.model import Confidence
from distill.pages.review import reviewed
from distill.rebuild.apply import proposal

AT = datetime(2026, 11, 30, 9, 15, tzinfo=UTC)


def test_a_review_is_shown_until_the_page_changes(tmp_path: Path) -> None:
    wiki = new_wiki(tmp_path)
    kept, changed = (add_page(wiki, digest_of([f"RIG-{n} done"]), seat=f"s{n}@plant").path for n in (1, 2))
    for path in (kept, changed):
        path.write_text(reviewed(path.read_text("utf-8"), Confidence.VERIFIED, by="Ada <b>L.", at=AT), "utf-8")
    changed.write_text(changed.read_text("utf-8").replace("RIG-2", "RIG-3"), "utf-8")

    built = build_site(tmp_path)

    assert built.code == 0, built.output
    first, second = built.html(f"sessions/{kept.name}"), built.html(f"sessions/{changed.name}")
    assert "Confidence: verified." in first
    assert "by Ada &lt;b&gt;L. on 2026-11-30<" in first
    assert "Confidence: low." in second
    assert "on 2026-11-30; changed since<" in second


def test_proposals_are_in_no_site(tmp_path: Path) -> None:
    wiki = new_wiki(tmp_path)
    page = add_page(wiki, digest_of(["RIG-1 done"])).path
    proposal(page).write_text(page.read_text("utf-8").replace("RIG-1", "PROPOSED-77"), "utf-8")

    for plugin in (True, False):
        built = build_site(tmp_path, plugin=plugin)

        assert built.code == 0, built.output
        published = [p for p in built.site.rglob("*") if p.is_file()]
        assert not [p for p in published if "proposed" in p.name or b"PROPOSED-77" in p.read_bytes()]
