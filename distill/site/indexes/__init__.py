"""The index pages: each a pure function of the pages it tells of."""
