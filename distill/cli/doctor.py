"""`distill doctor`: proves that it works, or says what to do."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import project

if TYPE_CHECKING:
    from distill.health.finding import Finding


def doctor(
    *,
    ask_service: Annotated[
        bool, typer.Option("--ask-service", help="Also send one short request with the key; costs well below a cent.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Fire each installed hook in a scratch project, and look at all that can keep a page from coming.

    Ends with 1 when something is wrong.
    """
    from distill.health import checkup
    from distill.health.finding import Grade

    root = Path(project.find_root(str(Path.cwd())))
    findings: list[Finding] = []
    for finding in checkup.check(root, os.environ, ask_service=ask_service):
        findings.append(finding)
        if not as_json:
            typer.echo(_as_text(finding))
    wrong = any(finding.grade is Grade.WRONG for finding in findings)
    if as_json:
        told = [{"grade": f.grade, "topic": f.topic, "what": f.what, "todo": f.todo or None} for f in findings]
        typer.echo(json.dumps({"ok": not wrong, "project": str(root), "findings": told}, ensure_ascii=False, indent=1))
    raise typer.Exit(int(wrong))


def _as_text(finding: "Finding") -> str:
    todo = f"\n         -> {finding.todo}" if finding.todo else ""
    return f"{finding.grade:<8} {finding.topic}: {finding.what}{todo}"
