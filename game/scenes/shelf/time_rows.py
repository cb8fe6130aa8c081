"""The time of a match while it is being chosen: rows of the set-up. Knows no game."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.services.text import Text
from game.ui.rows import choice_row
from game.ui.widgets import Widget
from rules.contract.position import Player
from rules.match.clock import Clock, TimeControl, full_clock

_CLOCK_KINDS = ("none", "match", "move")

_MATCH_MINUTES = (1, 3, 5, 10, 15, 30)
_ADDED_SECONDS = (0, 2, 5, 10)
_MOVE_SECONDS = (10, 20, 30, 60)
"""What is offered: minutes for the match, seconds that a move adds, seconds for each move."""

_FIRST_CONTROLS = {"match": TimeControl(300, 2), "move": TimeControl(30, per_move=True)}


class ClockChoice:
    """The chosen time control; each kind is remembered while the other one is chosen."""

    def __init__(self, clock: Clock | None, changed: Callable[[], None]) -> None:
        """`changed` is called after every choice."""
        self._changed = changed
        self.kind = _CLOCK_KINDS[0]
        self.alike = True
        self.friendly = False
        self._controls = {kind: [first, first] for kind, first in _FIRST_CONTROLS.items()}
        if clock is not None:
            self.kind = "move" if all(control.per_move for control in clock.controls) else "match"
            self._controls[self.kind] = [
                control if control.per_move == (self.kind == "move") else _FIRST_CONTROLS[self.kind]
                for control in clock.controls
            ]
            self.alike = len(set(self._controls[self.kind])) == 1
            self.friendly = clock.friendly

    def clock(self) -> Clock | None:
        """The clock that was chosen, whole; None for a match without."""
        if self.kind == "none":
            return None
        first, second = self._controls[self.kind]
        return full_clock((first, first if self.alike else second), self.friendly)

    def swap(self) -> None:
        """The players change places, and take their time with them."""
        if not self.alike:
            for controls in self._controls.values():
                controls.reverse()

    def rows(self, text: Text, names: tuple[str, str]) -> list[Widget]:
        """The rows to choose by; `names` are those of the players."""

        def row(key: str, values: Sequence[str], now: str, choose: Callable[[str], None]) -> Widget:
            words = {value: text(f"clock.{key}_{value}") for value in values}
            act = partial(self._choose, choose)
            return choice_row(f"clock-{key}", text(f"clock.{key}"), words, now, act)

        rows = [row("kind", _CLOCK_KINDS, self.kind, partial(setattr, self, "kind"))]
        if self.kind == "none":
            return rows
        rows.append(row("alike", ("yes", "no"), _word(self.alike), self._take_alike))
        for player in (0,) if self.alike else (0, 1):
            name = "" if self.alike else names[player]
            rows += self._of(text, player, name)
        rows.append(row("friendly", ("no", "yes"), _word(self.friendly), self._take_friendly))
        return rows

    def _of(self, text: Text, player: Player, name: str) -> list[Widget]:
        control = self._controls[self.kind][player]

        def numbers(
            key: str, values: Sequence[int], now: int, meant: Callable[[int], TimeControl]
        ) -> Widget:
            def choose(value: str) -> None:
                self._take(player, meant(int(value)))

            title, words = text(f"clock.{key}"), {str(value): str(value) for value in values}
            title = f"{name} – {title}" if name else title
            act = partial(self._choose, choose)
            return choice_row(f"clock-{key}{player}", title, words, str(now), act)

        if control.per_move:
            return [
                numbers(
                    "each", _MOVE_SECONDS, control.seconds, lambda n: TimeControl(n, per_move=True)
                ),
            ]
        return [
            numbers("minutes", _MATCH_MINUTES, control.seconds // 60,
                    lambda n: replace(control, seconds=60 * n)),
            numbers("added", _ADDED_SECONDS, control.increment,
                    lambda n: replace(control, increment=n)),
        ]  # fmt: skip

    def _choose(self, choose: Callable[[str], None], value: str) -> None:
        choose(value)
        self._changed()

    def _take(self, player: Player, control: TimeControl) -> None:
        self._controls[self.kind][player] = control
        if self.alike:
            self._controls[self.kind][1 - player] = control

    def _take_alike(self, word: str) -> None:
        self.alike = word == "yes"
        if self.alike:
            for controls in self._controls.values():
                controls[1] = controls[0]

    def _take_friendly(self, word: str) -> None:
        self.friendly = word == "yes"


def _word(yes: bool) -> str:
    return "yes" if yes else "no"
