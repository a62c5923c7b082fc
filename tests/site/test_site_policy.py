"""What pages say they may run and load: all that the theme does, and nothing that stands in a text."""

import base64
import hashlib
import re
from html import unescape

import pytest
from hostile import RUN
from sites import REPOSITORY, add_page, build_site, digest_of, new_wiki

from distill.site.policy import Needs, policy, with_head

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*json)[^>]*>(.*?)</script>", re.DOTALL)
MORE_INLINE = (
    '{% extends "base.html" %}{% block extrahead %}<script>var depth="{{ base_url }}"</script>'
    '<script src="https://stats.example.test/s.js"></script>{% endblock %}'
)


def hash_of(script):
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def directives(html):
    said = unescape(POLICY.search(html)[1])
    return {name: values for name, *values in (part.split() for part in said.split("; "))}


@pytest.fixture
def root(tmp_path):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9"], headline=f"<script>{RUN}</script>"))
    (wiki / "deep" / "er").mkdir(parents=True)
    (wiki / "deep" / "er" / "own.md").write_text("# Own\n\n<script>own()</script>\n", "utf-8")
    return tmp_path


def build(root, monkeypatch, *, change=(), options=""):
    text = (REPOSITORY / "mkdocs.yml").read_text("utf-8")
    for old, new in change:
        text, count = re.subn(old, new, text)
        assert count
    (root / "changed.yml").write_text(text, "utf-8")
    monkeypatch.setattr("sites.REPOSITORY", root / "repository")
    (root / "repository").mkdir()
    (root / "changed.yml").rename(root / "repository" / "mkdocs.yml")
    built = build_site(root, strict=False, options=options)
    assert built.code == 0, built.output
    return built


WAYS = {
    "as it comes": [],
    "plain addresses": [("use_directory_urls: true", "use_directory_urls: false")],
    "below a path": [("site_name: .*", "site_name: x\nsite_url: https://example.invalid/a/b/")],
    "more of the theme": [("    - navigation.top\n", "    - announce.dismiss\n    - content.tabs.link\n")],
    "the theme of MkDocs": [(r"theme:\n(?:  .*\n)+", "theme: mkdocs\n")],
    "an override": [("  name: material\n", "  name: material\n  custom_dir: theirs\n")],
    "page by page": [("  - distill\n", "  - distill:\n      fast: false\n")],
}


@pytest.mark.parametrize("change", WAYS.values(), ids=WAYS)
def test_every_page_lets_the_scripts_of_the_theme_run_and_no_other(root, monkeypatch, change):
    (root / "theirs").mkdir()
    (root / "theirs" / "main.html").write_text(MORE_INLINE, "utf-8")
    built = build(root, monkeypatch, change=change)
    pages = built.pages()
    assert len(pages) >= 6
    for page in pages:
        html = page.read_text("utf-8")
        said = directives(html)
        assert POLICY.search(html).start() < html.index("<script")
        for script in INLINE.findall(html):
            assert (hash_of(script) in said["script-src"]) == (script != "own()"), (page, script)
        for address in re.findall(r'<script[^>]* src="(https?://[^/"]+)', html):
            assert address in said["script-src"]
        assert "'unsafe-inline'" not in said["script-src"]
        assert said["object-src"] == said["base-uri"] == ["'none'"]
        assert html.index("charset=") < 1024
    if "custom_dir" in str(change):
        assert "https://stats.example.test" in said["script-src"]


def test_a_page_says_nothing_where_it_is_not_asked_to(root, monkeypatch):
    built = build(root, monkeypatch, options="csp: false, noindex: false")
    for page in built.pages():
        assert "Content-Security-Policy" not in page.read_text("utf-8")
        assert "noindex" not in page.read_text("utf-8")


def test_search_engines_are_asked_to_leave_every_page_alone(root, monkeypatch):
    for page in build(root, monkeypatch).pages():
        assert '<meta name="robots" content="noindex, nofollow">' in page.read_text("utf-8")


def test_hosts_that_the_owner_names_and_images_are_let_in(root, monkeypatch):
    built = build(root, monkeypatch, options="csp_sources: ['https://stats.example.test'], remote_images: true")
    said = directives(built.html("index.md"))
    assert all("https://stats.example.test" in said[name] for name in ("default-src", "script-src", "img-src"))
    assert "https:" in said["img-src"]
    assert "https:" not in said["script-src"]


def test_a_template_that_needs_a_text_does_not_stop_the_site(root, monkeypatch):
    (root / "wiki" / "own.md").write_text("---\ntemplate: own.html\nword: x\n---\n# Own\n", "utf-8")
    (root / "theirs").mkdir()
    (root / "theirs" / "own.html").write_text(
        '{% extends "main.html" %}{% block content %}{{ page.meta.word.upper() }}{% endblock %}', "utf-8"
    )
    built = build(root, monkeypatch, change=WAYS["an override"])
    assert "own.html cannot be rendered without a page's text" in built.output
    assert "X" in built.html("own.md")


def test_needs_are_what_a_page_runs_and_loads():
    needs = Needs()
    needs.add(
        '<script>one()</script><script type="application/json">{"two": 2}</script><script type="module">3</script>'
        '<script src="//a.example.test/x.js"></script><script src="../own.js"></script>'
        '<link rel="stylesheet" href="https://b.example.test/x.css"><link rel="preconnect" href="https://c.example.test">'
        '<link rel="canonical" href="https://d.example.test/">'
    )
    assert needs.hashes == {hash_of("one()"), hash_of("3")}
    assert needs.scripts == {"https://a.example.test"}
    assert needs.styles == {"https://b.example.test"}
    assert needs.fonts == {"https://c.example.test"}
    said = policy(needs)
    assert "d.example.test" not in said
    assert "script-src 'self' 'sha256-" in said
    assert "script-src 'self' 'unsafe-inline' https://a.example.test;" in policy(needs, inline=True)


def test_only_the_head_of_a_page_is_added_to():
    html = (
        '<!doctype html>\n<html><head lang="x">\n<meta charset="utf-8"><title>&lt;head&gt;</title></head><head></html>'
    )
    made = with_head(html, policy='a "b"', noindex=True)
    assert made.startswith('<!doctype html>\n<html><head lang="x">\n<meta charset="utf-8"><meta http-equiv=')
    assert made.count("Content-Security-Policy") == 1
    assert 'content="a &quot;b&quot;"' in made
    assert with_head(html, policy="", noindex=False) == html
    assert with_head("<p>no head</p>", policy="x", noindex=True) == "<p>no head</p>"
