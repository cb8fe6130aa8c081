"""A match on the screen."""
