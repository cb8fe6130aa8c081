"""What is true and what is good in each game; knows no screen, and no files but its own."""
