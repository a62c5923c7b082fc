"""A reading: a text as it reads once something in it is replaced or undone, with the way back to the given one."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text, `end` not included, and what stands there instead."""

    start: int
    end: int
    instead: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A text made of another one by edits."""

    text: str
    begins: tuple[int, ...] = ()
    """Where each edit begins in `text`."""
    edits: tuple[Edit, ...] = ()

    def start(self, at: int) -> int:
        """Give the place in the given text of the character at `at`; that of its edit for what an edit put there."""
        edit, past = self._before(at)
        return edit.start if past < 0 else edit.end + past

    def end(self, at: int) -> int:
        """Give the place in the given text where the character before `at` ends."""
        edit, past = self._before(at - 1)
        return edit.end if past < 0 else edit.end + past + 1

    def _before(self, at: int) -> tuple[Edit, int]:
        """Give the last edit that begins at or before `at`, and how far beyond its end that is."""
        number = bisect_right(self.begins, at) - 1
        if number < 0:
            return _NOTHING, at
        edit = self.edits[number]
        return edit, at - self.begins[number] - len(edit.instead)


_NOTHING = Edit(0, 0, "")


def edited(given: str, edits: Iterable[Edit]) -> Reading:
    """Apply edits, which are in order and do not overlap."""
    parts, begins, kept, at, size = [], [], [], 0, 0
    for edit in edits:
        parts += [given[at : edit.start], edit.instead]
        begins.append(size + edit.start - at)
        size, at = begins[-1] + len(edit.instead), edit.end
        kept.append(edit)
    return Reading("".join([*parts, given[at:]]), tuple(begins), tuple(kept))
