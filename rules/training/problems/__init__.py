"""Makes problems: positions from self-play with one right move that is proved."""
