"""Restore maps: read, parse, locate."""
