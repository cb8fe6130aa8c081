"""How the computer thinks about any game, and what it knows by heart."""
