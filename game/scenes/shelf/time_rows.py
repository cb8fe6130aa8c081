"""The time of a match while it is being chosen: rows of the set-up. Knows no game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from flipside.game.services.text import Text
from flipside.game.ui.page_widgets import choice_row
from flipside.game.ui.widgets import Widget
from flipside.rules.contract.position import Player
from flipside.rules.match.clock import Clock, TimeControl, full_clock

_CLOCK_KINDS = ("none", "match", "move")

_TIMES = {
    "match": (("minutes", "seconds", 60, (1, 3, 5, 10, 15, 30)),
              ("added", "increment", 1, (0, 2, 5, 10))),
    "move": (("each", "seconds", 1, (10, 20, 30, 60)),),
}  # fmt: skip
"""By kind: text key, attribute of the control and seconds of its unit, and what is offered."""

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
        """Those of both players by kind; two of a kind are equal while they are `alike`."""
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
        return full_clock((first, second), self.friendly)

    def swap(self) -> None:
        """The players change places, and take their time with them."""
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
            rows += self._times(text, player, "" if self.alike else f"{names[player]} – ")
        rows.append(row("friendly", ("no", "yes"), _word(self.friendly), self._take_friendly))
        return rows

    def _times(self, text: Text, player: Player, before: str) -> Iterator[Widget]:
        """Yield the rows of a player's times; what stands `before` the titles tells whose."""
        control = self._controls[self.kind][player]
        for key, attribute, unit, values in _TIMES[self.kind]:
            title, words = before + text(f"clock.{key}"), {str(one): str(one) for one in values}
            act = partial(self._choose, partial(self._take, player, attribute, unit))
            now = getattr(control, attribute) // unit
            yield choice_row(f"clock-{key}{player}", title, words, str(now), act)

    def _choose(self, choose: Callable[[str], None], value: str) -> None:
        choose(value)
        self._changed()

    def _take(self, player: Player, attribute: str, unit: int, word: str) -> None:
        controls, new = self._controls[self.kind], dict[str, Any]({attribute: unit * int(word)})
        controls[player] = replace(controls[player], **new)
        if self.alike:
            controls[1 - player] = controls[player]

    def _take_alike(self, word: str) -> None:
        self.alike = word == "yes"
        if self.alike:
            for controls in self._controls.values():
                controls[1] = controls[0]

    def _take_friendly(self, word: str) -> None:
        self.friendly = word == "yes"


def _word(yes: bool) -> str:
    return "yes" if yes else "no"
