"""Value propagation: a value found once goes everywhere, also bare, and in every encoding."""

import re
from collections.abc import Collection, Iterable, Iterator

from distill.redaction.encodings import forms
from distill.redaction.literals import linear, ranges
from distill.redaction.spans import Certainty, Span, finds, flat
from distill.redaction.values import varied

_HEAD = 8  # characters by which many values are looked up at once
_SOLID = re.compile(r"[!-~]{8,}")
_BRIEF = 40  # a run this long is looked for first, shorter ones are many
_MANY = 60_000  # characters of different words; to make a pattern takes longer than to look at fewer
_START = 5  # characters of a head that a pattern holds: the longer, the longer it takes to make
_FEW = 48  # up to so many forms a plain search for each is the fastest
_BASE64_BEFORE = re.compile(r"[A-Za-z0-9+/_-]{0,4096}\Z")
_BASE64_AFTER = re.compile(r"[A-Za-z0-9+/_-]{0,4096}={0,2}")


def spans(text: str, values: Iterable[tuple[str, str]]) -> Iterator[Span]:
    """Find (value, kind) pairs again; a base64 form takes its whole run with it."""
    wanted = [(value, kind) for value, kind in values if varied(value)]
    longest = _longest_run(text) if wanted else 0
    known = {form: (kind, form == value) for value, kind in wanted for form in forms(value, longest_run=longest)}
    for at, form in _hits(text, list(known)):
        kind, raw = known[form]
        span = Span(at, at + len(form), kind, Certainty.SELF_NAMING)
        yield span if raw or not form.replace("-", "").replace("_", "").isalnum() else _run(text, span)


def _longest_run(text: str) -> int:
    """Measure the longest run of base64 characters, placeholders among them: they are shorter than most."""
    bare = flat(text)
    for least in (_BRIEF, _BRIEF // 2, 1):
        if found := ranges(rf"[A-Za-z0-9+/_-]{{{least},}}", bare):
            return max(end - start for start, end in found)
    return 0


def _hits(text: str, wanted: list[str]) -> Iterator[tuple[int, str]]:
    if len(wanted) <= _FEW:
        for form in wanted:
            for at in finds(text, form):
                yield at, form
        return
    by_head: dict[str, list[str]] = {}
    for form in wanted:
        if _SOLID.fullmatch(form, 0, _HEAD):
            by_head.setdefault(form[:_HEAD], []).append(form)
        else:
            yield from ((at, form) for at in finds(text, form))
    for at in _heads(flat(text), by_head):
        for form in by_head.get(text[at : at + _HEAD], ()):
            if text.startswith(form, at):
                yield at, form


def _heads(text: str, heads: Collection[str]) -> Iterator[int]:
    """Yield where one of the heads may stand in ASCII text: told from its words, by a pattern where they are many."""
    runs = {word for word in text.split() if len(word) >= _HEAD}
    if linear() and sum(map(len, runs)) > _MANY:
        source, done = "|".join(re.escape(start) for start in sorted({head[:_START] for head in heads})), 0
        for start, end in ranges(source, text, keep=False) if source else ():
            yield from range(max(start, done), end)  # another head may begin within this one
            done = end
        return
    parts = (run[at : at + _HEAD] for run in runs for at in range(len(run) - _HEAD + 1))
    for head in {part for part in parts if part in heads}:
        at = text.find(head)
        while at >= 0:
            yield at
            at = text.find(head, at + 1)


def _run(text: str, span: Span) -> Span:
    before = _BASE64_BEFORE.search(text, max(0, span.start - 4096), span.start)
    after = _BASE64_AFTER.match(text, span.end)
    start = before.start() if before else span.start
    return Span(start, after.end() if after else span.end, span.kind, span.certainty)
