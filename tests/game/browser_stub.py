"""A browser as a platform; its page answers as a test defines."""

from types import SimpleNamespace

from flipside.game.services.platform.browser import BrowserPlatform


def browser(**answers: object) -> BrowserPlatform:
    """Return a platform whose bridge has only these functions."""
    silent = {"view": lambda: "800,600,1,0,0,0,0", "about": lambda key: ""}
    return BrowserPlatform(SimpleNamespace(**{**silent, **answers}))
