"""Problems on the screen."""
