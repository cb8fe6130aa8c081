"""The book, made by `python build.py train othello --book`."""

OPENINGS = """
"""
