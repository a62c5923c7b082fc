"""Maps that broke other sites, as pages and in the built HTML: MK02, MK05, MK07."""

import json
from html import unescape
from pathlib import Path

import pytest
from sites import add_page, build_site, digest_of, look, new_wiki

BUGS = Path(__file__).parent.parent / "bugs"
WAYS = pytest.mark.parametrize("plugin", [True, False], ids=["plug-in", "stock"])


def items_of(text):
    return [line[2:] for line in text.partition("## Open Items\n")[2].partition("\n\n")[0].splitlines()]


def built_of(root, row, *, plugin):
    """Make a page of a row's map, with its open items in every section; give the build and the page's HTML."""
    text = (BUGS / row / "map.md").read_text("utf-8")
    made = add_page(new_wiki(root), digest_of(items_of(text)), text=text)
    built = build_site(root, plugin=plugin)
    assert (built.code, built.output) == (0, "")
    return built, built.html(f"sessions/{made.path.name}")


@WAYS
def test_mk05_tags_in_a_map_swallow_nothing_and_run_nothing(tmp_path, plugin):
    built, html = built_of(tmp_path, "MK05", plugin=plugin)
    rules = json.loads((BUGS / "MK05" / "expect.json").read_text("utf-8"))
    index = (built.site / "search" / "search_index.json").read_text("utf-8")
    assert look(html).found == []
    for words in [*rules["must_contain"], "rename"]:  # what stands behind the half comment
        assert words in look(html).text
        assert words in index
    # a handler without its tag is a word like any other; that it is in no tag `look` has seen
    for words in (one for one in rules["must_not_contain"] if not one.startswith("onerror")):
        assert words not in html
        assert words not in index


@WAYS
def test_mk07_paths_of_a_machine_end_no_strict_build(tmp_path, plugin):
    _, html = built_of(tmp_path, "MK07", plugin=plugin)
    live = look(html)
    for shown in ("/srv/x/map.md", "C:\\x\\y.md", "[[wiki]]", "[ref][nowhere]", "file:///srv/x.md"):
        assert shown in live.text
    assert not any("srv" in link or "notes" in link or link.startswith("file") for link in live.links)


@WAYS
def test_mk02_titles_that_yaml_would_take_for_other_things_stay_words(tmp_path, plugin):
    wiki = new_wiki(tmp_path)
    made = {}
    for path in sorted((BUGS / "MK02").glob("*.md")):
        text = path.read_text("utf-8")
        title = text.partition("\n")[0].removeprefix("# ")
        made[title] = add_page(wiki, digest_of(["RIG-9"], headline=title), text=text).path
    assert set(made) == {"yes", "2026-10-18", "1.10", "20261018"}
    if plugin:  # a person takes the quotes away
        for title, path in made.items():
            path.write_text(path.read_text("utf-8").replace(f"title: '{title}'", f"title: {title}", 1), "utf-8")
    built = build_site(tmp_path, plugin=plugin)
    assert built.code == 0, built.output
    for title, path in made.items():
        assert f"<title>{title} - " in unescape(built.html(f"sessions/{path.name}"))
