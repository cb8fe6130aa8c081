"""Drawing without games: shapes, faces of pieces, sprites, icons, QR codes."""
