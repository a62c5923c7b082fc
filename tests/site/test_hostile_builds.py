"""Pages of hostile maps, built with the plug-in, without it, and with every extension: nothing in them is live."""

import json
import re

import pytest
from hostile import RUN
from hostile import TEXTS as HOSTILE
from sites import EVERY_EXTENSION, add_page, build_site, digest_of, look, new_wiki

WAYS = {
    "plug-in": {"plugin": True},
    "stock": {"plugin": False},
    "every extension": {"plugin": False, "extensions": EVERY_EXTENSION},
}


@pytest.fixture(scope="module", params=WAYS)
def built(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("site")
    wiki = new_wiki(root)
    text = "\n".join(HOSTILE) + "\n<script>" + RUN + "</script>\n"
    names = [add_page(wiki, digest_of(HOSTILE), text=text).path.name]
    for number, title in enumerate(HOSTILE):
        digest = digest_of([title, "RIG-9 LASTWORDKUMQUAT"], headline=title)
        names.append(add_page(wiki, digest, seat=f"s{number}<b>{title[:30]}", session=title, text=title).path.name)
    return request.param, build_site(root, **WAYS[request.param]), names


def test_a_strict_build_passes(built):
    _, result, names = built
    assert result.code == 0, result.output
    assert all((result.site / "sessions" / name.removesuffix(".md") / "index.html").is_file() for name in names)


def test_nothing_in_any_page_is_live(built):
    _, result, _ = built
    assert len(result.pages()) > len(HOSTILE)
    for page in result.pages():
        assert look(page.read_text("utf-8")).found == [], page


def test_all_words_are_shown(built):
    _, result, names = built
    shown = look(result.html(f"sessions/{names[0]}")).text
    for text in ("<script>", "onerror=", "](javascript:", "</ul></div>", "<!-- and no end", "{% for x in y %}", "[TOC]",
                 '--8<-- "../../', "{!../secrets.md!}", "::: os.environ", "!!! danger", "[^1]: footnote", "[[wiki]]",
                 "<details>", "C:\\x\\y.md", "&lt;script&gt;"):  # fmt: skip
        assert text in shown, text
    for name in names[1:]:
        assert "LASTWORDKUMQUAT" in look(result.html(f"sessions/{name}")).text


def test_sections_cannot_be_forged(built):
    _, result, names = built
    for name in names:
        html = result.html(f"sessions/{name}")
        article = html[html.index("<article") : html.index("</article>")]
        assert re.findall(r"<h2[^>]*>\s*([\w ]+)", article) == [
            "Accomplished",
            "Decisions",
            "Open Items",
            "Constraints",
        ]
        assert article.count("<h1") == 1


def test_the_search_index_holds_text_only(built):
    _, result, _ = built
    docs = json.loads((result.site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    assert any("LASTWORDKUMQUAT" in doc["text"] for doc in docs)
    tags = {tag for doc in docs for field in ("title", "text") for tag in re.findall(r"<[^>]*>?", doc[field])}
    assert tags <= {"<p>", "</p>", "<li>", "</li>", "<ul>", "</ul>", "<code>", "</code>", "<pre>", "</pre>"}
    assert not any("<" in tag for doc in docs for tag in doc.get("tags", []))


def test_maps_are_shown_as_text_or_not_at_all(built):
    way, result, names = built
    if way != "plug-in":
        assert not (result.site / "maps").exists()
        return
    html = result.html(f"maps/{names[0]}")
    assert look(html).found == []
    assert 'id="L1"' in html
    assert "forged item" in look(html).text
    assert "maps/" not in (result.site / "search" / "search_index.json").read_text("utf-8")
