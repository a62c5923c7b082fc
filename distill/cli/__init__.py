"""The command line: one file a command group; each parses, calls one function, prints and exits."""
