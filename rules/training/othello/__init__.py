"""Compiled code that trains Othello's evaluation, its opening book, and its Course."""
