"""Services of the machine: page, storage, settings, text, theme, sound."""
