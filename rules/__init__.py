"""What is true and what is good in each game; knows no screen, no clock and no files but its own."""
