"""Write docs/settings.md from the settings themselves."""

from pathlib import Path

from distill.config import FIELDS

HEAD = """# Settings

They stand in `distill.toml` at the project's root, or in `pyproject.toml` under `[tool.distill]`, or in your own
`~/.config/distill/distill.toml`.
The command line wins over the environment (`DISTILL_` and the name in capitals), which wins over the project's file,
which wins over your own.
A project's file comes with a repository, so it cannot say where your key lies or whom it is sent to (`base_url`,
`key_file`), and its `maps` and `wiki` must lie inside the project.
A key that is not known is an error that names the nearest one.

The API key is no setting: only `ANTHROPIC_API_KEY` or the file that `key_file` names holds it.

| setting | default | what it is |
|---|---|---|
"""

TAIL = """

Only the environment knows `DISTILL_PYTHON`: the interpreter of the worker, for hooks whose own lacks our packages.
"""


def main() -> None:
    """Write the file."""
    rows = []
    for name, field in FIELDS.items():
        default = (
            ", ".join(f"`{v}`" for v in field.default) if isinstance(field.default, tuple) else f"`{field.default!r}`"
        )
        default = {"redaction": "nothing", "continuity": "all rules, delivered"}.get(name, default)
        rows.append(f"| `{name}` | {default} | {field.metadata['doc']} |")
    Path(__file__).with_name("settings.md").write_text(HEAD + "\n".join(rows) + TAIL, "utf-8")


if __name__ == "__main__":
    main()
