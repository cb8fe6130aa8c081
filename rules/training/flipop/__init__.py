"""flipop."""
