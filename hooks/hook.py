"""What the agent's client starts, for every event; all of it is in `distill.hooks`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the system's may be older: good enough to store the event
    sys.executable = ""
sys.path.insert(0, __file__.rpartition("/hooks/")[0] or "..")
from distill.hooks.main import main

main()
