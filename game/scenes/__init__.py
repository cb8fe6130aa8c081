"""What fills the window: the shelf, set-up, a match, the manual, the settings, and small dialogs."""
