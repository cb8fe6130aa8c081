"""A browser as a platform whose page answers as a test says."""

from types import SimpleNamespace

from flipside.game.services.platform.browser import BrowserPlatform


def browser(**answers: object) -> BrowserPlatform:
    """A platform over a bridge with these functions; there is nothing else on its page."""
    silent = {"view": lambda: "800,600,1,0,0,0,0", "about": lambda key: ""}
    return BrowserPlatform(SimpleNamespace(**{**silent, **answers}))
