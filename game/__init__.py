"""The screen: one pygame event loop, a stack of scenes, and what they are drawn with."""
