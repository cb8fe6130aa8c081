"""The right answers of strategy lessons, computed from positions by exact counting.

Each function gets the match at a step, and returns the names of the right moves or squares.
"""

from collections.abc import Callable

from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import Move, Position
from flipside.rules.games.flipflop.position import LINES, FlipFlop
from flipside.rules.games.flipop.doors import WAY_BY_PITS
from flipside.rules.games.flipop.position import Flipop
from flipside.rules.games.switch.position import PlayingPhase
from flipside.rules.match.match import Match
from tests.of_type import of_type
from tests.rules.engine.fact_checks.case import beside
from tests.rules.teaching.lesson_checks import islands, on, turned, won_by

Rule = Callable[[Match], set[str]]


def by_move(is_right: Callable[[Match, Move, Position], bool]) -> Rule:
    """Return a rule that checks each move, with the position after it."""

    def right(match: Match) -> set[str]:
        before = match.position
        return {
            before.name(move) for move in match.legal() if is_right(match, move, before.play(move))
        }

    return right


def names(match: Match, cells: set[Cell]) -> set[str]:
    return {match.board.names[cell] for cell in cells}


# -- Othello ---------------------------------------------------------------------------------------

CORNERS = {0, 7, 56, 63}


def gives_no_corner(match: Match, move: Move, after: Position) -> bool:
    return not any(reply and reply[0] in CORNERS for reply in after.moves())


def takes_corner(match: Match, move: Move, after: Position) -> bool:
    return move[0] in CORNERS


def opens_corner(match: Match) -> set[str]:
    """Squares next to an empty corner on which a move lets the opponent take that corner."""
    keep = by_move(gives_no_corner)(match)
    return {match.position.name(move) for move in match.legal()} - keep


def turns_one(match: Match, move: Move, after: Position) -> bool:
    return len(turned(match.position, move)) == 1


def fewest_replies(match: Match) -> set[str]:
    before = match.position
    replies = {before.name(move): len(before.play(move).moves()) for move in match.legal()}
    return {name for name, count in replies.items() if count == min(replies.values())}


