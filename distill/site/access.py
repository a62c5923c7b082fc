"""What a theme forgets to tell readers who do not see the page."""

import re

SEARCH = re.compile(r'(<div class="md-search" data-md-component="search" role="dialog")>')
LABEL = re.compile(r'<input\b[^>]*\bclass="md-search__input"[^>]*\b(?P<label>aria-label="[^"]*")')


def named_search(html: str) -> str:
    """Name the dialog of Material's search by the name of its field, as a dialog must have a name (WCAG 2.2, 4.1.2)."""
    dialog = SEARCH.search(html)
    field = LABEL.search(html, dialog.end()) if dialog else None
    return f"{html[: dialog.end() - 1]} {field['label']}{html[dialog.end() - 1 :]}" if dialog and field else html
