"""MatchView: everything that a scene shows of a match at one moment, as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from flipside.game.live_match.cell_text import ON_BOARD
from flipside.game.live_match.live_match import LiveMatch
from flipside.game.live_match.move_scores import MoveValues, help_is_fair
from flipside.game.live_match.move_text import last_of
from flipside.game.live_match.seats import Computer
from flipside.game.saves.matches import Seats
from flipside.game.services.plain import with_ellipses
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, Move, Player, Position, Result
from flipside.rules.contract.story import Flip, Piece, Pieces, Rotate
from flipside.rules.engine import data_files
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.match.clock import Clock
from flipside.rules.match.match import Match, People

Traces = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The cells of a move, and the other cells where it flipped or rotated pieces."""


@dataclass(frozen=True)
class MatchView:
    """Everything that a scene shows of a match at one moment."""

    game: AnyGame
    board: Board
    position: Position
    turn: Player
    emblems: tuple[Piece | None, Piece | None]
    """A piece of each player's colour. It stays the same during the match."""
    at: int
    """The number of plies up to the position shown."""
    plies: int
    """The number of all plies, including undone ones."""
    seats: Seats
    people: People
    """For player 0 and 1, whether a person plays for them on this device."""
    clock: Clock | None
    near: Player
    """The player whose panel is nearest to the viewer: the only person, otherwise player 0."""
    over: bool
    """Whether the match has ended, even if the animation of its last move is still running."""
    result: Result | None
    """The result, once the last move and the count of the points were shown; None before."""
    must_pass: bool
    human: bool
    """Whether a person is to move."""
    taps: Move
    next_cells: frozenset[Cell]
    """The cells that the person to move may tap next."""
    looking_back: bool
    waiting: bool
    """Whether a computer is to move, but is paused."""
    thinking: bool
    dots: int
    """The number of thinking dots, 0 to 3."""
    loads: bool
    """Whether the computer to move waits for numpy or for data files."""
    damaged: tuple[bool, ...]
    """By player, whether data files of that computer are damaged. It plays without these files."""
    last: Traces
    """The traces of the last move that was not a pass."""
    last_cells: tuple[Cell, ...]
    """The cells of the last move that are on the board; () after a pass."""

    # -- possible actions -------------------------------------------------------------------------

    demonstrates: bool
    """Whether two computers are playing against each other."""
    can_undo: bool
    fixed: bool
    """Whether some moves cannot be undone, because of clocks or correspondence."""
    away: Player | None
    """The player whose moves come by correspondence."""
    unsent: bool
    awaits: bool
    """Whether the next move comes by correspondence."""
    can_set_up: bool
    explorable: bool
    can_hint: bool
    can_value: bool
    """Whether scores of moves may be shown, including those of past moves."""

    # -- in words ----------------------------------------------------------------------------------

    names: tuple[str, str]
    """The colours of player 0 and 1, as words."""
    players: tuple[str, str]
    """The names of player 0 and 1; "" for a player without a name."""
    result_words: str
    reason: str
    """The reason for the result in words; `result_words` and `reason` are "" until the end."""
    meaning: Sequence[str]
    """What the result means, in sentences: another level, a remarkable win, the series."""
    score: tuple[int, int] | None
    note: str
    """A message that a player passed, or ""."""
    prompt: str
    """What the player to move should do, as a sentence; "" after the end."""
    last_words: tuple[str, str]
    """The last move of each player, and its effects; "" for a player without a move."""
    warning: str
    opening_name: str
    hint: tuple[str, ...]
    """The hint in sentences, or a sentence during its search; () without a hint."""
    hint_line: tuple[Move, ...]
    move_values: MoveValues

    def differs(self, other: "MatchView") -> bool:
        """Return whether anything differs except the thinking dots and the clocks."""
        return replace(self, dots=other.dots, clock=other.clock) != other

    def called(self, player: Player) -> str:
        """Return the name of a player, or the colour of a player without a name."""
        return self.players[player] or self.names[player]