def empty_regions(match: Match) -> list[set[Cell]]:
    """Return the regions of empty squares, joined at edges and corners."""
    empty = {cell for cell in range(64) if not on(match.position, cell)}
    regions = []
    while empty:
        region, new = set[Cell](), {min(empty)}
        while new:
            region |= new
            new = {c for c in empty - region for r in region
                   if abs(c % 8 - r % 8) <= 1 and abs(c // 8 - r // 8) <= 1}  # fmt: skip
        regions.append(region)
        empty -= region
    return regions


def odd_region(match: Match) -> set[str]:
    return names(match, {c for region in empty_regions(match) if len(region) % 2 for c in region})


def best_to_the_end(match: Match) -> set[str]:
    """Return the moves with the best result, by search to the end."""

    def worth(position: Position) -> int:
        if position.result() is not None:
            points = position.points()
            return points[0] - points[1]
        scores = [worth(position.play(move)) for move in position.moves()]
        return min(scores) if position.turn else max(scores)

    before = match.position
    scores = {before.name(move): worth(before.play(move)) for move in match.legal()}
    best = (min if before.turn else max)(scores.values())
    return {name for name, score in scores.items() if score == best}


# -- Flip-Flop -------------------------------------------------------------------------------------


def threats(position: Position, player: int) -> set[int]:
    """Return the taps, as bitboards, with which a player can fill a line."""
    return {taps for _, taps in of_type(FlipFlop, position).finishing(player)}


def makes_two_threats(match: Match, move: Move, after: Position) -> bool:
    mover = match.position.turn
    return (
        after.result() is None and len(threats(after, mover)) > 1 and not threats(after, 1 - mover)
    )


def fills_line(match: Match, move: Move, after: Position) -> bool:
    return won_by(after, match.position.turn)


def lets_nothing_be_filled(match: Match, move: Move, after: Position) -> bool:
    """Whether the opponent has not won and cannot fill a line with the next move."""
    other = 1 - match.position.turn
    return after.result() is None and not any(won_by(after.play(m), other) for m in after.moves())


def even_lines(match: Match) -> set[str]:
    """The legal switches in whose row and column the mover has even numbers of stones."""
    position = of_type(FlipFlop, match.position)
    own = position.stones[position.turn]
    even = [line for line in LINES if (line & own).bit_count() % 2 == 0]
    return {
        position.name(move)
        for move in match.legal()
        if sum(line >> move[0] & 1 for line in even) == 2
    }


# -- Switch ----------------------------------------------------------------------------------------


def groups_of(match: Match, position: Position, player: int) -> int:
    return len(islands(position, match.board, position.colours[player]))


def leaves_fewest_groups(match: Match) -> set[str]:
    before, counts = match.position, dict[str, int]()
    for move in match.legal():
        counts[before.name(move)] = groups_of(match, before.play(move), before.turn)
    return {name for name, count in counts.items() if count == min(counts.values())}


def connects_safely(match: Match, move: Move, after: Position) -> bool:
    return won_by(after, match.position.turn)


def connects_in_vain(match: Match) -> int:
    """Return how many moves connect all stones but can be countered."""
    before = match.position
    return sum(
        groups_of(match, after, before.turn) == 1 and after.result() is None and has_counter(after)
        for after in map(before.play, match.legal())
    )


def keeps_apart(match: Match, move: Move, after: Position) -> bool:
    """Whether the opponent's stones are apart after the move and after each reply."""
    other = 1 - match.position.turn
    return after.result() is None and groups_of(match, after, other) > 1 and all(
        groups_of(match, after.play(reply), other) > 1 for reply in after.moves()
    )  # fmt: skip


# -- Flipop ----------------------------------------------------------------------------------------


def has_door(position: Position, cell: Cell) -> bool:
    doors = of_type(Flipop, position).doors
    return any(way.doors & doors for way in WAY_BY_PITS.values() if way.source == cell)


def own_balls(position: Position) -> set[Cell]:
    return {cell for cell in range(25) if on(position, cell) == position.colours[position.turn]}


def shut_in(match: Match) -> set[str]:
    balls = own_balls(match.position)
    return names(match, {cell for cell in balls if not has_door(match.position, cell)})


def frees_a_ball(match: Match, move: Move, after: Position) -> bool:
    """Whether a ball that no door touched, and that stays where it is, gets a door."""
    colour = match.position.colours[match.position.turn]
    return any(
        has_door(after, match.board.cell_named(name))
        and on(after, match.board.cell_named(name)) == colour
        for name in shut_in(match)
    )


def pushes_back(match: Match, move: Move, after: Position) -> bool:
    return "pushes_back" in {fact.key for fact in match.game.facts(match.position, move)}


def leaves_board(match: Match, move: Move, after: Position) -> bool:
    mover = match.position.turn
    return after.points()[mover] > match.position.points()[mover]


def keeps_in(match: Match, move: Move, after: Position) -> bool:
    """Whether no ball of the opponent has left the board, or can with the next move."""
    other, before = 1 - match.position.turn, match.position
    later = [after, *map(after.play, after.moves() if after.result() is None else ())]
    return all(position.points()[other] == before.points()[other] for position in later)


# -- Contactic -------------------------------------------------------------------------------------


def joined_sizes(match: Match, colour: str) -> dict[Cell, int]:
    """Return the size of the island that a tile of a colour would get, by empty square."""
    board = match.board
    squares = {c for c in range(board.columns * board.rows) if board.kinds[c] == "square"}
    whole = islands(match.position, board, colour)
    empty = {cell for cell in squares if match.position.pieces()[cell] is None}
    return {
        cell: 1 + sum(len(island) for island in whole if island & set(beside(board, cell)))
        for cell in empty
    }


def grows_most(match: Match, move: Move, after: Position) -> bool:
    mover = match.position.turn
    best = max(match.position.play(m).points()[mover] for m in match.legal())
    return after.points()[mover] == best


def gap_of(match: Match, player: int) -> set[str]:
    """Return the empty squares where a tile of a player would make the largest island."""
    sizes = joined_sizes(match, match.position.colours[player])
    return names(match, {cell for cell, size in sizes.items() if size == max(sizes.values())})


def closes_gap(match: Match, move: Move, after: Position) -> bool:
    return match.board.names[move[0]] in gap_of(match, 1 - match.position.turn)


def narrowest_gaps(match: Match) -> set[str]:
    """Return the empty squares with the most tiles around them."""
    board, pieces = match.board, match.position.pieces()
    around = {
        cell: sum(pieces[n] is not None for n in beside(board, cell))
        for cell in range(board.columns * board.rows)
        if pieces[cell] is None and board.kinds[cell] == "square"
    }
    return names(match, {cell for cell, count in around.items() if count == max(around.values())})


RIGHT: dict[str, Rule] = {
    "corner-open": opens_corner,
    "corner-keep": by_move(gives_no_corner),
    "corner-take": by_move(takes_corner),
    "quiet-one": by_move(turns_one),
    "quiet-few": fewest_replies,
    "odd-region": odd_region,
    "odd-last": best_to_the_end,
    "fork-two": by_move(makes_two_threats),
    "fork-win": by_move(fills_line),
    "block-fill": by_move(lets_nothing_be_filled),
    "block-switch": by_move(lets_nothing_be_filled),
    "even-switch": even_lines,
    "groups-join": leaves_fewest_groups,
    "counter-free": by_move(connects_safely),
    "safe-apart": by_move(keeps_apart),
    "door-none": shut_in,
    "door-free": by_move(frees_a_ball),
    "push-back": by_move(pushes_back),
    "out-now": by_move(leaves_board),
    "out-stop": by_move(keeps_in),
    "join-best": by_move(grows_most),
    "wedge-gap": lambda match: gap_of(match, 1 - match.position.turn),
    "wedge-close": by_move(closes_gap),
    "gap-narrow": narrowest_gaps,
}
"""The right answers by kind of step. The key of a further step of a kind ends with a number."""


def wrong_moves(match: Match, right: set[str]) -> list[tuple[Move, Position]]:
    """Return the wrong moves, each with the position after it."""
    before = match.position
    return [(m, before.play(m)) for m in match.legal() if before.name(m) not in right]


def answers_of_counters(match: Match, right: set[str]) -> bool:
    """Whether some connection can be countered, and each wrong move is what the lesson says."""
    return connects_in_vain(match) > 0 and all(
        groups_of(match, after, 0) > 1 or (after.result() is None and has_counter(after))
        for _, after in wrong_moves(match, right)
    )


def has_counter(after: Position) -> bool:
    return bool(list(of_type(PlayingPhase, after).counters()))


def answers_of_pushes(match: Match, right: set[str]) -> bool:
    """Whether no wrong move puts a black ball on a square with a larger row."""
    before = match.position
    return not any(
        {cell // 5 for cell in range(25) if on(after, cell) == "black" != on(before, cell)}
        - {cell // 5 for cell in range(25) if on(before, cell) == "black" != on(after, cell)}
        and black_rows(after) > black_rows(before)
        for _, after in wrong_moves(match, right)
    )


def black_rows(position: Position) -> int:
    """Return the sum of the rows of the black balls, from 0."""
    return sum(cell // 5 for cell in range(25) if on(position, cell) == "black")


def apart_at_first(match: Match, right: set[str]) -> bool:
    """Whether no wrong move wins, so that each lets light connect."""
    return not any(won_by(after, 0) for _, after in wrong_moves(match, right))


ALSO: dict[str, Callable[[Match, set[str]], bool]] = {
    "corner-open": lambda match, right: right == {"g7"},
    "quiet-few": lambda match, right: len(right) == 1,
    "odd-region": lambda match, right: sum(len(r) % 2 for r in empty_regions(match)) == 1,
    "odd-last": lambda match, right: len(right) == 1,
    "fork-two": lambda match, right: all(
        len(threats(after, 0)) < 2 for _, after in wrong_moves(match, right)
    ),
    "block-fill": lambda match, right: not by_move(fills_line)(match),
    "block-switch": lambda match, right: not by_move(fills_line)(match),
    "counter-free": answers_of_counters,
    "safe-apart": apart_at_first,
    "push-back": answers_of_pushes,
    "join-best": lambda match, right: len({name.split(":")[0] for name in right}) == 1,
    "wedge-gap": lambda match, right: len(right) == 1,
    "wedge-close": lambda match, right: len(gap_of(match, 1)) == 1,
    "gap-narrow": lambda match, right: len(right) == 1,
}
"""What the texts say besides, for each kind of step, given the right answers."""
