"""The way back after a compaction: what is pending, what was read, what is proven."""
