"""Whatever happens to the pages of a wiki, a build that keeps gives what one without gives, and costs little."""

import random
import re
import shutil
from datetime import timedelta

import pytest
from site_again import build, build_anew, differences
from sites import WRITTEN, add_page, configure, digest_of, new_project

from distill.mkdocs_site import digests
from distill.search import segments
from distill.site import tree
from distill.site.cache import Cache
from distill.site.views import read_source

PAGES = 14
STEPS = 5


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Make a project with pages of three seats over two months that name the same things."""
    monkeypatch.setattr(digests, "SETTLED_NS", 0)
    monkeypatch.setattr(segments, "SMALL", 4)
    monkeypatch.setattr(segments, "SEALED", 9)
    new_project(tmp_path, monkeypatch)
    draw = random.Random(7)
    for number in range(PAGES):
        new_page(tmp_path, draw, number)
    configure(tmp_path)
    (tmp_path / "mkdocs.yml").write_text(
        (tmp_path / "mkdocs.yml").read_text("utf-8") + "\nsite_url: https://example.invalid/a/\n", "utf-8"
    )
    return tmp_path


def new_page(root, draw, number):
    texts = [f"RIG-{draw.randrange(6)} in src/{draw.choice('abc')}/x.py (PR #{draw.randrange(5)})" for _ in range(3)]
    return add_page(
        root / "wiki", digest_of(texts, headline=f"Number {number}"), seat=f"s{number % 3}@rig",
        session=f"7c1f0a52-3b8e-4d0a-9e41-5b2d6f7a8c9{draw.randrange(4)}",
        written=WRITTEN + timedelta(days=5 * (number % 11), minutes=number), text=f"# Restore map {number}\n",
    ).path  # fmt: skip


def add(root, draw):
    new_page(root, draw, draw.randrange(100, 10_000))


def pages_of(root):
    return sorted((root / "wiki" / "sessions").glob("*.md"))


def edit(root, draw):
    page = draw.choice(pages_of(root))
    text = page.read_text("utf-8")
    page.write_text(re.sub(r"RIG-\d", f"RIG-{draw.randrange(9)}", text, count=draw.randrange(1, 9)), "utf-8")


def retitle(root, draw):
    page = draw.choice(pages_of(root))
    page.write_text(re.sub(r"Number \d+", f"Number {draw.randrange(99)}", page.read_text("utf-8")), "utf-8")


def retag(root, draw):
    page = draw.choice(pages_of(root))
    page.write_text(re.sub(r"ticket/RIG-\d", f"ticket/RIG-{draw.randrange(9)}", page.read_text("utf-8")), "utf-8")


def delete(root, draw):
    draw.choice(pages_of(root)).unlink()


def delete_map(root, draw):
    maps = sorted((root / "wiki" / "maps").glob("*.md"))
    if maps:
        draw.choice(maps).unlink()


def rename(root, draw):
    page = draw.choice(pages_of(root))
    page.rename(page.with_name(f"{page.stem}x.md"))


def put_aside(root, draw):
    page = draw.choice(pages_of(root))
    page.rename(root / page.name)


def restore(root, draw):
    aside = sorted(root.glob("2*.md"))
    if aside:
        page = draw.choice(aside)
        page.rename(root / "wiki" / "sessions" / page.name)


def spoil(root, draw):
    page = draw.choice(pages_of(root))
    page.write_text("---\ntitle: Fix: it\n---\n# Bad\n", "utf-8")


def link(root, draw):
    page, target = draw.choice(pages_of(root)), draw.choice(["gone.md", draw.choice(pages_of(root)).name])
    page.write_text(page.read_text("utf-8") + f"\n[there]({target}) [months](../months/2026-10.md)\n", "utf-8")


def review(root, draw):
    page = draw.choice(pages_of(root))
    text = page.read_text("utf-8").replace("confidence: low", "confidence: reviewed\nreviewed_by: Kim")
    page.write_text(text, "utf-8")


def write_about(root, draw):
    (root / "wiki" / "about.md").write_text(f"# About {draw.randrange(9)}\n", "utf-8")


def write_gone(root, draw):  # noqa: ARG001 - as all others
    (root / "wiki" / "sessions" / "gone.md").write_text(pages_of(root)[0].read_text("utf-8"), "utf-8")


def spoil_site(root, draw):
    made = sorted(path for path in (root / "site").rglob("*.html") if "assets" not in path.parts)
    path = draw.choice(made)
    path.unlink() if draw.random() < 0.5 else path.write_text("tampered", "utf-8")


CHANGES = [
    add, add, add, edit, edit, retitle, retag, delete, delete_map, rename, put_aside, restore, spoil, link, review,
    write_about, write_gone, spoil_site,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_any_row_of_changes_gives_what_a_build_of_nothing_kept_gives(root, seed):
    draw = random.Random(seed)
    build(root)
    for step in range(STEPS):
        told = [change.__name__ for change in draw.choices(CHANGES, k=draw.randrange(1, 4)) if not change(root, draw)]
        found = build(root)
        assert differences(found, build_anew(root)) == [], (seed, step, told)


@pytest.mark.parametrize("change", dict.fromkeys(CHANGES), ids=lambda change: change.__name__)
def test_each_change_gives_what_a_build_of_nothing_kept_gives(root, change):
    build(root)
    change(root, random.Random(3))
    assert differences(build(root), build_anew(root)) == []


def counting(patch):
    """Count what a build reads, loads and writes of single pages; loading all at once is none of it."""
    counts = dict.fromkeys(("pages read", "records loaded", "rows loaded", "files written"), 0)

    def count(what, call):
        def counted(*given, **named):
            counts[what] += 1
            return call(*given, **named)

        return counted

    patch.setattr("distill.mkdocs_site.workshop.read_source", count("pages read", read_source))
    patch.setattr(Cache, "record", count("records loaded", Cache.record))
    patch.setattr(Cache, "row", count("rows loaded", Cache.row))
    patch.setattr(Cache, "records", lambda _: pytest.fail("All records were loaded."))
    patch.setattr(tree, "_written", count("files written", tree._written))
    return counts


def far_page(root, number, name):
    """Add a page that has to do with no other but its month."""
    return add_page(
        root / "wiki", digest_of([f"{name}-{number} done"], headline=f"{name} {number}"), seat=f"{name}{number}@rig",
        session="", written=WRITTEN - timedelta(days=90 + 31 * number), text=f"# {name} {number}\n",
    ).path  # fmt: skip


@pytest.mark.parametrize("site", ["site", "served"])
def test_what_one_page_more_costs_does_not_grow_with_the_wiki(root, monkeypatch, site):
    """Also where all was written into another folder before, as `mkdocs serve` does, from lists that were kept."""
    found = []
    for more in (1, 80):
        for number in range(more):
            far_page(root, number, "FAR")
        build(root)
        shutil.rmtree(root / "served", ignore_errors=True)
        build(root, site)
        with monkeypatch.context() as patch:
            counts = counting(patch)
            page = far_page(root, 0, "NEW")
            build(root, site)
            found.append(dict(counts))
        page.unlink()
        build(root)
    small, large = found
    assert 0 < small["pages read"] <= 2  # none of those in the small segment of the search, which is made again
    assert large["pages read"] <= 2
    assert large["records loaded"] <= small["records loaded"] + 2
    assert 0 < large["rows loaded"] <= small["rows loaded"] + 20
    assert large["files written"] <= small["files written"] + 40  # a segment of the search
