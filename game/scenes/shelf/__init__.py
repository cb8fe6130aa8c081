"""The shelf, and what leads from it to a match: set-up and album."""
