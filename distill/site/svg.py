"""Charts as inline SVG: no script, no colours of their own (the style sheet has them), and words beside the picture."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from html import escape

WEEKS = 53
CELL, GAP = 11, 2
STEP = CELL + GAP
LEFT, TOP = 30, 16
LEVELS = 4
BAR_WIDTH, BAR_HEIGHT, BAR_STEP, NAME_WIDTH = 300, 12, 20, 170
SPARK_WIDTH, SPARK_HEIGHT, SPARK_STEP = 3, 16, 4
LONGEST_NAME = 26
WEEKDAYS = ((0, "Mon"), (2, "Wed"), (4, "Fri"))


def heat_map(days: Mapping[date, int], noun: str, chart: str) -> str:
    """Draw a year of days that ends with the last one, a column a week; `chart` names it within its page."""
    last = max(days)
    first = last - timedelta(days=last.weekday() + 7 * (WEEKS - 1))
    shown = {day: count for day, count in days.items() if day >= first and count > 0}
    most, busiest = max(shown.values(), default=0), max(shown, key=lambda day: (shown[day], day), default=last)
    told = (
        f"{sum(shown.values())} {noun} on {len(shown)} days from {first} to {last};"
        f" most on {busiest}, with {shown.get(busiest, 0)}."
    )
    size = (LEFT + WEEKS * STEP, TOP + 7 * STEP)
    drawn = [*_weekdays(), *_months(first), *_levels(first, last, shown, most)]
    return _svg(chart, f"{noun.capitalize()} by day", told, size, "".join(drawn), "distill-heat")


def bars(title: str, rows: Sequence[tuple[str, float, str]], chart: str) -> str:
    """Draw amounts side by side."""
    most = max((amount for _, amount, _ in rows), default=0) or 1
    told = "; ".join(f"{name}: {written}" for name, _, written in rows)
    drawn = []
    for number, (name, amount, written) in enumerate(rows):
        y, width = number * BAR_STEP, round(BAR_WIDTH * max(amount, 0) / most)
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        drawn.append(f'<text x="{NAME_WIDTH - 6}" y="{y + 11}" text-anchor="end">{escape(short)}</text>')
        drawn.append(f'<path class="l4" d="M{NAME_WIDTH} {y}h{width}v{BAR_HEIGHT}h-{width}z"/>')
        drawn.append(f'<text x="{NAME_WIDTH + width + 6}" y="{y + 11}">{escape(written)}</text>')
    size = (NAME_WIDTH + BAR_WIDTH + 90, len(rows) * BAR_STEP)
    return _svg(chart, title, told, size, "".join(drawn), "distill-bars")


def sparkline(values: Sequence[int], label: str) -> str:
    """Draw numbers over time within a line of text."""
    most = max(values, default=0) or 1
    path = "".join(
        f"M{at * SPARK_STEP} {SPARK_HEIGHT}v-{height}h{SPARK_WIDTH}v{height}z"
        for at, value in enumerate(values)
        if (height := max(2, round(SPARK_HEIGHT * value / most)) if value > 0 else 1)
    )
    told = escape(f"{label}: {', '.join(map(str, values))}")
    size = f'width="{len(values) * SPARK_STEP}" height="{SPARK_HEIGHT}"'
    return f'<svg class="distill-spark" role="img" aria-label="{told}" {size}><path class="l4" d="{path}"/></svg>'


def _svg(chart: str, title: str, told: str, size: tuple[int, int], drawn: str, kind: str) -> str:
    width, height = size
    return (
        f'<div class="distill-chart" tabindex="0" role="group" aria-label="{escape(title)}">'
        f'<svg class="{kind}" role="img" aria-labelledby="{chart}-title {chart}-desc"'
        f' viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<title id="{chart}-title">{escape(title)}</title><desc id="{chart}-desc">{escape(told)}</desc>{drawn}</svg>'
        f"</div>"
    )


def _weekdays() -> Iterator[str]:
    for row, name in WEEKDAYS:
        yield f'<text x="0" y="{TOP + row * STEP + 9}">{name}</text>'


def _months(first: date) -> Iterator[str]:
    """Name each month above the column in which its first full week begins."""
    for week in range(WEEKS):
        day = first + timedelta(days=7 * week)
        if day.day <= 7:  # noqa: PLR2004 - the days of a week
            yield f'<text x="{LEFT + week * STEP}" y="11">{day:%b}</text>'


def _levels(first: date, last: date, shown: Mapping[date, int], most: int) -> Iterator[str]:
    """Draw all days of one level as one path, which is short however many there are."""
    paths = [""] * (LEVELS + 1)
    for number in range((last - first).days + 1):
        day = first + timedelta(days=number)
        count = shown.get(day, 0)
        level = -(-count * LEVELS // most) if most else 0
        x, y = LEFT + number // 7 * STEP, TOP + number % 7 * STEP
        paths[level] += f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"
    yield from (f'<path class="l{level}" d="{path}"/>' for level, path in enumerate(paths) if path)
