"""Scenes: the shelf, the set-up, matches, studies, tasks, the editor, manual, settings, dialogs."""
