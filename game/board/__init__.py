"""A board on the screen: what it shows at one moment, how that moves, and what is marked on it."""
