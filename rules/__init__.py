"""Rules and engine of all games; they have no user interface and read only their own data."""

VERSION = "0.1.0"
"""The version of Flipside, for packages, settings and the command line."""
