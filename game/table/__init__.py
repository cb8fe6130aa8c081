"""A match that is being played, with everything about it that has no pixels. No pygame."""
