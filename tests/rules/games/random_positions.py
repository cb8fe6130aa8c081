"""Random positions of every game with every option. Most cannot be reached in a match."""

from collections.abc import Iterator
from random import Random
from typing import Any

from flipside.rules.contract.diagram import (
    BadPosition,
    PositionDiagram,
    diagram_text,
    parse_diagram,
    position_from,
)
from flipside.rules.contract.game import AnyGame, Choices
from flipside.rules.games.contactic.tiles import TILE_KINDS, tile_name
from flipside.rules.match.match import Match
from tests.rules.games.random_matches import pick

STARTS_TRIED = 2_000


def parse_position(game: AnyGame, choices: Choices, text: str, random: Random | None = None) -> Any:
    """Return the position of a position text; raises BadPosition for any other text."""
    return position_from(game, choices, parse_diagram(game, choices, text), random)


def random_starts(game: AnyGame, given: dict[str, str], count: int) -> Iterator[tuple[Match, str]]:
    """Yield matches that begin with random positions, with their position texts."""
    choices = game.choices_for_diagrams(game.choices(given))
    found, random = 0, Random(count)
    for seed in range(STARTS_TRIED):
        text = _TEXTS[game.key](game, choices, random)
        try:
            parse_position(game, choices, text, Random(seed))
        except BadPosition:
            continue
        yield Match(game, choices, seed, text), text
        found += 1
        if found == count:
            return
    raise AssertionError("too few random positions")


def shuffled_signs(signs: str, random: Random) -> str:
    letters = list(signs)
    random.shuffle(letters)
    return "".join(letters)


def _othello(game: AnyGame, choices: Choices, random: Random) -> str:
    taken = random.randint(4, 62)
    discs = "".join(random.choice("XO") for _ in range(taken))
    return f"{shuffled_signs(discs + '-' * (64 - taken), random)} {random.choice('XO')}"


def _flipflop(game: AnyGame, choices: Choices, random: Random) -> str:
    turn = random.randint(0, 1)
    if random.random() < 0.5:
        each = random.randint(0, 20)
        signs = shuffled_signs(
            "D" * (each + turn) + "L" * each + "." * (64 - 2 * each - turn), random
        )
        return f"{signs} {'DL'[turn]}"
    signs = "".join(random.choice("DL") for _ in range(64))
    banned = random.choice([cell for cell in range(64) if signs[cell] != "DL"[turn]])
    return f"{signs} {'DL'[turn]} {game.board(choices).names[banned]}"


def _switch(game: AnyGame, choices: Choices, random: Random) -> str:
    return f"{shuffled_signs('D' * 12 + 'L' * 12 + '.', random)} {random.choice('DL')}"


def _flipop(game: AnyGame, choices: Choices, random: Random) -> str:
    balls = "W" * random.randint(1, 5) + "B" * random.randint(1, 5)
    pits = shuffled_signs(balls + "." * (25 - len(balls)), random)
    doors = "".join(random.choice("NESW") for _ in range(16))
    rules, words = game.diagrams, (random.choice("WB"),)
    assert rules is not None
    steps = rules.choices(choices, PositionDiagram(pits + doors, words))[1].values[1:]
    back = f" {random.choice(steps)}" if random.random() < 0.5 else ""
    return f"{pits} {doors} {words[0]}{back}"


def _contactic(game: AnyGame, choices: Choices, random: Random) -> str:
    """Return the text of a position after random moves."""
    match = Match(game, choices, random.randint(0, 10**6))
    for _ in range(random.randint(0, 40)):
        if match.result() is not None or not match.legal():
            break
        match.play(pick(match.legal(), random))
    rules = game.diagrams
    assert rules is not None
    diagram = rules.diagram(match.position)
    turn, hand = random.choice("OG"), random.choice([*map(tile_name, TILE_KINDS), "-"])
    signs = diagram.symbols if choices["referee"] == "on" else diagram.symbols.swapcase()
    return diagram_text(game, choices, PositionDiagram(signs, (turn, hand)))


_TEXTS = {
    "othello": _othello,
    "flipflop": _flipflop,
    "switch": _switch,
    "flipop": _flipop,
    "contactic": _contactic,
}
