"""The engine: search, levels, analysis and data files for any game."""
