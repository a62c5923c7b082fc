"""What the agent's client starts, for every event; all of it is in `distill.hooks`."""

import sys

sys.path.insert(0, __file__.rpartition("/hooks/")[0] or "..")
from distill.hooks.main import main

main()
