"""Rules and engine of all games; knows no screen, and reads no files but its own data."""

VERSION = "0.1.0"
"""The version of Flipside, for packages, settings and the command line."""
