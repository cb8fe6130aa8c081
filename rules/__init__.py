"""Rules and engine of all games; knows no screen, and reads no files but its own data."""
