"""What is true and what is good in each game; knows no screen, no clock, no files but its own."""
