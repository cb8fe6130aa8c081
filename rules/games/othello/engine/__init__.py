"""How the computer plays this game."""
