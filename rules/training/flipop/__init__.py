"""Compiled code that trains Flipop's evaluation, and its Course."""
