"""Saves: matches, the album, progress in lessons and problems."""
