"""What is told in a quicker way is what it was."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from mkdocs.utils import get_relative_url

from distill.mkdocs_site.ways import Addresses, Resolver
from distill.model import Confidence, Seat
from distill.pages import escape as escaping
from distill.site import details
from distill.site.catalogue import Summary
from distill.site.neighbours import COMMON, MOST_RELATED, MOST_SHARED, WINDOW, Known, Neighbours, _weight
from distill.site.ties import Ties

WORDS = [*details._words(), "Waits FOR", "STRAßE", "İ", "ı", "—", "ſ"]
names = st.sampled_from(["a", "b-c", "2026-10-18-x%40y-5243", ".", "..", "x.html", "a.b", "é", ""])
urls = st.builds(
    lambda folders, end: "/".join(folders) + end, st.lists(names, min_size=1, max_size=3), st.sampled_from(["/", ""])
)


class One(Addresses):
    def __init__(self, url):
        self.url = url

    def get(self, path):
        return path and self.url


def of(number, names):
    at = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(hours=number)
    plain = {"confidence": Confidence.LOW, "engine": "", "tags": (), "accomplished": 0, "decisions": 0, "open_items": 0}
    return Known(Summary(f"p{number:03}.md", "x", at, Seat("a@b"), **plain), Ties("", tuple(names)))


@given(urls, urls)
def test_the_way_to_a_page_is_that_of_mkdocs(here, there):
    assert Resolver("sessions/p.md", here, One(there))("q.md") == get_relative_url(there, here)


@given(st.text(alphabet="ab #>+-![]().1`&<{~\\*_:=javascript:on/|%^\n\t", max_size=20))
def test_text_is_escaped_alike_with_the_look_before(text):
    tokens = escaping.TOKEN.sub(escaping._token, text)
    slow = escaping.LINE_START.sub(
        lambda match: match[0] if match.start() else escaping._line_start(match), tokens, count=1
    )
    assert escaping.escape(text) == slow


@given(st.lists(st.sampled_from(WORDS), max_size=3), st.booleans())
def test_no_word_of_waiting_is_passed_over(words, upper):
    plain = [word.replace("(?:", "").translate(dict.fromkeys(map(ord, "()?[]"))).split("|")[0] for word in words]
    text = "x ".join(["", *plain, "the key"])
    text = text.upper() if upper else text
    assert details._may_wait(text) or not details._waits().search(text)


@given(st.dictionaries(st.integers(1, 40), st.lists(st.sampled_from("abcdefgh"), max_size=4, unique=True), min_size=2))
def test_the_related_pages_are_the_best_of_all(wiki):
    pages = [of(number, names) for number, names in wiki.items()]
    neighbours, order = Neighbours(pages), sorted(wiki)
    for at, number in enumerate(order):
        scores, shared = {}, {}
        for name in wiki[number]:
            row = [place for place, other in enumerate(order) if name in wiki[other]]
            middle = row.index(at)
            for other in row[max(0, middle - WINDOW) : middle + WINDOW + 1] if len(row) <= COMMON else ():
                if other != at:
                    scores[other] = scores.get(other, 0.0) + _weight(name) / len(row)
                    shared.setdefault(other, []).append(name)
        dates = [neighbours._pages[place].date for place in range(len(order))]
        best = sorted(scores, key=lambda other: (-scores[other], abs(dates[other] - dates[at]), other))[:MOST_RELATED]
        expected = tuple((f"p{order[other]:03}.md", tuple(shared[other][:MOST_SHARED])) for other in best)
        assert neighbours.related(f"p{number:03}.md") == expected
