"""The rules and the engine of all games, without user interface."""

VERSION = "0.1.0"
"""The version of Flipside, for packages, settings and the command line."""
