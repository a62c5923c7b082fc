"""The team check: which helpers live, so that an agent that was just compacted starts none of them twice."""
