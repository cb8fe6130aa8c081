"""What the desktop or the browser around the program offers."""
