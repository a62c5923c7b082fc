"""Redaction: finds secrets as spans and replaces them by placeholders; fails closed."""
