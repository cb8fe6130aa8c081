"""Matches: moves with undo, clock, record, link, and the formats of other programs."""
