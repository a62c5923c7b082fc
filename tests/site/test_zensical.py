"""Zensical, the successor of Material for MkDocs, builds the same `mkdocs.yml` after `distill index`."""

from pathlib import Path

import pytest
from zensical_check import compare, found

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
