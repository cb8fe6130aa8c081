"""Problems made from matches of our own: positions with one right move that is proved."""
