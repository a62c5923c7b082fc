"""Looking at what is on disk with today's rules: pages, archived maps, journal, spool and built sites."""
