"""Find the reading list of a map and read its lines."""

from distill.maps.reading_items import item_lines
from distill.maps.reading_line import LineRole, ReadingLine
from distill.maps.reading_sections import all_lines, sections
from distill.maps.reading_table import table_lines


def reading_lines(text: str) -> tuple[ReadingLine, ...]:
    """Read the list below its heading, else a table whose header names paths and tokens; empty when there is none.

    Expects normalised text. Linear in its size; never raises.
    """
    for section in sections(text):
        for found in (tuple(table_lines(section, headed=True)), tuple(item_lines(section))):
            if any(line.role is LineRole.ROW for line in found):
                return found
    return tuple(table_lines(all_lines(text), headed=False))
