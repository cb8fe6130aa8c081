"""Question before quitting, which names the matches that could not be saved."""

from functools import partial

from flipside.game.saves.album import unsaved
from flipside.game.saves.export import bundled
from flipside.game.scenes.common.dialog import Choice, Dialog, hand_over
from flipside.game.scenes.common.scene import Navigator
from flipside.rules.catalogue import BY_KEY


def question(nav: Navigator) -> Dialog:
    """Return the dialog that asks whether to quit and offers to copy unsaved matches."""
    services, text = nav.services, nav.services.text
    services.storage.retry()
    names = unsaved(services)
    words, copy = text("menu.quit_words"), []
    if names:
        parts = {part for name in names for part in name.split("-")}
        short = ", ".join(text.game(key, "short") for key in BY_KEY if key in parts)
        words = text("menu.unsaved_words", games=short, paste=text("options.paste_all"))
        title = text("menu.copy_unsaved")
        act = partial(copy_matches, nav, title, names)
        copy = [Choice("copy", title, "copy", "primary", act)]
    look = "plain" if names else "primary"
    choices = (
        *copy,
        Choice("quit", text("menu.quit"), look=look, action=nav.quit),
        Choice("no", text("dialog.back")),
    )
    return Dialog(nav, text("menu.quit"), words, choices)


def copy_matches(nav: Navigator, title: str, names: list[str] | None = None) -> None:
    """Copy the saves of those names, or all, to the clipboard as one text, and confirm it."""
    hand_over(nav, title, bundled(nav.services.storage, names), "bundle")
