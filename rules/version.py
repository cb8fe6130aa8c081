"""Which Flipside this is: the one place that says so, for packages, settings and programs."""

VERSION = "0.1.0"
