"""What the hooks of an installed package start, for every event; all of it is in `distill.hooks`."""

import sys

if __name__ == "__main__":
    sys.path.insert(0, __file__.replace("\\", "/").rpartition("/distill/hooks/")[0] or "/")
    from distill.hooks.main import main

    main()
