"""Arguments of the Go Text Protocol: numbers, and positions and matches of a controller.

Sources: `loadsgf` of the protocol's regression commands; `gogui-setup` and `gogui-setup_player` of
GoGui; `set_position` of KataGo. Squares without a piece in these commands are empty.
"""

from collections.abc import Sequence

from flipside.rules.cli.arguments import CommandError, parse_path
from flipside.rules.cli.files import numbered_matches
from flipside.rules.contract.diagram import (
    PositionDiagram,
    cleared_diagram,
    diagram_text,
    write_position,
)
from flipside.rules.match.match import Match
from flipside.rules.match.reading import decimal, whole_number
from flipside.rules.match.record import BadRecord


class Failure(ValueError):
    """A GTP command failed; the message is the answer."""


def three_words(words: tuple[str, ...]) -> tuple[str, str, str]:
    """Return the three arguments of a command; raises Failure if there are more or fewer."""
    if len(words) != 3:
        raise Failure("syntax error")
    return words[0], words[1], words[2]


def whole_argument(word: str) -> int:
    """Return an integer from 0 to 2**31 - 1; raises Failure for anything else."""
    number = whole_number(word)
    if number is None or len(word) > 10 or number >= 2**31:
        raise Failure("syntax error")
    return number


def count_of(word: str) -> int:
    """Return a number of moves, such as 5 or 5.0; raises Failure for anything else."""
    count = decimal_argument(word)
    if not 0 <= count < 2**31 or count % 1:
        raise Failure("syntax error")
    return int(count)


def decimal_argument(word: str) -> float:
    """Return a number, possibly with decimal point or comma; raises Failure for anything else."""
    number = decimal(word)
    if number is None:
        raise Failure("syntax error")
    return number


def seconds_of(word: str) -> float:
    """Return seconds below 2**31, and 0 for negative ones; raises Failure for anything else."""
    seconds = max(0.0, decimal_argument(word))
    if seconds >= 2**31:
        raise Failure("syntax error")
    return seconds


def loaded_match(old: Match, words: Sequence[str]) -> Match:
    """Return the first match of the file named by `words`, without clock.

    If the last word is a number n, return the match before its move n. Raises Failure if the file
    has no match, or if it is a match of another game.
    """
    if not words:
        raise Failure("syntax error")
    has_number = len(words) > 1 and words[-1].isdigit()
    try:
        path = parse_path(" ".join(words[:-1] if has_number else words))
        _, foreign = next(numbered_matches([path], 1))
        match = foreign.play()
    except (CommandError, BadRecord, UnicodeError) as error:
        raise Failure(f"cannot load file: {error}") from None
    if match.game is not old.game:
        raise Failure(f"cannot load file: it is a match of {match.game.key}")
    match.goto_ply(
        min(whole_argument(words[-1]) - 1, len(match.moves)) if has_number else match.ply
    )
    match.clear_redo()
    match.clock = None
    return match


def set_up_match(old: Match, text: str) -> Match:
    """Return a match that begins with a position text; raises Failure for an invalid text."""
    try:
        choices = old.game.choices_for_diagrams(old.choices)
        return Match(old.game, choices, old.seed, text)
    except BadRecord as error:
        raise Failure(str(error)) from None


def placed_match(old: Match, words: Sequence[str]) -> Match:
    """Return a match that begins with the pieces of `words`, such as "b e4 w d4".

    The first player is to move. Raises Failure for invalid pieces, cells or positions.
    """
    rules, board = old.game.diagrams, old.board
    if rules is None or len(words) % 2 or len(set(words[1::2])) < len(words) // 2:
        raise Failure("syntax error")
    empty_diagram = cleared_diagram(old.game, old.choices)
    signs, signs_by_cell = list(empty_diagram.symbols), rules.cell_symbols(old.choices)
    for word, name in zip(map(str.lower, words[::2]), words[1::2], strict=True):
        if name.lower() not in board.names[: len(signs)]:
            raise Failure("syntax error")
        cell = board.cell_named(name.lower())
        pieces = (
            (sign, rules.piece_of(cell, sign)) for signs in signs_by_cell[cell] for sign in signs
        )
        fitting_signs = [
            sign for sign, piece in pieces if piece and word in (piece.colour, piece.colour[0])
        ]
        if len(fitting_signs) != 1:
            raise Failure("syntax error")
        signs[cell] = fitting_signs[0]
    turn = rules.choices(old.choices, empty_diagram)[0].values[0]
    diagram = PositionDiagram("".join(signs), (turn,))
    return set_up_match(old, diagram_text(old.game, old.choices, diagram))


def with_mover(match: Match, player: int) -> Match:
    """Return the match with `player` to move in its first position.

    Raises Failure if that is impossible: after a move, or in a game without position texts.
    """
    rules = match.game.diagrams
    if match.position.turn == player:
        return match
    if (
        match.ply
        or rules is None
        or write_position(match.game, match.choices, match.position) is None
    ):
        raise Failure("the player to move cannot be changed here")
    diagram = rules.diagram(match.position)
    assert diagram is not None
    turns = rules.choices(match.choices, diagram)[0].values
    other = next(turn for turn in turns if turn != diagram.field_at(0))
    diagram = PositionDiagram(diagram.symbols, (other, *diagram.fields[1:]))
    return set_up_match(match, diagram_text(match.game, match.choices, diagram))
