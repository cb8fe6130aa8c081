"""A toy game for tests of general code: a token moves on a graph. The nodes define moves, mover,
value and winner, so tests can construct repetitions, wins and consecutive moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from flipside.rules.contract.board import grid
from flipside.rules.contract.game import Game, Option
from flipside.rules.contract.position import PASS, Mark, Move, RepetitionAndCap, Result, Tally
from flipside.rules.contract.search_api import EngineSpec
from flipside.rules.contract.story import Piece, Pieces, Slide, Story

BOARD = grid(26, 1)


@dataclass(frozen=True)
class ToyGraph:
    """The nodes of a graph, as parallel tuples."""

    ways: tuple[tuple[int, ...], ...]
    turns: tuple[int, ...]
    values: tuple[int, ...]
    """The value for player 0."""
    winners: tuple[int | None, ...]
    """The winner here. A node without moves and winner is a draw."""


@dataclass(frozen=True)
class ToyPosition:
    """The node of the token."""

    node: int
    plan: ToyGraph = field(compare=False)

    @property
    def turn(self) -> int:
        return self.plan.turns[self.node]

    @property
    def colours(self) -> tuple[str, str]:
        return ("black", "white")

    def moves(self) -> Sequence[Move]:
        return [] if self.result() else [(node,) for node in self.plan.ways[self.node]]

    def play(self, move: Move) -> "ToyPosition":
        return ToyPosition(move[0], self.plan)

    def result(self) -> Result | None:
        winner = self.plan.winners[self.node]
        if winner is None and self.plan.ways[self.node]:
            return None
        return Result(winner, "end")

    def pieces(self) -> Pieces:
        return tuple(Piece("black", "disc") if n == self.node else None for n in range(26))

    def points(self) -> None:
        return None

    def tallies(self) -> tuple[tuple[Tally, ...], tuple[Tally, ...]]:
        return (), ()

    def marks(self, taps: Move) -> tuple[Mark, ...]:
        return ()

    def prompt(self) -> str:
        return "walk"

    def story(self, move: Move) -> Story:
        return ((Slide(self.node, move[0]),),)

    def name(self, move: Move) -> str:
        return BOARD.names[move[0]] if move != PASS else "pass"

    def to_dict(self) -> dict[str, object]:
        return {"board": [str(self.node)]}

    def determinize(self, random: Random) -> "ToyPosition":
        return self


def judge(position: ToyPosition) -> int:
    value = position.plan.values[position.node]
    return value if position.turn == 0 else -value


def game_of(plan: ToyGraph, circles: bool = False) -> Game[ToyPosition]:
    """Return the game on this graph from node 0. With circles, repetition is a draw, and so is the
    cap, which counts the plies since the last visit to node 0."""
    ending = RepetitionAndCap[ToyPosition](
        cap_of=lambda choices: None if choices["cap"] == "off" else int(choices["cap"]),
        counts=lambda position, move: True,
        resets=lambda position, move: move == (0,),
        verdict=lambda position, why: Result(None, why),
    )
    return Game(
        key="maze",
        options=(Option("cap", ("off", "5")),),
        board=lambda choices: BOARD,
        opening=lambda choices, random: ToyPosition(0, plan),
        engine=EngineSpec(judge),
        repetition=ending if circles else None,
    )


def layered(random: Random, layers: int = 7, width: int = 8, again: float = 0.4) -> ToyGraph:
    """Return a graph of layers, with moves to the next layer and some ends. Node 0 is the first
    layer. `again` is the probability that a player moves twice in a row."""
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
    return ToyGraph(
        ways=tuple(ways),
        turns=tuple(turns),
        values=tuple(int(random.random() * 400) - 200 for _ in range(count)),
        winners=tuple(
            int(random.random() * 2) if node > 0 and random.random() < 0.08 else None
            for node in range(count)
        ),
    )


def made(ways: Mapping[int, Sequence[int]], **kinds: dict[int, int]) -> ToyGraph:
    """Return a graph from the moves of each node. `turns`, `values` and `winners` are by node, 0 if
    missing."""
    count = 1 + max([*ways, *(node for targets in ways.values() for node in targets)])
    turns, values, winners = (kinds.get(kind, {}) for kind in ("turns", "values", "winners"))
    return ToyGraph(
        ways=tuple(tuple(ways.get(node, ())) for node in range(count)),
        turns=tuple(turns.get(node, 0) for node in range(count)),
        values=tuple(values.get(node, 0) for node in range(count)),
        winners=tuple(winners.get(node) for node in range(count)),
    )
