"""What a session itself can tell when there is no fresh restore map: its compaction summary and its transcript."""
