"""A match that is being played; it does not depend on pygame."""
