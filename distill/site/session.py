"""One session page as HTML: a banner with what must be known before it is believed, then its text."""

import shlex
from collections.abc import Callable
from html import escape

from distill.model import Confidence, SourceKind
from distill.pages.page import Page, PageMeta
from distill.pages.render import facts_line
from distill.site.html import Rendered, Resolve, to_html

MEANING = {
    Confidence.LOW: "Made by a machine and read by nobody yet: verify before acting.",
    Confidence.REVIEWED: "A person has read this page.",
    Confidence.VERIFIED: "A person has checked this page against what happened.",
}
NEXT = {
    Confidence.LOW: ("Once you have read it beside its map", Confidence.REVIEWED),
    Confidence.REVIEWED: ("Once you have checked it", Confidence.VERIFIED),
}
"""What a person does before saying that a page can be relied on more, and what is then said."""
SOURCES = {
    SourceKind.RESTORE_MAP: "restore map",
    SourceKind.HANDOFF: "handoff",
    SourceKind.COMPACT_SUMMARY: "summary of the compaction",
    SourceKind.TRANSCRIPT: "transcript",
}


def session(
    name: str,
    page: Page,
    body: str,
    *,
    resolve: Resolve,
    map_address: str | None,
    tag_address: Callable[[str], str | None],
) -> Rendered:
    """Render the page of a file name; its line of facts gives way to the banner."""
    head, _, rest = body.partition("\n")
    title = head if head.startswith("# ") else ""
    text = rest if title else body
    rendered = to_html(
        "\n".join([title, "", text.removeprefix(facts_line(page.meta))]), resolve=resolve, map_address=map_address
    )
    shown = banner(name, page.meta, map_address)
    heading, end, below = rendered.html.partition("</h1>")
    rendered.html = f"{heading}{end}\n{shown}{below}" if end else f"{shown}{rendered.html}"
    rendered.html += tags(page.meta.tags, tag_address)
    return rendered


def banner(name: str, meta: PageMeta, map_address: str | None) -> str:
    """Say how far to trust the page, whose it is, of when, by which engine and why, and from what."""
    at = meta.date.isoformat()[:19]
    facts = [
        ("Seat", escape(meta.seat)),
        ("Written", f'<time datetime="{at}Z">{at[:10]} {at[11:16]}Z</time>'),
        ("Reviewed", _review(meta)),
        ("Engine", _engine(meta)),
        ("Source", _source(meta, map_address)),
        ("Session", f"<code>{escape(meta.session_id)}</code>" if meta.session_id else ""),
        ("Cost", _cost(meta)),
        ("Redacted", ", ".join(f"{count} × {escape(kind)}" for kind, count in sorted(meta.redactions.items()))),  # noqa: RUF001
    ]
    rows = "".join(f"<div><dt>{label}</dt><dd>{value}</dd></div>" for label, value in facts if value)
    return (
        # no `div`: the search of Material ends the exclusion where the first element of that name in it ends
        f'<aside class="distill-banner distill-{meta.confidence}" data-search-exclude>'
        f"<p><strong>Confidence: {meta.confidence}.</strong> {MEANING[meta.confidence]} {_raise(name, meta)}</p>"
        f"<dl>{rows}</dl></aside>\n"
    )


def _raise(name: str, meta: PageMeta) -> str:
    """Say how a person raises the confidence."""
    step = NEXT.get(meta.confidence)
    if step is None:
        return ""
    words, level = step
    command = f"distill review {escape(shlex.quote(name))} --as {level}"
    return f'<span class="distill-raise">{words}: <code>{command}</code></span>'


def tags(names: tuple[str, ...], address: Callable[[str], str | None]) -> str:
    """Link the tags of a page to the page of tags."""
    shown = "".join(f"<li>{_tag(name, address(name))}</li>" for name in names)
    return f'<ul class="distill-tags" data-search-exclude>{shown}</ul>\n' if shown else ""


def _tag(name: str, address: str | None) -> str:
    return f'<a href="{escape(address)}">{escape(name)}</a>' if address else escape(name)


def _review(meta: PageMeta) -> str:
    since = "; changed since" if meta.confidence is Confidence.LOW else ""
    return f"by {escape(meta.reviewed_by)} on {escape(meta.reviewed_at[:10])}{since}" if meta.reviewed_by else ""


def _engine(meta: PageMeta) -> str:
    model = f" ({escape(meta.model)})" if meta.model else ""
    because = f": {escape(meta.fallback_reason)}" if meta.fallback_reason else ""
    instead = f", in place of {escape(meta.fallback_from)}{because}" if meta.fallback_from else ""
    return escape(meta.engine) + model + instead


def _source(meta: PageMeta, map_address: str | None) -> str:
    name = SOURCES[meta.source]
    return f'<a href="{escape(map_address)}">{name}</a>' if map_address else name


def _cost(meta: PageMeta) -> str:
    tokens = meta.input_tokens + meta.output_tokens
    price = "" if meta.cost_usd is None else f", ${meta.cost_usd:.4f}"
    return f"{tokens:,} tokens{price}" if tokens else ""
