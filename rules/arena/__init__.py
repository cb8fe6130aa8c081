"""The arena: many matches, level against level or other programs, on all cores."""
