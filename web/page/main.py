# /// script
# dependencies = [
#     "pygame-ce",
# ]
# ///
"""Starts Flipside inside a page; it exists as main.py only in the folder that pygbag packs."""

import asyncio
import importlib
import traceback

import pygame  # noqa: F401  the runtime installs what this file imports, not what others do


async def main() -> None:
    """Play until the page is closed; a mistake of ours ends in the page's own panel."""
    platform = importlib.import_module("platform")
    try:
        # Here, so that a mistake in any of our files ends there as well.
        from flipside.game.services.platform.browser import BrowserPlatform
        from flipside.game.window.app import App

        app = App()
        page = app.services.platform
        assert isinstance(page, BrowserPlatform)
        # The runtime would look on its own hosts for what is imported by name.
        module_cache = importlib.import_module("module_cache")
        page.begin(module_cache.keep_modules(platform, page))
        await app.run()
    except Exception:
        platform.window.flipside.fail(traceback.format_exc())


asyncio.run(main())
