"""What the restore text is made of, as it is kept between the preparation and the delivery. Light."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

TURNING = frozenset("\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Parts:
    """All that can be told; empty where it is not known. Every text here is free of secrets already."""

    __slots__ = (
        "constraints",
        "handoffs",
        "map_path",
        "map_written",
        "next_step",
        "notes",
        "protocol",
        "reading",
        "registry",
        "seat",
        "trouble",
    )

    def __init__(self) -> None:
        self.seat = ""
        self.map_path = ""
        self.map_written = 0.0
        """When the map was written, in seconds since 1970."""
        self.constraints: list[tuple[str, str]] = []
        """Force and words, the weightiest first."""
        self.handoffs = ""
        """The folder of the verbatim tails."""
        self.protocol: list[str] = []
        self.registry = ""
        """Where all constraints stand."""
        self.next_step: list[str] = []
        self.reading: list[str] = []
        """Lines of the reading list to the seat's tier line."""
        self.notes: list[str] = []
        self.trouble = ""
        """Why there is no map."""


def packed(parts: Parts) -> "dict[str, object]":
    """Give parts as values of JSON."""
    values: dict[str, object] = {name: getattr(parts, name) for name in Parts.__slots__}
    return {**values, "constraints": [list(pair) for pair in parts.constraints]}


def unpacked(values: "Mapping[str, object]") -> Parts:
    """Read parts back; what has another form is left empty."""
    found = Parts()
    for name in Parts.__slots__:
        value, empty = values.get(name), getattr(found, name)
        if isinstance(empty, float) and isinstance(value, (int, float)):
            setattr(found, name, float(value))
        elif isinstance(empty, str) and isinstance(value, str):
            setattr(found, name, value)
        elif isinstance(empty, list) and isinstance(value, list) and name != "constraints":
            setattr(found, name, [line for line in value if isinstance(line, str)])
    pairs = values.get("constraints")
    found.constraints = [(p[0], p[1]) for p in pairs if _is_pair(p)] if isinstance(pairs, list) else []
    return found


def listed(
    constraints: "Sequence[tuple[str, str]]", most: int, registry: str, size: "Callable[[str], int]" = len
) -> "list[str]":
    """List constraints whole, as many as there is room for; say how many are left out and where they stand."""
    told: list[str] = []
    for force, text in constraints:
        line = f"- ({force}) {text}"
        if size(line) + 1 <= most:
            most -= size(line) + 1
            told.append(line)
    left = len(constraints) - len(told)
    where = f", all of them in {registry}" if registry else ""
    return [*told, f"- and {left} more{where}: read them there"] if left else told


def on_a_line(text: str) -> str:
    """Give a text without what would end its line, colour it or turn its direction: it is told to an agent as one."""
    if text.isprintable():
        return text
    return "".join(" " if c < " " or "\x7f" <= c <= "\x9f" or c in TURNING else c for c in text)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)  # noqa: PLR2004 - force and words
