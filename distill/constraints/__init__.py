"""Standing constraints: the registry that people edit, and what a compaction's summary did to them."""
