"""How things look: widgets, sheets, icons, pieces, and where they stand. Knows no game."""
