"""Scenes: the shelf, set-up, a match, manual, settings, dialogs."""
