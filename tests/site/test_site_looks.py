"""The site in a real browser as people use it: by keyboard, in the dark, on a phone, on paper, and by ear."""

from importlib.resources import files

import pytest
from browser import DESKTOP, NEEDED, PHONE, Tab, chromium, served
from sites import add_page, build_site, digest_of, new_wiki

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400), NEEDED]
LONG = "a/very/long/path/" * 6 + "name.py and " + "x" * 90 + " and `" + "y" * 90 + "`"
SERIOUS = ("serious", "critical")
PALETTES = (
    "red", "pink", "purple", "deep-purple", "indigo", "blue", "light-blue", "cyan", "teal", "green", "light-green",
    "lime", "yellow", "amber", "orange", "deep-orange", "brown", "grey", "blue-grey", "black", "white",
)  # fmt: skip
SCHEME = "document.body.getAttribute('data-md-color-scheme')"


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build a small wiki with three pages of one seat, and one whose words are as long as a phone is narrow."""
    root = tmp_path_factory.mktemp("looks")
    wiki = new_wiki(root)
    text = "# Restore map\n\n" + "".join(f"- line {number} {LONG}\n" for number in range(3, 90))
    for number, words in enumerate(["RIG-9 in src/a/b.py", "RIG-9 again", LONG]):
        digest = digest_of([words, f"#58 merged {number}"], headline=f"Session {number}: {words}"[:100])
        add_page(wiki, digest, text=f"{text}{number}\n")
    built = build_site(root)
    assert built.code == 0, built.output
    with served(built.site) as base:
        yield base, built


def paths_of(built):
    """Name a page of each kind: all that the nav names, a session, its map, and the page for errors."""
    pages = [path.relative_to(built.site) for path in built.pages()]
    tops = [path.as_posix() for path in pages if path.parts[0] not in {"sessions", "maps"}]
    session, archived = (next(path for path in pages if path.parts[0] == name and len(path.parts) > 2)
                         for name in ("sessions", "maps"))  # fmt: skip
    return [*tops, "sessions/index.html", session.as_posix(), archived.as_posix()]


def session_of(built, words):
    return next(
        path.relative_to(built.site).parent.as_posix() + "/"
        for path in built.pages()
        if path.parent.parent.name == "sessions" and f"<title>{words}" in path.read_text("utf-8")
    )


def axe():
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def serious(page, what="document"):
    found = page.evaluate(f"axe.run({what})")["violations"]
    return [(one["id"], node["target"]) for one in found if one["impact"] in SERIOUS for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(browser, site, scheme, size):
    base, built = site
    tab = Tab(browser, base, color_scheme=scheme, viewport=size, bypass_csp=True)
    paths = paths_of(built)
    assert len(paths) >= 6
    for path in paths:
        page = tab.open(path)
        assert page.evaluate(SCHEME) == {"light": "default", "dark": "slate"}[scheme]
        page.evaluate(axe())
        assert serious(page) == [], path
    tab.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_what_the_search_shows(browser, site, scheme):
    base, _ = site
    tab = Tab(browser, base, color_scheme=scheme, bypass_csp=True)
    page = tab.open("find/?find=RIG-9")
    page.wait_for_selector(".distill-hit a")
    page.evaluate(axe())
    assert serious(page) == []
    tab.close()


def test_links_are_read_in_the_dark_whatever_the_colour_of_the_theme(browser, site):
    base, built = site
    tab = Tab(browser, base, color_scheme="dark", bypass_csp=True)
    path = session_of(built, "Session 0")
    for page in map(tab.open, (path, path.replace("sessions/", "maps/"))):
        page.evaluate(axe())
        for palette in PALETTES:
            page.evaluate("name => document.body.setAttribute('data-md-color-primary', name)", palette)
            page.wait_for_timeout(300)  # colours change slowly
            assert serious(page, "'.md-content', {runOnly: ['color-contrast']}") == [], palette
    tab.close()


def test_pages_have_landmarks_and_one_title_and_ask_no_other_host(browser, site):
    base, built = site
    tab = Tab(browser, base)
    for path in paths_of(built):
        page = tab.open(path)
        for landmark in ("header", "main", "nav"):
            assert page.locator(landmark).count() >= 1, path
        assert page.locator("h1").count() == 1, path
        assert page.locator("html[lang]").count() == 1
    assert len(tab.requested) > len(paths_of(built))
    assert tab.foreign() == []
    assert tab.complaints == []
    tab.close()


def test_a_phone_needs_no_scrolling_sideways(browser, site):
    base, built = site
    tab = Tab(browser, base, viewport=PHONE, is_mobile=True, has_touch=True)
    paths = [*paths_of(built), session_of(built, "Session 2")]
    for path in paths:
        page = tab.open(path)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= PHONE["width"], path
    tab.close()


def test_the_dark_scheme_is_a_switch_that_is_remembered(browser, site):
    base, built = site
    tab = Tab(browser, base, color_scheme="light")
    page = tab.open("")
    assert page.evaluate(SCHEME) == "default"
    page.click("label[title='Dark']")
    page.wait_for_function(f"{SCHEME} === 'slate'")
    assert tab.open(session_of(built, "Session 0")).evaluate(SCHEME) == "slate"
    assert tab.complaints == []
    tab.close()


def test_a_page_is_read_by_keyboard_alone(browser, site):
    base, built = site
    tab = Tab(browser, base)
    page = tab.open(session_of(built, "Session 1"))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('md-skip')")
    page.keyboard.press("Enter")
    seen = []
    for _ in range(60):
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.closest('a')?.getAttribute('href') || ''"))
        if seen[-1].endswith("#L1"):
            break
    assert seen[-1].endswith("#L1"), seen
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
    page.keyboard.press("Enter")
    page.wait_for_url("**/maps/**#L1")
    assert page.evaluate("document.querySelector(':target').id") == "L1"
    assert tab.complaints == []
    tab.close()


def test_older_newer_and_related_pages_are_a_click_away(browser, site):
    base, built = site
    tab = Tab(browser, base)
    page = tab.open(session_of(built, "Session 0"))
    row = page.locator(".distill-steps a")
    assert row.count() >= 1
    links = page.eval_on_selector_all(".distill-nearby a", "links => links.map(link => link.href)")
    for link in links:
        assert page.request.get(link).ok
    page.click(".distill-related a")
    page.wait_for_selector(".distill-banner")
    tab.close()


def test_paper_gets_the_page_and_no_more(browser, site):
    base, built = site
    tab = Tab(browser, base)
    page = tab.open(session_of(built, "Session 1"))
    page.emulate_media(media="print")
    for hidden in (".md-header", ".md-sidebar", ".distill-nearby", ".distill-tags", ".md-footer"):
        assert not page.locator(hidden).first.is_visible(), hidden
    for shown in ("h1", ".distill-banner", "#accomplished", ".distill-lines"):
        assert page.locator(shown).first.is_visible(), shown
    tab.close()


def test_the_button_of_the_search_stands_in_the_bar_of_the_header(browser, tmp_path):
    wiki = new_wiki(tmp_path)
    for number in range(2):
        add_page(wiki, digest_of([f"RIG-{number}"]), text=f"map {number}\n")
    built = build_site(tmp_path, options="theme_search: 1")  # of two pages: the box of the theme has none of them
    assert built.code == 0, built.output
    with served(built.site) as base:
        for size in (PHONE, {"width": 1200, "height": 800}, {"width": 1500, "height": 800}):
            tab = Tab(browser, base, viewport=size)
            page = tab.open("")
            bar, button, title = (
                page.wait_for_selector(part).bounding_box()
                for part in (".md-header__inner", ".distill-finder", ".md-header__title")
            )
            assert bar["y"] <= button["y"]
            assert button["y"] + button["height"] <= bar["y"] + bar["height"]
            assert title["x"] + title["width"] <= button["x"]
            assert button["x"] + button["width"] <= size["width"]
            tab.close()


def test_an_open_box_is_a_bullet_a_short_table_has_no_scroll_bar_and_a_map_has_the_name_of_its_seat(browser, site):
    base, built = site
    tab = Tab(browser, base)
    page = tab.open(session_of(built, "Session 0"))
    box, bullet = (page.locator(part).first for part in (".distill-box", "#constraints + ul > li"))
    assert box.evaluate("box => getComputedStyle(box).borderStyle") == "none"
    assert abs(box.bounding_box()["x"] + box.bounding_box()["width"] - bullet.bounding_box()["x"]) < 6
    page.emulate_media(media="print")
    assert box.is_visible()
    page.emulate_media(media="screen")
    page = tab.open("confidence/")
    assert page.locator(".distill-table").count()
    wide = "[...document.querySelectorAll('.distill-table')].filter(one => one.scrollWidth > one.clientWidth).length"
    assert page.evaluate(wide) == 0
    assert page.locator("h1").text_content().startswith("Redactions and confidence")
    page = tab.open(session_of(built, "Session 0").replace("sessions/", "maps/"))
    assert page.locator("h1").text_content() == "Restore map of lead@plantshop, 2026-10-18"
    tab.close()
