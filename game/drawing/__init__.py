"""Drawing that does not depend on games: shapes, faces of pieces, icons, the display list."""
