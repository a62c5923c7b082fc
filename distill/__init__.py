"""Make the compaction of agent sessions safe, and make it produce a wiki."""
