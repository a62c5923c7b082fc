"""How much of a session's words is kept, in characters."""

MOST_PROMPT = 8_000
MOST_ANSWER = 1_500
MOST_SUMMARY = 60_000
