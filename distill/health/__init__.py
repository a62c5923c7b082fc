"""What is installed, what has happened, and whether it works: for `distill status` and `distill doctor`."""
