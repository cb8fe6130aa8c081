"""Export and import of matches: links, codes, pictures, text."""
