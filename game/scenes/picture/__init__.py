"""A match as a picture, still or moving."""
