"""One folder for each game: the box, what is legal, what is good, why, and what is said."""
