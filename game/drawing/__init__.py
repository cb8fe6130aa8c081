"""Drawing without knowledge of games: shapes, faces of pieces, icons, the display list."""
