"""How the computer plays Threes."""
