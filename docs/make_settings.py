"""Write the table of docs/settings.md from the settings themselves; what stands around it is left."""

import dataclasses
from pathlib import Path
from typing import Any

from distill.config import FIELDS

PAGE = Path(__file__).with_name("settings.md")
HEADER = "| setting | default | what it is |\n|---|---|---|\n"
TOLD = {"redaction": "nothing", "handoff": "nothing", "continuity": "all rules, delivered"}
"""Defaults that are tables, in words."""


def main() -> None:
    """Write the file."""
    PAGE.write_text(with_table(PAGE.read_text("utf-8")), "utf-8")


def with_table(text: str) -> str:
    """Put the rows of today under the header of the first table."""
    before, _, rest = text.partition(HEADER)
    _, _, after = rest.partition("\n\n")
    return before + HEADER + "\n".join(_row(name, field) for name, field in FIELDS.items()) + "\n\n" + after


def _row(name: str, field: "dataclasses.Field[Any]") -> str:
    value = field.default
    default = ", ".join(f"`{one}`" for one in value) if isinstance(value, tuple) else f"`{value!r}`"
    return f"| `{name}` | {TOLD.get(name, default)} | {field.metadata['doc']} |"


if __name__ == "__main__":
    main()
