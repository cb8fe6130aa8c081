"""The version of Flipside, for packages, settings and the command line."""

VERSION = "0.1.0"
