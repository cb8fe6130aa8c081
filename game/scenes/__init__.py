"""What fills the window: the shelf, set-up, a match, manual, settings, dialogs."""
