"""Items before they are ranked: what they say, where, and how much they weigh."""

from dataclasses import dataclass

from distill.engines.extractive.places import Place
from distill.model import Accomplishment, Constraint, Decision, Item, Lines, OpenItem, Section


@dataclass(frozen=True, slots=True)
class Found:
    """An item with its section, its place in the map and its weight."""

    section: Section
    item: Item
    order: int
    weight: int = 0
    weak: bool = False
    """Says again what other sections hold; left out where they do."""
    active: bool = False
    prose: bool = False
    """A sentence of running text."""
    boxed: bool = False
    """Has a box in the map."""
    stated: bool = False
    """A row that says its own state."""
    dated: str = ""
    """The date of its section as `yyyy-mm-dd`; empty where it has none."""
    step: str = ""
    """The label or heading that calls it a next step; empty where none does."""
    place: Place = Place.PLAIN
    """Where the entry stood that it was made of."""
    heading: int = 0
    """The line of the heading or label above it; 0 where there is none."""
    part: str = ""
    """The label that names the part of a section it stands in; empty where none does."""
    parts: int = 1
    """Statements that share the bullet."""
    names: bool = False
    """Only names things or proves something: a result where the list that it stands in holds results."""

    @property
    def lines(self) -> Lines:
        """Give the lines the item rests on."""
        return self.item.lines

    @property
    def text(self) -> str:
        """Give all that the item says."""
        return text_of(self.item)


def text_of(item: Item) -> str:
    """Give all that an item says, in one string."""
    match item:
        case Accomplishment() | Constraint():
            return item.text
        case OpenItem():
            return " ".join(filter(None, (item.text, item.owner, item.blocked_by)))
        case Decision():
            return " ".join(filter(None, (item.what, item.why, item.rejected)))
