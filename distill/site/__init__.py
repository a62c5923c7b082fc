"""Index pages of the site as pure functions of the pages."""
