"""Outlook: everything visible of a match at one moment, as plain data."""

from dataclasses import dataclass

from game.services.plain import with_ellipses
from game.table.cell_text import ON_BOARD
from game.table.move_scores import Valued, help_is_fair
from game.table.move_text import last_of
from game.table.seats import Computer
from game.table.table import Table
from rules.contract.board import Board, Cell
from rules.contract.game import AnyGame
from rules.contract.position import PASS, Move, Player, Position, Result
from rules.contract.story import Flip, Piece, Pieces, Turn
from rules.engine.analysis.explain import hides_information
from rules.engine.data import locate
from rules.match.clock import Clock
from rules.match.match import Match

Traces = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The cells of a move, and the other cells whose pieces it turned."""


@dataclass(frozen=True)
class Outlook:
    """One moment of a match that is being played, as shown."""

    game: AnyGame
    board: Board
    position: Position
    opening: Pieces
    """The pieces of the starting position."""
    at: int
    plies: int
    """All plies, undone ones included."""
    names: tuple[str, str]
    """The colours of the players, as words."""
    players: tuple[str, str]
    """The names of the players; empty without a name."""
    seats: tuple[str, str]
    clock: Clock | None
    near: Player
    """The player whose panel is nearest: the only person, or else player 0."""
    over: bool
    """Whether the match has ended, also while its last move is still being shown."""
    result: Result | None
    """The result, once the last move has been shown."""
    result_words: str
    reason: str
    """The result and its reason in words; empty before."""
    streak: tuple[str, ...]
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
    must_pass: bool
    human: bool
    """Whether a person is to move."""
    taps: Move
    next_cells: frozenset[Cell]
    """The cells that the person who is to move may tap now."""
    looking_back: bool
    waiting: bool
    """Whether a computer is to move, but paused."""
    thinking: bool
    dots: int
    """The number of thinking dots shown, 0 to 3."""
    loads: bool
    """Whether data files of the thinking computer are still loading."""
    damaged: tuple[bool, bool]
    """By player, whether data files of a computer are damaged, so that it plays without them."""
    demonstrates: bool
    """Whether two computers play without anybody."""
    can_undo: bool
    fixed: bool
    """Whether some moves cannot be undone, because of clocks or correspondence."""
    away: Player | None
    awaits: bool
    """Whether the next move comes by correspondence."""
    unsent: bool
    can_set_up: bool
    explorable: bool
    can_hint: bool
    can_value: bool
    """Whether the values of moves may be shown, also of those that were made."""
    hint: tuple[str, ...]
    """The hint in sentences, also while it is searched; empty without one."""
    hint_line: tuple[Move, ...]
    valued: Valued
    last: Traces
    """The traces of the last move that was no pass."""
    last_cells: tuple[Cell, ...]
    """The cells on the board that were tapped last."""

    def called(self, player: Player) -> str:
        return self.players[player] or self.names[player]

    @property
    def turn(self) -> Player:
        return self.position.turn

    def emblem(self, player: Player) -> Piece | None:
        """A piece of this player's colour, the same during the whole match."""
        return emblem(self.position.colours, self.opening, player)


def outlook_of(table: Table, ending: bool = False) -> Outlook:
    """The outlook of the match now; `ending` while the last move is still being shown."""
    match, words, result = table.match, table.words, None if ending else table.result
    human, settings = table.human, table.settings
    award = settings.award and result is not None and table.game.award is not None
    position, taps, mover = match.position, table.taps, table.decides[match.position.turn]
    hint, correspondence = table.hint, table.correspondence
    asks = table.text("post.waits") if correspondence.awaits else words.asked(position)
    damaged = [bool(locate.damaged(table.game, word)) for word in table.seats]
    return Outlook(
        game=table.game,
        board=match.board,
        position=position,
        opening=match.position_at(0).pieces(),
        at=match.ply,
        plies=len(match.moves),
        names=(words.colour(0), words.colour(1)),
        players=(with_ellipses(match.players[0]), with_ellipses(match.players[1])),
        seats=table.seats,
        clock=match.clock,
        near=1 if table.people == (False, True) else 0,
        over=table.result is not None,
        result=result,
        result_words=words.result(result, settings.award) if result else "",
        reason=words.reason(result) if result else "",
        streak=words.streak(table.streak) if result else (),
        score=table.game.award(position) if award and table.game.award else position.score(),
        note=table.note,
        asked="" if result else asks,
        last_words=(last_of(words, 0), last_of(words, 1)),
        warning=words.warning(),
        opening_name=words.opening(),
        must_pass=match.must_pass,
        human=human is not None,
        taps=taps,
        next_cells=human.next_cells() if human is not None else frozenset(),
        looking_back=table.looking_back,
        waiting=table.waiting,
        thinking=table.thinking,
        dots=mover.dots if isinstance(mover, Computer) else 0,
        loads=table.loads,
        damaged=(damaged[0], damaged[1]),
        demonstrates=not any(table.people) and not table.waiting and result is None,
        can_undo=table.can_undo,
        fixed=table.locked_plies > 0,
        away=correspondence.away,
        awaits=correspondence.awaits,
        unsent=correspondence.unsent,
        can_set_up=can_set_up(match),
        explorable=explorable(match),
        can_hint=human is not None and not match.must_pass and help_is_fair(match),
        can_value=help_is_fair(match),
        hint=hint.sentences(bool(table.values.words())) if hint.shown else (),
        hint_line=hint.line,
        valued=table.values.shown(taps) if human is not None else Valued(),
        last=last_move(match),
        last_cells=_on_board(match.board, match.moves[match.ply - 1] if match.ply else ()),
    )


def can_set_up(match: Match) -> bool:
    """Whether its position may be opened in the editor."""
    return match.game.diagrams is not None and help_is_fair(match)


def explorable(match: Match) -> bool:
    """Whether moves may be tried without making them. What is hidden can be dealt anew only in
    games with diagrams."""
    hides = match.result() is None and hides_information(match.position)
    return help_is_fair(match) and not (hides and match.game.diagrams is None)


def emblem(colours: tuple[str, str] | None, opening: Pieces, player: Player) -> Piece | None:
    """A piece of a player's colour, as in the starting position; None while colours are open."""
    if colours is None:
        return None
    own = (piece for piece in reversed(opening) if piece and piece.colour == colours[player])
    return next(own, Piece(colours[player], "disc"))


def last_move(match: Match) -> Traces:
    """The traces of the last move that was no pass."""
    made = next((ply for ply in range(match.ply - 1, -1, -1) if match.moves[ply] != PASS), None)
    if made is None:
        return (), ()
    return traces(match.board, match.position_at(made), match.moves[made])


def traces(board: Board, before: Position, move: Move) -> Traces:
    """The cells of a move, and the other cells whose pieces it turned."""
    turned = [
        step.cell for beat in before.story(move) for step in beat if isinstance(step, Flip | Turn)
    ]
    cells = _on_board(board, move)
    return cells, tuple(cell for cell in turned if cell not in cells)


def _on_board(board: Board, move: Move) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for cell in move if board.kinds[cell] in ON_BOARD))
