"""What the agent starts: standard library only, silent, bounded, always exit 0."""
