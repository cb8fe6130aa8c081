"""Problems: all of a game, and one on the board."""
