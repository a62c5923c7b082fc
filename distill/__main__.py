"""`python -m distill` is the command `distill`."""

from distill.cli.main import main

main()
