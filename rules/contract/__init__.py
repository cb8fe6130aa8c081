"""The interface that every game implements."""
