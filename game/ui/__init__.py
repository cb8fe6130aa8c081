"""Widgets and layout."""
