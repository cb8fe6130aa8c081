"""The base class of scenes, and dialogs that several scenes use."""
