"""The start of a wiki in a project: what is missing is made, what is there is left alone."""
