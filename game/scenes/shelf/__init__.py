"""The shelf, the set-up of a match, and the album."""
