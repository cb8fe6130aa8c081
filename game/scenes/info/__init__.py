"""Manual, marks, keys and settings."""
