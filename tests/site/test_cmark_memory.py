"""cmark as it is called here: the HTML is that of its binding, and what it takes is given back."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from distill.site import gfm
from distill.site.cmark import renderer

cmark = pytest.importorskip("cmarkgfm").cmark
MARKDOWN = st.text(alphabet="ab12 \n\t#*-_`~|[]()<>&!:/é修\\", max_size=200)
GROWTH = """
import resource
from distill.site.cmark import renderer
render = renderer(("table", "strikethrough"))
text = "# A\\n\\n" + "- one `two` (#3) | ~~four~~\\n" * 200 + "| a | b |\\n|--|--|\\n" + "| 1 | 2 |\\n" * 100
for _ in range(50):
    render(text)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(400):
    render(text)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@given(MARKDOWN)
def test_the_html_is_that_of_the_binding(text):
    options = cmark.Options.CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE
    assert renderer(gfm.EXTENSIONS)(text) == cmark.markdown_to_html_with_extensions(text, options, gfm.EXTENSIONS)


@pytest.mark.skipif(sys.platform == "win32", reason="the functions are not to be reached there")
def test_what_a_page_takes_is_given_back():
    done = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) < 4000, "kilobytes for 400 pages, of which the binding alone loses 100 each"


def test_a_binding_without_these_functions_is_used_as_it_is(monkeypatch):
    renderer.cache_clear()
    monkeypatch.setattr("distill.site.cmark.ctypes.CDLL", lambda _: object())
    try:
        assert renderer(gfm.EXTENSIONS)("**a**") == "<p><strong>a</strong></p>\n"
    finally:
        renderer.cache_clear()
