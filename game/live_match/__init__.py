"""The match that is being played, without pixels: no pygame."""
