"""Tasks on the screen: lessons, problems, better moves."""
