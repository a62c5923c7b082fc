"""What is known about each agent client: its events, transcripts and settings."""
