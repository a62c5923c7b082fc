"""What a session's transcript holds, whichever client wrote it: read from its end, in bounded memory."""
