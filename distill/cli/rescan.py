"""`distill rescan`: looks on the disk for what today's rules would take out."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from distill import config, project

if TYPE_CHECKING:
    from distill.rescan.run import Named

BAR_FROM = 200
"""Number of files from which progress is shown, on a terminal."""
FOUND, NOT_LOOKED_AT, NOT_WRITTEN = 1, 5, 7
COPIES = ("index.db*", "index-pages.sqlite*", "site-*.sqlite*")
"""Files of the state folder that hold text of pages: of the search, of `distill index`, of the builds of the site."""
IN_NAME = "in the name of the file"


def rescan(
    *,
    fix: Annotated[
        bool, typer.Option("--fix", help="Redact in place what is found; a built site is not touched.")
    ] = False,
    site: Annotated[Path | None, typer.Option(help="Folder of the built site; else the one of mkdocs.yml.")] = None,
    wiki: Annotated[Path | None, typer.Option(help="Folder of the wiki.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Look for secrets in pages, archived maps, journal, spool and built site, by today's rules."""
    from distill import fresh
    from distill.health.checkup import state_of
    from distill.rescan import run, targets

    root = Path(project.find_root(str(Path.cwd())))
    settings = config.load(root, env=os.environ, options={"wiki": str(wiki.absolute()) if wiki else None})
    for name, folder in (("--site", site), ("--wiki", wiki)):
        if folder is not None and not folder.is_dir():
            raise typer.BadParameter(f"there is no folder {folder}", param_hint=name)
    built = site.absolute() if site else targets.site_of(root)
    state = Path(project.usable_state(str(root), os.environ)) if fix else state_of(root, os.environ)
    units = list(targets.units(fresh.wiki_of(root, settings), state, built, root=root))
    with _bar(len(units), shown=not as_json) as tick:
        forget = partial(_forget_copies, state) if fix else None
        results = run.rescan(units, root, policy=settings.redaction, state=state, fix=forget, tick=tick)
    typer.echo(json.dumps(_as_json(results), ensure_ascii=False, indent=1) if as_json else _as_text(results, fix=fix))
    raise typer.Exit(max(map(_code, results), default=0))


def _forget_copies(state: Path) -> None:
    """Take away what is made of the pages and is made anew: a run that dies leaves no copy of what it took out."""
    for name in COPIES:
        for path in state.glob(name):
            path.unlink(missing_ok=True)


@contextmanager
def _bar(count: int, *, shown: bool) -> Iterator[Callable[[int], None]]:
    if not (shown and count >= BAR_FROM and sys.stderr.isatty()):
        yield lambda _: None
        return
    with typer.progressbar(length=count, label="Looking", file=sys.stderr) as progress:
        # a second look, for what was found elsewhere, does not run past the end
        yield lambda steps: progress.update(steps) if progress.pos < count else None


def _code(each: "Named") -> int:
    if each.examined.blind:
        return NOT_LOOKED_AT
    if each.examined.trouble:
        return NOT_WRITTEN
    return FOUND if each.in_name or not each.examined.clean else 0


def _as_json(results: "list[Named]") -> dict[str, object]:
    return {
        "files": len(results),
        "clean": all(_code(each) == 0 for each in results),
        "places": [
            {"file": each.name, "line": f.line, "column": f.column, "kind": f.kind, "fixed": each.examined.fixed}
            for each in results
            for f in each.examined.findings
        ],
        "names": [each.name for each in results if each.in_name],
        "troubles": [{"file": each.name, "why": each.examined.trouble} for each in results if each.examined.trouble],
    }


def _as_text(results: "list[Named]", *, fix: bool) -> str:
    return "\n".join([*(line for each in results for line in _lines(each)), _summary(results, fix=fix)])


def _lines(each: "Named") -> Iterator[str]:
    done = " fixed" if each.examined.fixed else ""
    yield from (f"{each.name}:{f.line}:{f.column} {f.kind}{done}" for f in each.examined.findings)
    if each.in_name:
        yield f"{each.name}: something stands {IN_NAME}; rename it"
    if each.examined.trouble:
        yield f"{each.name}: {each.examined.trouble}"


def _summary(results: "list[Named]", *, fix: bool) -> str:
    from distill.rescan.targets import Role

    files = f"{len(results)} file{'' if len(results) == 1 else 's'}"
    found = sum(len(each.examined.findings) for each in results)
    if not any(each.examined.findings or _code(each) for each in results):
        return f"clean: {files}"
    fixable = any(
        e.examined.findings and not e.examined.clean and e.examined.target.role is not Role.SITE for e in results
    )
    built = any(e.examined.findings and e.examined.target.role is Role.SITE for e in results)
    advice = [
        "`distill rescan --fix` takes it out." if fixable and not fix else "",
        "The built site must be built anew: `mkdocs build`." if built else "",
        "What was published is to be taken for known: change these keys." if found else "",
    ]
    return " ".join([f"found: {found} place{'' if found == 1 else 's'} in {files}.", *filter(None, advice)])
