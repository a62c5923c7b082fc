"""A restore map of a session whose agent wrote none."""
