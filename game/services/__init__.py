"""What the program needs of the machine: page, storage, settings, text, theme, sound."""
