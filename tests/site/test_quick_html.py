"""Markdown rendered by cmark: the same as token by token where it is plain, and never live where it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sites import look

from distill.site import gfm
from distill.site.html import by_tokens, to_html

needs_cmark = pytest.mark.skipif(gfm.rendered("x") is None, reason="needs cmarkgfm")
PLAIN = [
    "# One `two` & *three*\n\nlead@rig · words (L1)\n\n## Open Items\n- [ ] RIG-9 waits (L18–24)\n- [x] done `(L1)`",
    "## Same\n\n## Same\n\n- See [the other](other.md#x) and [web](https://example.invalid/a?b=1&c=2), (L4)",
    "- https://example.invalid/a_b. and `https://example.invalid/code` (L2)\n  - nested (L3)\n- after",
    "| a | b |\n|---|--:|\n| `x` | 1 (L5) |\n\n> quoted\n\n1. one\n2. two (L7)\n\n```sh\ncode <b>\n```",
    r"\\<b\\> \\[x\\](y) &lt;i&gt; a\\_b 2 \\* 3 \\`c\\`",
]
RAW = [
    "<script>x()</script>", "a <b onclick=x()>b</b>", "![p](https://example.invalid/p.png)", "[x](javascript:x)",
    "[gone](gone.md)", "[x]( data:text/html,x)", "<javascript:x>", "[a]: javascript:x\n\n[a]",
    "<!-- raw HTML omitted -->",
    "[x](//example.invalid/y.md)", "[x](#)", "[x](y.md '\" onclick=x()')", '<https://example.invalid/"onclick=x()>',
]  # fmt: skip


def resolve(path):
    return None if "gone" in path else f"../{path.removesuffix('.md')}/"


def same_letters(html):
    return html.replace("&#x27;", "'").replace('style="text-align:right"', 'align="right"')


@needs_cmark
@pytest.mark.parametrize("text", PLAIN)
def test_plain_text_is_rendered_as_token_by_token(text):
    assert gfm.rendered(text) is not None
    quick, slow = (make(text, resolve=resolve, map_address="../maps/x/") for make in (to_html, by_tokens))
    assert same_letters(quick.html) == same_letters(slow.html)
    assert (quick.headings, quick.dead_links) == (slow.headings, slow.dead_links)


@pytest.mark.parametrize("text", RAW)
def test_other_text_is_left_to_the_tokens(text):
    assert to_html(text, resolve=resolve) == by_tokens(text, resolve=resolve)


@given(
    st.lists(
        st.sampled_from([*PLAIN, *RAW, "\n", "\n\n", "- ", "`", "**", "[", "](", ")", "<", "&", "http://x", "(L1)"])
    )
)
def test_nothing_is_live_whatever_stands_there(parts):
    html = to_html("".join(parts), resolve=resolve, map_address="../maps/x/").html
    assert look(f"<article>{html}</article>").found == []
