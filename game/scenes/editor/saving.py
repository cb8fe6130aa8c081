"""Saves the draft of an editor, and asks where another window has set up a position meanwhile."""

from flipside.game.saves.matches import draft_text, load_draft, save_draft
from flipside.game.scenes.common.dialog import Choice, Dialog
from flipside.game.scenes.common.scene import Navigator
from flipside.game.scenes.editor.draft import Draft
from flipside.game.ui.widgets import Action


class DraftSaver:
    """Keeps one draft in storage, which has one of each game."""

    def __init__(self, nav: Navigator, draft: Draft, leave: Action) -> None:
        """`leave` closes the editor."""
        self._nav, self._draft, self._leave = nav, draft, leave
        self.stored: str | None = None
        """Stored text of the position that goes on in this draft; None before its first change."""

    def save(self) -> None:
        """Save the draft, or ask first where another window has stored or dropped one."""
        draft = self._draft
        written = save_draft(self._nav.services, draft.game, draft.choices, draft.text, self.stored)
        if written is None:
            self._ask_which()
        else:
            self.stored = written

    def _ask_which(self) -> None:
        """Ask whether this position is kept, or what another window has made of it."""
        nav, game, text = self._nav, self._draft.game, self._nav.services.text
        there = load_draft(nav.services, game)

        def keep() -> None:
            self.stored = draft_text(nav.services, game)
            self.save()

        def take() -> None:
            self._leave()
            if there is not None:
                nav.ways.set_up(game, there.choices, there.start)

        key, icon = ("discard", "bin") if there is None else ("take_other", "board")
        choices = (
            Choice("keep", text("editor.keep"), "board", "primary", keep),
            Choice("take", text(f"editor.{key}"), icon, action=take),
        )
        words = text("editor.dropped" if there is None else "editor.elsewhere")
        nav.open(Dialog(nav, text("editor.title"), words, choices))