def view_of(live_match: LiveMatch, ending: bool = False) -> MatchView:
    """Return the view of a live match; `ending`: its result is not told yet."""
    match, match_text, hint = live_match.match, live_match.match_text, live_match.hint
    people, award = live_match.people, live_match.settings.award
    position, human, correspondence = match.position, live_match.human, live_match.correspondence
    values = live_match.values.labels(live_match.taps) if human is not None else MoveValues()
    mover, fair = live_match.decides[position.turn], help_is_fair(match)
    result = None if ending else live_match.result
    waits = live_match.text("post.waits") if correspondence.awaits else ""
    return MatchView(
        game=live_match.game,
        board=match.board,
        position=position,
        turn=position.turn,
        emblems=emblems(position.colours, match.position_at(0).pieces()),
        at=match.ply,
        plies=len(match.moves),
        seats=live_match.seats,
        people=people,
        clock=match.clock,
        near=1 if people == (False, True) else 0,
        over=live_match.result is not None,
        result=result,
        must_pass=match.must_pass,
        human=human is not None,
        taps=live_match.taps,
        next_cells=human.find_next_cells() if human is not None else frozenset(),
        looking_back=live_match.looking_back,
        waiting=live_match.waiting,
        thinking=live_match.thinking,
        dots=mover.dots if isinstance(mover, Computer) else 0,
        loads=live_match.loads,
        damaged=tuple(bool(data_files.damaged(live_match.game, word)) for word in live_match.seats),
        last=last_move(match),
        last_cells=_on_board(match.board, match.moves[match.ply - 1] if match.ply else ()),
        demonstrates=not (any(people) or live_match.waiting or result),
        can_undo=live_match.can_undo,
        fixed=live_match.locked_plies > 0,
        away=correspondence.away,
        unsent=correspondence.unsent,
        awaits=correspondence.awaits,
        can_set_up=can_set_up(match),
        explorable=explorable(match),
        can_hint=human is not None and not match.must_pass and fair,
        can_value=fair,
        names=(match_text.colour(0), match_text.colour(1)),
        players=(with_ellipses(match.players[0]), with_ellipses(match.players[1])),
        result_words=match_text.result_sentence(result, award) if result else "",
        reason=match_text.reason_sentence(result, people) if result else "",
        meaning=live_match.meaning.to_sentences(match_text) if result else (),
        score=_score(live_match, result),
        note=live_match.note,
        prompt="" if live_match.result else waits or match_text.prompt_sentence(position),
        last_words=(last_of(match_text, 0), last_of(match_text, 1)),
        warning=match_text.end_warning(),
        opening_name=match_text.opening(),
        hint=hint.to_sentences() if hint.is_active else (),
        hint_line=hint.line,
        move_values=values,
    )


def _score(live_match: LiveMatch, result: Result | None) -> tuple[int, int] | None:
    position = live_match.match.position
    if result is not None and live_match.settings.award:
        return live_match.game.points_at_end(position)
    return position.points()


def can_set_up(match: Match) -> bool:
    """Return whether the editor may open the position."""
    return match.game.diagrams is not None and help_is_fair(match)


def explorable(match: Match) -> bool:
    """Return whether a study of the match would be fair.

    Hidden tiles must be dealt again, which is possible only in games with diagrams.
    """
    hides = match.result() is None and hides_information(match.position)
    return help_is_fair(match) and not (hides and match.game.diagrams is None)


def emblems(colours: tuple[str, str] | None, opening: Pieces) -> tuple[Piece | None, Piece | None]:
    """Return for each player a piece of that player's colour, if possible from `opening`.

    Both are None while the players have no colours.
    """
    if colours is None:
        return None, None
    first_pieces = {piece.colour: piece for piece in opening if piece}
    first, second = (first_pieces.get(colour, Piece(colour, "disc")) for colour in colours)
    return first, second


def last_move(match: Match) -> Traces:
    """Return the traces of the last move that was not a pass."""
    ply = next((ply for ply in range(match.ply - 1, -1, -1) if match.moves[ply] != PASS), None)
    if ply is None:
        return (), ()
    return traces(match.board, match.position_at(ply), match.moves[ply])


def traces(board: Board, before: Position, move: Move) -> Traces:
    """Return the cells of a move, and the other cells where it flips or rotates pieces."""
    steps = chain.from_iterable(before.story(move))
    flips = [step.cell for step in steps if isinstance(step, Flip | Rotate)]
    cells = _on_board(board, move)
    return cells, tuple(cell for cell in flips if cell not in cells)


def _on_board(board: Board, move: Move) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for cell in move if board.kinds[cell] in ON_BOARD))
