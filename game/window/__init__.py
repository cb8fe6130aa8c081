"""The window: frame loop, pointers, gamepads, transitions."""
