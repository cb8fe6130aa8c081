"""What outlives the program: matches, progress, the album."""
