"""Data files of the engines: where they lie and how they are read."""
