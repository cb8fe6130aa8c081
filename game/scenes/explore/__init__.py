"""A position or a match on which both sides are moved freely."""
