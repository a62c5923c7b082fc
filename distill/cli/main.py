"""The command `distill`: puts the commands together and turns errors into messages and exit codes."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

from distill.cli import (
    constraints,
    demo,
    doctor,
    handoff,
    hook,
    index,
    init,
    install,
    maps,
    rebuild,
    redact,
    rescan,
    restore,
    review,
    run,
    search,
    status,
)
from distill.cli.crash import report
from distill.errors import DistillError, PageError

INTERRUPTED = 130
UNEXPECTED = 70

app = typer.Typer(
    name="distill",
    help="Turn restore maps of agent sessions into redacted pages of a searchable wiki.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 ok, 1 found wrong, 2 usage, 3 configuration, 4 map, 5 redaction, 6 engine, "
    "7 page or disk, 70 unexpected, 130 interrupted.",
)
app.command("run")(run.run)
app.command("redact")(redact.redact)
app.command("rescan")(rescan.rescan)
app.command("rebuild")(rebuild.rebuild)
app.command("review")(review.review)
app.add_typer(constraints.app, name="constraints")
app.command("init")(init.init)
app.command("index")(index.index)
app.command("search")(search.search)
app.add_typer(maps.app, name="map")
app.command("demo")(demo.demo)
app.command("install")(install.install)
app.command("uninstall")(install.uninstall)
app.command("status")(status.status)
app.command("doctor")(doctor.doctor)
app.command("hook")(hook.hook)
app.add_typer(restore.app, name="restore")
app.command("handoff")(handoff.handoff)


def _version(*, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"distill {version('distill-wiki')}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=lambda wanted: _version(wanted=wanted),
            is_eager=True,
            help="Print the version and exit.",
        ),
    ] = False,
) -> None:
    """Turn restore maps of agent sessions into redacted pages of a searchable wiki."""
    del version


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit with the code of what happened."""
    sys.exit(guarded(lambda: app(args=list(argv) if argv is not None else None, prog_name="distill")))


def guarded(body: Callable[[], object]) -> int:
    """Run something; turn what it raises into an exit code and, where one is due, a message on stderr."""
    try:
        body()
    except DistillError as error:
        typer.echo(f"distill: {_without_secrets(str(error))}", err=True)
        return error.exit_code
    except KeyboardInterrupt:
        typer.echo("distill: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except Exception as error:  # noqa: BLE001 - the last edge: anything else is a fault of ours, and is reported
        return _unforeseen(error)
    return 0


def _unforeseen(error: Exception) -> int:
    """Say what the disk said no to; report all else."""
    if not isinstance(error, OSError) or error.errno is None or isinstance(error, ConnectionError | TimeoutError):
        typer.echo(report(error), err=True)
        return UNEXPECTED
    where = f": {error.filename}" if isinstance(error.filename, str) and error.filename else ""
    what = _without_secrets(f"{error.strerror}{where}")
    typer.echo(f"distill: the disk said no ({what}). Nothing is half-written; mend that and run again.", err=True)
    return PageError.exit_code


def _without_secrets(message: str) -> str:
    """Redact a message: it may name a path or a setting in which somebody put a key."""
    from distill.redaction.redactor import redact

    try:
        return redact(message).text
    except DistillError:
        return "an error whose message could not be redacted; run `distill doctor`"
