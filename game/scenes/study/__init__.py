"""The scene of a study, in which the player moves both sides, and of a review."""
