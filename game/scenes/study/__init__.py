"""A match or a position on which both sides are moved freely, and a match reviewed."""
