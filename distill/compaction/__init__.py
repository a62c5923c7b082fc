"""What a compaction must not lose: rules for the summary, and the text that leads an agent back."""
