"""A second split of this project's own: other formats, other contexts, other harmless strings than the first."""
