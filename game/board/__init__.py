"""A board in the window: its contents at one moment, animations, marks and annotations."""
