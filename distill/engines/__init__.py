"""Engines turn a redacted map into a digest; what they return is untrusted until checked."""
