"""Base class and dialogs shared by all scenes."""
