"""Access to the machine or the browser: platform, storage, settings, texts, theme, sound."""
