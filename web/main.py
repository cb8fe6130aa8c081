# /// script
# dependencies = [
#     "numpy",
#     "pygame-ce",
# ]
# ///
"""Starts Flipside inside a page; it exists as main.py only in the folder that pygbag packs."""

import asyncio
import traceback

import pygame  # noqa: F401  the runtime installs what this file imports, not what others do

from game.app import App


async def main() -> None:
    """Play until the page is closed; a mistake of ours ends in the page's own panel."""
    app = App()
    try:
        await app.run()
    except Exception:
        app.services.page.fail(traceback.format_exc())


asyncio.run(main())
