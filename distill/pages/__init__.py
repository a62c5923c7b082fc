"""Pages: naming, front matter, rendering, reading back, storing."""
