"""Overrides of the theme and hooks, which MkDocs lists among the plug-ins: whatever they ask of a page, they get."""

import pytest
from mkdocs.config.config_options import Hooks
from site_again import build, build_anew, differences
from sites import add_page, configure, digest_of, new_project

HOOK = "def on_post_page(output, page, config):\n    return output.replace('</body>', {made} + '</body>')\n"
WORDS = '"<!--" + str(len(page.content.split())) + "-->"'
IN_TITLE = "{% if page and 'Odd' in page.title %}ODD{% endif %}"
PATH = "{% if page %}https://example.invalid/blob/{{ page.file.src_uri }}{% endif %}"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Make a project with pages of which the last differs from the others in its title, and in its name."""
    wiki = new_project(tmp_path, monkeypatch)
    for number in range(7):
        add_page(wiki, digest_of([f"RIG-{number}"], headline=f"Even {number}"), seat=f"s{number}")
    add_odd(tmp_path, "s7@rig")
    configure(tmp_path)
    return tmp_path


def add_odd(root, seat):
    return add_page(root / "wiki", digest_of(["RIG-8"], headline=f"Odd {seat}"), seat=seat).path.stem


def use(root, words):
    """Let a template of ours show some words, or a hook put in what it makes."""
    path = root / "mkdocs.yml"
    text = path.read_text("utf-8")
    if words.startswith("def "):
        (root / "hook.py").write_text(words, "utf-8")
        path.write_text(text + ("" if "hooks" in text else "\nhooks: [hook.py]\n"), "utf-8")
        Hooks._load_hook.cache_clear()  # MkDocs loads a hook once in a process
        return
    (root / "theirs").mkdir(exist_ok=True)
    block = f'{{% extends "base.html" %}}{{% block announce %}}{words}{{% endblock %}}'
    (root / "theirs" / "main.html").write_text(block, "utf-8")
    path.write_text(text.replace("  name: material\n", "  name: material\n  custom_dir: theirs\n"), "utf-8")


def build_slowly(root):
    """Build without the fast way."""
    path = root / "mkdocs.yml"
    text = path.read_text("utf-8")
    path.write_text(text.replace("  - distill\n", "  - distill: {fast: false}\n"), "utf-8")
    try:
        return build(root)
    finally:
        path.write_text(text, "utf-8")


ASKED = [HOOK.format(made="'<!--hook-->'"), HOOK.format(made=WORDS), IN_TITLE, PATH]


@pytest.mark.parametrize("words", ASKED, ids=["a hook", "a hook that counts words", "a word of the title", "the path"])
def test_pages_are_those_of_the_slow_way(root, words):
    use(root, words)
    found, expected = build(root), build_slowly(root)
    assert [path for path in expected if path.endswith(".html") and found.get(path) != expected[path]] == []


def test_a_hook_that_changes_reaches_every_page(root):
    for mark in (b"<!--first-->", b"<!--second-->"):
        use(root, HOOK.format(made=repr(mark.decode())))
        pages = [data for path, data in build(root).items() if path.startswith("sessions/2") and ".html" in path]
        assert len(pages) == 8
        assert [mark in page for page in pages] == [True] * 8


@pytest.mark.parametrize("words", [IN_TITLE, PATH], ids=["a word of the title", "the path"])
def test_a_page_that_comes_later_may_show_that_its_kind_cannot_be_filled_in(root, words):
    for path in (root / "wiki").glob("*/*s7@rig*"):
        path.unlink()
    use(root, words)
    build(root)
    stem = add_odd(root, "s8@rig")
    found = build(root)
    assert (b"ODD" if words == IN_TITLE else f"blob/sessions/{stem}.md".encode()) in found[
        f"sessions/{stem}/index.html"
    ]
    assert differences(found, build_anew(root)) == []
