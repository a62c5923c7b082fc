"""The list of all sessions, by month; past months get pages of their own when there are many."""

from itertools import groupby

from distill.site import listing
from distill.site.catalogue import Catalogue, Summary
from distill.site.home import bad_list

ONE_PAGE = 200
"""Most sessions listed on one page in full (a listing costs more to build than its sessions)."""
MONTHS = "months"


def session_pages(catalogue: Catalogue) -> dict[str, str]:
    """Write the listing pages: path in the wiki -> Markdown."""
    months = {month: list(pages) for month, pages in groupby(catalogue.pages, key=month_of)}
    if len(catalogue.pages) <= ONE_PAGE:
        return {"sessions/index.md": _index(catalogue, [_month(m, pages, "") for m, pages in months.items()])}
    rows = [f"- [{month}](../{MONTHS}/{month}.md): {len(pages)} sessions" for month, pages in months.items()]
    newest = listing.table(catalogue.pages[:ONE_PAGE], folder="")
    index = _index(catalogue, [f"## The newest {ONE_PAGE}\n\n{newest}", "## By month\n\n" + "\n".join(rows)])
    return {"sessions/index.md": index} | {
        f"{MONTHS}/{month}.md": f"# Sessions of {month}\n\n{listing.table(pages, folder='../sessions/')}\n"
        for month, pages in months.items()
    }


def month_of(page: Summary) -> str:
    """Name the month of a page, in UTC."""
    return f"{page.date:%Y-%m}"


def _index(catalogue: Catalogue, parts: list[str]) -> str:
    return "\n\n".join(filter(None, ["# Sessions", *(parts or [listing.EMPTY]), bad_list(catalogue)])) + "\n"


def _month(month: str, pages: list[Summary], folder: str) -> str:
    return f"## {month}\n\n{listing.table(pages, folder=folder)}"
