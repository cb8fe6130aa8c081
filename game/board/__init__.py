"""A board on the screen: its contents at one moment, its animations, marks and annotations."""
