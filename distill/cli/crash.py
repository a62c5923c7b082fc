"""The report of an unexpected error: ready to paste, and free of the data that was worked on."""

import platform
import sys
import traceback
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("distill-wiki", "anthropic", "detect-secrets", "markdown-it-py", "mkdocs", "python-frontmatter", "typer")


def report(error: BaseException) -> str:
    """Write the report: versions and the way to the error, never its message, which may hold text of a map."""
    frames = traceback.extract_tb(error.__traceback__)
    way = "\n".join(f"  {_short(f.filename)}:{f.lineno} in {f.name}" for f in frames)
    return "\n".join(
        [
            "distill: an unexpected error. Nothing was overwritten. Please report it with the lines below.",
            "",
            "```",
            f"{type(error).__module__}.{type(error).__qualname__}",
            way,
            f"python {platform.python_version()} on {sys.platform}",
            *(f"{name} {_version(name)}" for name in PACKAGES),
            "```",
        ]
    )


def _short(filename: str) -> str:
    return "/".join(Path(filename).parts[-3:])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
