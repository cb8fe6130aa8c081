# /// script
# dependencies = [
#     "numpy",
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
    try:
        # Here, so that a mistake in any of our files ends there as well.
        from game.app import App

        await App().run()
    except Exception:
        importlib.import_module("platform").window.flipside.fail(traceback.format_exc())


asyncio.run(main())
