"""Zensical, the successor of Material for MkDocs, builds the same `mkdocs.yml` after `distill index`."""

import sys
from pathlib import Path

import pytest
from hostile import TEXTS
from sites import add_page, configure, digest_of, look, new_wiki
from zensical_check import compare, found, run

ZENSICAL = found()


@pytest.mark.slow
@pytest.mark.skipif(ZENSICAL is None, reason="Zensical is not installed; python tests/zensical_check.py installs it")
def test_zensical_builds_the_same_pages_after_distill_index(tmp_path: Path) -> None:
    assert ZENSICAL is not None

    compared = compare(ZENSICAL, tmp_path)

    assert compared.pages > 40
    assert compared.missing == []
    assert compared.other_titles == []
    assert compared.broken == []
    assert compared.unreachable == []
    assert compared.maps_shown == []


@pytest.mark.slow
@pytest.mark.skipif(ZENSICAL is None, reason="Zensical is not installed; python tests/zensical_check.py installs it")
def test_nothing_that_a_hostile_map_says_is_live_in_zensical(tmp_path: Path) -> None:
    wiki = new_wiki(tmp_path)
    names = [add_page(wiki, digest_of(TEXTS), text="\n".join(TEXTS)).path.stem]
    for number, title in enumerate(TEXTS):
        digest = digest_of([title, "RIG-9"], headline=title)
        names.append(add_page(wiki, digest, seat=f"s{number}", text=title).path.stem)
    configure(tmp_path)
    (tmp_path / "distill.toml").touch()
    run([sys.executable, "-m", "distill", "index"], tmp_path)
    run([str(ZENSICAL), "build", "-f", "mkdocs.yml"], tmp_path)

    pages = sorted((tmp_path / "site").rglob("*.html"))
    live = {str(page.relative_to(tmp_path)): found for page in pages if (found := look(page.read_text("utf-8")).found)}

    assert {page.parent.name for page in pages} >= set(names)
    assert live == {}
