# /// script
# dependencies = [
#     "pygame-ce",
# ]
# ///
"""Starts Flipside inside a page; the runtime runs this file."""

import asyncio
import importlib
import traceback

import pygame  # noqa: F401  the runtime installs only packages that this file imports


async def main() -> None:
    """Play until the page is closed; an error is shown in the page's error panel."""
    platform = importlib.import_module("platform")
    try:
        # Imported here, so that errors during the imports are shown as well.
        from flipside.game.services.platform.browser import BrowserPlatform
        from flipside.game.window.app import App

        app = App()
        page = app.services.platform
        assert isinstance(page, BrowserPlatform)
        # Not an import statement, for which the runtime would search its own hosts.
        module_cache = importlib.import_module("module_cache")
        page.begin(module_cache.keep_modules(platform, page))
        await app.run()
    except Exception:
        platform.window.flipside.fail(traceback.format_exc())


asyncio.run(main())
