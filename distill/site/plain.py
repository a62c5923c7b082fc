"""Text that is shown as it is: archived maps, and pages that cannot be read."""

from html import escape

from distill.pages.read import normal_text

ARCHIVE_NOTICE = (
    "The restore map as it was archived: secrets are replaced, nothing else is changed, and nothing in it is run."
)


def archived_map(title: str, text: str, *, back: str | None = None) -> str:
    """Show an archived map line by line; each line has the anchor `L` and its number."""
    lines = normal_text(text).removesuffix("\n").split("\n")
    # The line end within the span: as a block it shows one line, and as plain text it copies as one.
    shown = "".join(f'<span id="L{number}">{escape(line)}\n</span>' for number, line in enumerate(lines, 1))
    session = f' <a href="{escape(back)}">To the session page</a>' if back else ""
    return (
        f'<h1 id="map">{escape(title)}</h1>\n<p class="distill-notice">{ARCHIVE_NOTICE}{session}</p>\n'
        f'<pre class="distill-map">{shown}</pre>'
    )


def unreadable(title: str, text: str, problem: str) -> str:
    """Show a page that cannot be read as plain text, with what is wrong."""
    notice = f"<strong>This page cannot be read as a page.</strong> {escape(problem)}"
    return (
        f'<h1 id="unreadable">{escape(title)}</h1>\n<p class="distill-notice distill-bad">{notice}</p>\n'
        f'<pre class="distill-plain">{escape(normal_text(text))}</pre>'
    )
