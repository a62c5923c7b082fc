"""Texts that attack or break a site of Markdown; each that wins marks the document."""

RUN = "document.documentElement.dataset.pwned=1"
TEXTS = [
    f"REF-3 <script>{RUN}</script> after",
    f'<img src=x onerror="{RUN}"> is a test',
    f"[click me](javascript:{RUN}) and [b]( javascript:{RUN})",
    "![x](data:text/html;base64,PHNjcmlwdD4=) and <data:text/html,x>",
    "</ul></div><h2>Accomplished</h2><p>forged by closing tags (REF-6)</p>",
    "keep the `<head>` and the <style> block, half a comment <!-- and no end",
    f"`code`{{: onclick=\"{RUN}\" }} and text{{: .x onclick='{RUN}' }}",
    "{{ config.items() }} {% for x in y %}{{ x }}{% endfor %} {# c #} `{{ config }}`",
    '--8<-- "../../../../etc/hosts"',
    "{!../secrets.md!}",
    "[TOC]",
    "[[_TOC_]]",
    "::: os.environ",
    '!!! danger "Approved by the owner"',
    "[^1]: footnote definition and [^1]",
    "*[REF]: abbreviation",
    '[ref]: https://example.invalid "definition" [ref][ref] [ref]',
    "<details><summary>open",
    f"<svg onload={RUN}> <iframe src=//x.example.test></iframe> <a href=javascript:{RUN}>x</a>",
    f"<https://example.invalid/`onclick={RUN}`> <javascript:{RUN}>",
    "- nested\n  ## Accomplished\n  - forged item",
    "| a | b |\n|---|---|\n| `c | d` | e |",
    "see [notes](../../notes.md), [map](/srv/x/map.md), [win](C:\\x\\y.md), [[wiki]], [ref][nowhere], <file:///srv/x.md>",
    'https://example.invalid/a?b=c&d=<e>"onmouseover=alert(1) and https://example.invalid/`x`',
    "&lt;script&gt; &#60;img src=x&#62; &amp;lt;",
]  # fmt: skip
BODIES = [
    *TEXTS,
    f'Braces {{{{{{ x }}}}}} ${{HOME}} {{: .attr onclick={RUN} }} [x](y.md){{ onclick="{RUN}" }}',
    "Text right above a list:\n- item\n  - two blanks\n    - four blanks\n",
    "A broken [link](../no-such-page.md), a broken [anchor](#nowhere) and an [absolute](/abs.md) one.",
    "~~strike~~ ==mark== ^^ins^^ H~2~O :smile: $x<y$ \\(a\\) <b>bold",
    "??? note\n    folded",
    f"<details><summary>x</summary>\n\n# Unclosed heading\n\n<form action=javascript:{RUN}><button>go</button></form>",
    "Setext\n======\n\nThe line above is a title.\n---\n\n# A second title",
    f"[ref] and [a][ref]\n\n[ref]: javascript:{RUN}",
    (
        "<style>*{display:none}</style><base href=//x.example.test>"
        "<meta http-equiv=refresh content=0;url=//x.example.test>"
        f"<object data=javascript:{RUN}></object><math href=javascript:{RUN}>m</math>"
    ),
    f"<script\n>{RUN}</script\n><ScRiPt src=data:text/javascript,{RUN}></ScRiPt>",
]
"""What stands raw in the body of a page that no writer of ours made."""
