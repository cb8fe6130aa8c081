"""Makes problems: positions from matches of the computer with exactly one right move, proved."""
