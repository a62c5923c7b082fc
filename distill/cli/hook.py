"""`distill hook`: what an agent's hook starts; `distill-hook` is the same and starts faster."""

import sys
from typing import Annotated

import typer


def hook(
    agent: Annotated[
        str,
        typer.Option(help="Which agent sends the event: claude-code, codex, gemini, copilot, cursor or opencode."),
    ] = "",
) -> None:
    """Handle the event of an agent that stands on stdin; always ends with exit code 0."""
    from distill.hooks.main import main

    sys.argv = [sys.argv[0], *(["--agent", agent] if agent else [])]
    main()
