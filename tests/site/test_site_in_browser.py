"""The site in a real browser: nothing of a hostile page runs at load, on a click or from the search."""

import subprocess
import sys

import pytest
from browser import NEEDED, Tab, chromium, served
from hostile import BODIES, RUN, TEXTS
from sites import add_page, build_site, digest_of, new_wiki

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(400), NEEDED]
WORD = "kumquat{}"
"""A word of its own on each page, so that the search shows each of them."""
PWNED = "document.documentElement.dataset.pwned !== undefined"
BAIT = ", ".join(
    f"article {bait}" for bait in ("a[href^='javascript:' i]", "a[href^='data:' i]", "[onclick]", "summary", "button")
)
FRONT = (
    "---\ntitle: '{title}'\ndate: 2026-10-18T18:21:07Z\nseat: lead@x\nsession_id: 's'\nsource: restore-map\n"
    "engine: extractive\nconfidence: low\ntags: ['seat/{title}']\nschema: 1\n---\n"
)


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


def written(wiki):
    """Write pages of hostile maps with our own writer: safe in every builder."""
    for number, text in enumerate(TEXTS):
        digest = digest_of([text, f"{WORD.format(number)} end"], headline=text)
        add_page(wiki, digest, seat=f"s{number}<b>{text[:30]}", session=text, text=text)
    return len(TEXTS)


def raw(wiki):
    """Put pages of another writer into the wiki, that escapes nothing."""
    for number, text in enumerate(BODIES):
        title = text.splitlines()[0].replace("'", "''")
        body = f"# {text}\n\n## Accomplished\n- {text}\n- {WORD.format(number)}\n\n{text}\n"
        body += f"\n## Decisions\n- Decision: {text}\n"
        (wiki / "sessions" / f"raw{number}.md").write_text(FRONT.format(title=title) + body, "utf-8")
    return len(BODIES)


@pytest.fixture(
    scope="module",
    params=[(written, True), (written, False), (raw, True)],
    ids=["written, plug-in", "written, stock", "raw, plug-in"],
)
def hostile(request, tmp_path_factory):
    write, plugin = request.param
    root = tmp_path_factory.mktemp("hostile")
    count = write(new_wiki(root))
    if not plugin:  # the lists are files then
        subprocess.run([sys.executable, "-m", "distill", "index"], cwd=root, check=True, capture_output=True)
    built = build_site(root, plugin=plugin, strict=False)
    assert built.code == 0, built.output
    (built.site / "control.html").write_text(f"<article><a href='javascript:{RUN}'>x</a></article>", "utf-8")
    with served(built.site) as base:
        yield base, built, count


@pytest.fixture
def tab(browser, hostile):
    """Open a tab that lets everything run, so that it is the pages themselves that are safe."""
    opened = Tab(browser, hostile[0], bypass_csp=True)
    yield opened
    opened.close()


def pwned_by_clicks(page):
    for bait in page.query_selector_all(BAIT):
        bait.evaluate("element => element.click()")
    return page.evaluate(PWNED)


def test_nothing_of_a_hostile_page_runs_at_load_or_on_a_click(tab, hostile):
    base, built, count = hostile
    assert pwned_by_clicks(tab.open("control.html"))
    paths = [path.relative_to(built.site).as_posix() for path in built.pages()]
    assert len(paths) > count
    for path in paths:
        if path == "control.html":
            continue
        page = tab.open(path.replace("index.html", ""))
        assert page.locator(".md-content").count() == 1, path
        assert not page.evaluate(PWNED), path
        assert not pwned_by_clicks(page), path
        assert page.url.startswith(base), path
    assert tab.foreign() == []


def ask(page, query):
    page.fill(".md-search__input", query)
    page.dispatch_event(".md-search__input", "keyup")  # what the theme waits for


def test_nothing_of_a_hostile_page_runs_from_the_search(tab, hostile):
    _, _, count = hostile
    page = tab.open("")
    page.keyboard.press("/")
    for number in range(count):
        ask(page, WORD.format(number))
        page.wait_for_selector(f".md-search-result__item mark:text-is('{WORD.format(number)}')", state="attached")
        assert not page.evaluate(PWNED), number
    ask(page, RUN)
    page.wait_for_timeout(300)
    assert not page.evaluate(PWNED)
    assert tab.foreign() == []


def test_nothing_of_a_hostile_page_runs_from_our_own_search_or_the_box_of_a_list(tab, hostile):
    _, built, count = hostile
    if not (built.site / "find").is_dir():
        pytest.skip("there is none without the plug-in")
    page = tab.open("find/")
    for query in (*map(WORD.format, range(count)), *TEXTS, *BODIES, RUN):
        page.fill("#distill-search input[type=search]", query)
        if query.startswith(WORD.format("")):
            page.wait_for_selector(f".distill-hit:has-text('{query}')", state="attached")
        assert not page.evaluate(PWNED), query
    page = tab.open("decisions/2026-10/")
    page.fill(".distill-filter input", "onerror=")
    assert page.locator(".distill-filtered tbody > tr:visible").count()
    assert not page.evaluate(PWNED)
    assert tab.foreign() == []


@pytest.mark.parametrize("csp", ["true", "false"])
def test_the_policy_alone_keeps_a_script_of_a_person_s_page_from_running(browser, tmp_path, csp):
    wiki = new_wiki(tmp_path)
    add_page(wiki, digest_of(["RIG-9"]))
    (wiki / "own.md").write_text(f"# Own\n\n<script>{RUN}</script><img src=x onerror={RUN}>\n", "utf-8")
    built = build_site(tmp_path, options=f"csp: {csp}", strict=False)
    with served(built.site) as base:
        tab = Tab(browser, base)
        assert tab.open("own/").evaluate(PWNED) == (csp == "false")
        tab.close()
