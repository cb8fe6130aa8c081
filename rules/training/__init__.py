"""Trains the evaluations of the games by self-play, for `python build.py train`."""
