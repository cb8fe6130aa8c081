"""Widgets and how they lie; knows no scene."""
