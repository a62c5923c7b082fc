"""`distill map`: the commands around restore maps."""

import typer

from distill.cli import map_capture, map_check, map_new

app = typer.Typer(help="Write, check and capture restore maps.", no_args_is_help=True, rich_markup_mode=None)
app.command("new")(map_new.new)
app.command("capture")(map_capture.capture)
app.command("check")(map_check.check)
