"""Services of the machine: platform, storage, settings, texts, theme, sound."""
