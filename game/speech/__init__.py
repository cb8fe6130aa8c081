"""A match in words, and typed moves."""
