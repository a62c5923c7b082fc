"""The handoff of a session: a nine-part outline and the last prompts and answers, word for word."""
