"""A match at the table, played without a screen: nothing here imports pygame."""
