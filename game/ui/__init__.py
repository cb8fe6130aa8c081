"""Widgets and layout; knows no scene."""
