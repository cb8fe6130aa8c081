"""A match given away or taken in: links, codes, pictures, text."""
