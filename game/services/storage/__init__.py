"""Texts that outlive the program: stores, their lock, and the rules for when one fails."""
