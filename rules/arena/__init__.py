"""Many matches: level against level, on all cores, against other programs."""
