"""Independent slow rules of Flipop with dicts, written from the rules. A pit is (column, row) from
0, a crossing (column, row) from 1. Each step of a chain is made before the next one is considered.
"""

from dataclasses import dataclass
from itertools import pairwise

Pit = tuple[int, int]
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
EXITS = {"W": {(1, 4), (2, 4), (3, 4)}, "B": {(1, 0), (2, 0), (3, 0)}}


def pit(name: str) -> Pit:
    return ord(name[0]) - 97, int(name[1]) - 1


def spelled(path: list[Pit]) -> str:
    return "-".join(f"{chr(97 + column)}{row + 1}" for column, row in path)


def beside(crossing: Pit, letter: str) -> set[Pit]:
    """Return the two pits between which a door at the crossing lies."""
    x, y = crossing
    north_west, north_east, south_west, south_east = (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)
    return {
        "N": {north_west, north_east},
        "E": {north_east, south_east},
        "S": {south_west, south_east},
        "W": {north_west, south_west},
    }[letter]


@dataclass
class Slow:
    balls: dict[Pit, str]
    doors: dict[Pit, str]
    mover: str
    banned: set[tuple[Pit, Pit]]
    chain: str = "side"

    def moves(self) -> dict[str, list[Pit]]:
        """Return the legal moves by name, without the pass."""
        found: list[list[Pit]] = []
        for start, colour in self.balls.items():
            if colour == self.mover:
                for heading in "NESW":
                    self._step([start], heading, dict(self.doors), set(), found)
        return {spelled(path): path for path in found}

    def _step(
        self,
        path: list[Pit],
        heading: str,
        doors: dict[Pit, str],
        fresh: set[Pit],
        found: list[list[Pit]],
    ) -> None:
        """Move the ball in the last pit in this direction, with all balls that it pushes."""
        source = path[-1]
        target = source[0] + STEPS[heading][0], source[1] + STEPS[heading][1]
        if not (0 <= target[0] < 5 and 0 <= target[1] < 5):
            return
        if target in path[1:] or (source, target) in self.banned:
            return
        lying = {
            crossing: letter
            for crossing, letter in doors.items()
            if crossing not in fresh and beside(crossing, letter) == {source, target}
        }
        empty = target not in self.balls or target == path[0]
        last = len(path) > 1 and empty
        if not lying and not last:
            return
        for crossing in lying:
            doors[crossing] = heading
        path = [*path, target]
        if empty:
            found.append(path)
            return
        for onward in self._sent(heading, set(lying.values())):
            self._step(path, onward, dict(doors), set(lying), found)

    def _sent(self, heading: str, pointed: set[str]) -> set[str]:
        sideways = set("NS") if heading in "EW" else set("EW")
        if self.chain == "free":
            return sideways | {heading}
        if self.chain == "hinge":
            return {OPPOSITE[letter] for letter in pointed}
        return sideways

    def play(self, path: list[Pit]) -> "Slow":
        balls, doors = dict(self.balls), dict(self.doors)
        enemy = "B" if self.mover == "W" else "W"
        if not path:
            return Slow(balls, doors, enemy, set(), self.chain)
        fresh: set[Pit] = set()
        for source, target in pairwise(path):
            heading = next(
                letter
                for letter, (x, y) in STEPS.items()
                if (source[0] + x, source[1] + y) == target
            )
            swinging = {
                crossing
                for crossing, letter in doors.items()
                if crossing not in fresh and beside(crossing, letter) == {source, target}
            }
            doors |= dict.fromkeys(swinging, heading)
            fresh = swinging
        for source in path[:-1]:
            del balls[source]
        banned = set()
        for source, target in pairwise(path):
            colour = self.balls[source]
            if target not in EXITS[colour]:
                balls[target] = colour
                if len(path) > 2:
                    banned.add((target, source))
        return Slow(balls, doors, enemy, banned, self.chain)

    def nears(self) -> bool:
        """Return whether some move of either colour brings a ball of that colour one row nearer to
        its exits, without bans (FP-12, `stuck=exit`)."""
        for colour, down in (("W", 1), ("B", -1)):
            side = Slow(self.balls, self.doors, colour, set(), self.chain)
            for path in side.moves().values():
                for source, target in pairwise(path):
                    if self.balls[source] == colour and target[1] - source[1] == down:
                        return True
        return False

    def show(self) -> dict[str, object]:
        """Return the fields of Flipop.to_dict(), with bans in any order."""
        rows = ["".join(self.balls.get((x, y), ".") for x in range(5)) for y in range(5)]
        doors = ["".join(self.doors[x, y] for x in range(1, 5)) for y in range(1, 5)]
        return {
            "board": rows,
            "doors": doors,
            "banned": {spelled(list(step)) for step in self.banned},
            "off": {
                colour: 5 - sum(ball == letter for ball in self.balls.values())
                for colour, letter in (("white", "W"), ("black", "B"))
            },
        }
