"""A toy game for tests of what all games share: a walk on a random graph.

The nodes of a maze say where one may go, who moves there, what it is worth and whether it is the
end, so circles, second moves in a row and wins are made to order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from rules.contract.board import grid
from rules.contract.game import Game, Option, RepetitionAndCap
from rules.contract.position import PASS, Move, Result
from rules.contract.search_api import EngineSpec
from rules.contract.story import Piece, Pieces, Slide, Story

BOARD = grid(26, 1)


@dataclass(frozen=True)
class Plan:
    """The nodes of a maze; all tuples run in parallel."""

    ways: tuple[tuple[int, ...], ...]
    turns: tuple[int, ...]
    values: tuple[int, ...]
    """Worth for player 0."""
    winners: tuple[int | None, ...]
    """Who has won here; a node without ways and without a winner is a draw."""


@dataclass(frozen=True)
class Maze:
    """Where the token stands."""

    node: int
    plan: Plan = field(compare=False)

    @property
    def turn(self) -> int:
        return self.plan.turns[self.node]

    @property
    def colours(self) -> tuple[str, str]:
        return ("black", "white")

    def moves(self) -> Sequence[Move]:
        return [] if self.result() else [(node,) for node in self.plan.ways[self.node]]

    def play(self, move: Move) -> "Maze":
        return Maze(move[0], self.plan)

    def result(self) -> Result | None:
        winner = self.plan.winners[self.node]
        if winner is None and self.plan.ways[self.node]:
            return None
        return Result(winner, "end")

    def pieces(self) -> Pieces:
        return tuple(Piece("black", "disc") if n == self.node else None for n in range(26))

    def score(self) -> None:
        return None

    def tallies(self):
        return (), ()

    def marks(self, taps: Move):
        return ()

    def prompt(self) -> str:
        return "walk"

    def story(self, move: Move) -> Story:
        return ((Slide(self.node, move[0]),),)

    def name(self, move: Move) -> str:
        return BOARD.names[move[0]] if move != PASS else "pass"

    def show(self) -> dict[str, object]:
        return {"board": [str(self.node)]}

    def imagine(self, random: Random) -> "Maze":
        return self


def judge(maze: Maze) -> int:
    value = maze.plan.values[maze.node]
    return value if maze.turn == 0 else -value


def game_of(plan: Plan, circles: bool = False) -> Game[Maze]:
    """The game on this plan, beginning at node 0. With circles, a third time is a draw, and so is
    the ply of the option `cap` counted from the last visit to node 0."""
    ending = RepetitionAndCap[Maze](
        cap=lambda choices: None if choices["cap"] == "off" else int(choices["cap"]),
        counts=lambda maze, move: True,
        resets=lambda maze, move: move == (0,),
        verdict=lambda maze, why: Result(None, why),
    )
    return Game(
        key="maze",
        options=(Option("cap", ("off", "5")),),
        board=lambda choices: BOARD,
        opening=lambda choices, random: Maze(0, plan),
        engine=EngineSpec(judge),
        repetition=ending if circles else None,
    )


def layered(random: Random, layers: int = 7, width: int = 8, again: float = 0.4) -> Plan:
    """Layers of nodes, each way one layer on, with some ends; `again`: how often a player moves
    twice in a row. Node 0 is the first layer alone."""
    count = 1 + layers * width
    ways: list[tuple[int, ...]] = [tuple(range(1, 5))]
    for layer in range(layers):
        start = 1 + (layer + 1) * width
        for _ in range(width):
            targets = range(start, start + width) if layer < layers - 1 else range(0)
            ways.append(tuple(node for node in targets if random.random() < 0.5))
    turns = [0] * count
    for node in range(1, count):
        layer = (node - 1) // width + 1
        turns[node] = layer % 2 if random.random() >= again else 1 - layer % 2
    return Plan(
        ways=tuple(ways),
        turns=tuple(turns),
        values=tuple(int(random.random() * 400) - 200 for _ in range(count)),
        winners=tuple(
            int(random.random() * 2) if node > 0 and random.random() < 0.08 else None
            for node in range(count)
        ),
    )


def made(ways: dict[int, Sequence[int]], **kinds: dict[int, int]) -> Plan:
    """A plan from the ways of each node; `turns`, `values` and `winners` by node where not 0."""
    count = 1 + max([*ways, *(node for targets in ways.values() for node in targets)])
    turns, values, winners = (kinds.get(kind, {}) for kind in ("turns", "values", "winners"))
    return Plan(
        ways=tuple(tuple(ways.get(node, ())) for node in range(count)),
        turns=tuple(turns.get(node, 0) for node in range(count)),
        values=tuple(values.get(node, 0) for node in range(count)),
        winners=tuple(winners.get(node) for node in range(count)),
    )
