"""MatchView: everything visible of a match at one moment, as plain data."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from flipside.game.saves.matches import Seats
from flipside.game.services.plain import with_ellipses
from flipside.game.table.cell_text import ON_BOARD
from flipside.game.table.move_scores import MoveValues, help_is_fair
from flipside.game.table.move_text import last_of
from flipside.game.table.seats import Computer
from flipside.game.table.table import Table
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, Move, Player, Position, Result
from flipside.rules.contract.story import Flip, Piece, Pieces, Turn
from flipside.rules.engine import data_files
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.match.clock import Clock
from flipside.rules.match.match import Match, People

Traces = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The cells of a move, and the other cells whose pieces it flipped or turned."""


@dataclass(frozen=True)
class MatchView:
    """One moment of a match, as a scene shows it."""

    game: AnyGame
    board: Board
    position: Position
    turn: Player
    emblems: tuple[Piece | None, Piece | None]
    """A piece of each player's colour, the same during the whole match."""
    at: int
    """Plies made."""
    plies: int
    """All plies, including undone ones."""
    seats: Seats
    people: People
    """For player 0 and 1, whether a person plays here."""
    clock: Clock | None
    near: Player
    """The player whose panel is nearest: the only person, or else player 0."""
    over: bool
    """Whether the match has ended, even if its last move is still being shown."""
    result: Result | None
    """The result, once the last move has been shown."""
    must_pass: bool
    human: bool
    """Whether a person is to move."""
    taps: Move
    next_cells: frozenset[Cell]
    """The cells that the person who is to move may tap next."""
    looking_back: bool
    waiting: bool
    """Whether a computer is to move, but is paused."""
    thinking: bool
    dots: int
    """The number of thinking dots shown, 0 to 3."""
    loads: bool
    """Whether data files of the thinking computer are still loading."""
    damaged: tuple[bool, ...]
    """By player, whether data files of a computer are damaged; it plays without them."""
    last: Traces
    """The traces of the last move other than a pass."""
    last_cells: tuple[Cell, ...]
    """The cells on the board that were tapped last."""

    # -- possible actions -------------------------------------------------------------------------

    demonstrates: bool
    """Whether two computers play without a person."""
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
    """Whether the values of moves may be shown, including those of past moves."""

    # -- in words ----------------------------------------------------------------------------------

    names: tuple[str, str]
    """The colours of the players, as words."""
    players: tuple[str, str]
    """The names of the players; empty without a name."""
    result_words: str
    reason: str
    """The result and its reason in words; empty before."""
    streak: Sequence[str]
    """The offer of another level, as one sentence or none."""
    score: tuple[int, int] | None
    note: str
    """The last message, without the player to move."""
    asked: str
    """The prompt for a person who is to move."""
    last_words: tuple[str, str]
    """The last move of each player and its effects; empty before it."""
    warning: str
    opening_name: str
    hint: tuple[str, ...]
    """The hint in sentences, also while it is searched; empty without one."""
    hint_line: tuple[Move, ...]
    valued: MoveValues

    def differs(self, other: "MatchView") -> bool:
        """Return whether more than thinking dots and clocks looks different."""
        return replace(self, dots=other.dots, clock=other.clock) != other

    def called(self, player: Player) -> str:
        """Return the name of a player, or else the colour."""
        return self.players[player] or self.names[player]


def view_of(table: Table, ending: bool = False) -> MatchView:
    """Return the view of a table; `ending`: the last move is still being shown."""
    match, people, words, hint = table.match, table.people, table.words, table.hint
    position, human, correspondence = match.position, table.human, table.correspondence
    mover, fair = table.decides[position.turn], help_is_fair(match)
    result = None if ending else table.result
    prompt = table.text("post.waits") if correspondence.awaits else words.asked(position)
    return MatchView(
        game=table.game,
        board=match.board,
        position=position,
        turn=position.turn,
        emblems=emblems(position.colours, match.position_at(0).pieces()),
        at=match.ply,
        plies=len(match.moves),
        seats=table.seats,
        people=people,
        clock=match.clock,
        near=1 if people == (False, True) else 0,
        over=table.result is not None,
        result=result,
        must_pass=match.must_pass,
        human=human is not None,
        taps=table.taps,
        next_cells=human.next_cells() if human is not None else frozenset(),
        looking_back=table.looking_back,
        waiting=table.waiting,
        thinking=table.thinking,
        dots=mover.dots if isinstance(mover, Computer) else 0,
        loads=table.loads,
        damaged=tuple(bool(data_files.damaged(table.game, word)) for word in table.seats),
        last=last_move(match),
        last_cells=_on_board(match.board, match.moves[match.ply - 1] if match.ply else ()),
        demonstrates=not (any(people) or table.waiting or result),
        can_undo=table.can_undo,
        fixed=table.locked_plies > 0,
        away=correspondence.away,
        unsent=correspondence.unsent,
        awaits=correspondence.awaits,
        can_set_up=can_set_up(match),
        explorable=explorable(match),
        can_hint=human is not None and not match.must_pass and fair,
        can_value=fair,
        names=(words.colour(0), words.colour(1)),
        players=(with_ellipses(match.players[0]), with_ellipses(match.players[1])),
        result_words=words.result(result, table.settings.award) if result else "",
        reason=words.reason(result) if result else "",
        streak=words.streak(table.streak) if result else (),
        score=_score(table, result),
        note=table.note,
        asked="" if result else prompt,
        last_words=(last_of(words, 0), last_of(words, 1)),
        warning=words.warning(),
        opening_name=words.opening(),
        hint=hint.sentences() if hint.shown else (),
        hint_line=hint.line,
        valued=table.values.shown(table.taps) if human is not None else MoveValues(),
    )


def _score(table: Table, result: Result | None) -> tuple[int, int] | None:
    position, award = table.match.position, table.game.award
    if result is not None and table.settings.award and award is not None:
        return award(position)
    return position.score()


def can_set_up(match: Match) -> bool:
    """Return whether the position may be opened in the editor."""
    return match.game.diagrams is not None and help_is_fair(match)


def explorable(match: Match) -> bool:
    """Return whether moves may be tried without making them.

    Hidden information can be dealt again only in games with diagrams.
    """
    hides = match.result() is None and hides_information(match.position)
    return help_is_fair(match) and not (hides and match.game.diagrams is None)


def emblems(colours: tuple[str, str] | None, opening: Pieces) -> tuple[Piece | None, Piece | None]:
    """Return a piece of each player's colour, as in the starting position.

    Both are None while the colours are undecided.
    """
    if colours is None:
        return None, None
    first_pieces = {piece.colour: piece for piece in opening if piece}
    first, second = (first_pieces.get(colour, Piece(colour, "disc")) for colour in colours)
    return first, second


def last_move(match: Match) -> Traces:
    """Return the traces of the last move other than a pass."""
    ply = next((ply for ply in range(match.ply - 1, -1, -1) if match.moves[ply] != PASS), None)
    if ply is None:
        return (), ()
    return traces(match.board, match.position_at(ply), match.moves[ply])


def traces(board: Board, before: Position, move: Move) -> Traces:
    """Return the cells of a move, and the other cells whose pieces it flipped or turned."""
    steps = chain.from_iterable(before.story(move))
    flips = [step.cell for step in steps if isinstance(step, Flip | Turn)]
    cells = _on_board(board, move)
    return cells, tuple(cell for cell in flips if cell not in cells)


def _on_board(board: Board, move: Move) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for cell in move if board.kinds[cell] in ON_BOARD))
