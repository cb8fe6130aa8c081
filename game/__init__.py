"""The user interface: pygame's event loop, a stack of scenes, and all that they need."""
