"""Outlook: everything that the screen shows of a match at one moment, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from game.services.plain import with_ellipses
from game.table.table import Table
from rules.contract.board import Board, Cell
from rules.contract.game import AnyGame
from rules.contract.position import PASS, Move, Player, Position, Result
from rules.contract.story import Flip, Piece, Pieces, Turn
from rules.match.clock import Clock
from rules.match.match import Match

Traces = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The cells of a move, and those whose pieces it turned."""


@dataclass(frozen=True)
class Valued:
    """The scores of the legal moves, as they are shown."""

    cells: Mapping[Cell, str] = field(default_factory=dict)
    """The score of a tap there, in a few letters."""
    best: frozenset[Cell] = frozenset()
    """The cells of the highest value."""
    words: str = ""
    """Who is ahead."""
    share: float | None = None
    """The mover's part of the bar for who is ahead, 0 to 1; None while that is not known."""


@dataclass(frozen=True)
class Outlook:
    """One moment of a match that is being played, as it is shown."""

    game: AnyGame
    board: Board
    position: Position
    opening: Pieces
    """The pieces as they lay at the beginning."""
    at: int
    """The current ply."""
    plies: int
    """All plies, undone ones included."""
    names: tuple[str, str]
    """What the players are called: their colours."""
    players: tuple[str, str]
    """What people call them; empty where nobody said."""
    seats: tuple[str, str]
    """Who decides for them, as seat words."""
    clock: Clock | None
    """The players' time; None without clocks."""
    near: Player
    """Whose panel is at the thumb: the only person's, or else the first player's."""
    over: bool
    """Whether the match has ended, also while its last move is still being shown."""
    result: Result | None
    """How it ended, once the last move has been seen."""
    result_words: str
    reason: str
    """The result and the reason in words, empty before."""
    streak: tuple[str, ...]
    """That another level may suit better, as a sentence or none."""
    score: tuple[int, int] | None
    note: str
    """What was said last, besides whose turn it is."""
    asked: str
    """What a person who is to move is asked."""
    last_words: tuple[str, str]
    """What each player's last move was and did; empty before it."""
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
    """Whether a computer would move, but waits until it is told to go on."""
    thinking: bool
    dots: int
    """How many of the three thinking dots are seen."""
    loads: bool
    """Whether data files of the thinking computer are still loading."""
    damaged: tuple[bool, bool]
    """By player, whether data files of a computer are damaged, so that it plays without them."""
    demonstrates: bool
    """Whether two computers play without anybody."""
    can_undo: bool
    fixed: bool
    """Whether moves stand as they were made, because of clocks or since they were sent."""
    away: Player | None
    """The player whose moves come by correspondence, or None."""
    awaits: bool
    """Whether the next move comes by correspondence."""
    unsent: bool
    """Whether that player does not know yet how the match stands here."""
    can_hint: bool
    hinted: bool
    """Whether there is a hint, or one is looked for."""
    hint: tuple[str, ...]
    """The hint in sentences."""
    hint_line: tuple[Move, ...]
    """The moves of the hint, to be marked."""
    valued: Valued
    last: Traces
    """Those of the last move that was no pass."""
    last_cells: tuple[Cell, ...]
    """The cells on the board that were tapped last."""

    def called(self, player: Player) -> str:
        """What people call a player, or else his colour."""
        return self.players[player] or self.names[player]

    @property
    def turn(self) -> Player:
        """Who is to move."""
        return self.position.turn

    def emblem(self, player: Player) -> Piece | None:
        """A piece of this player's colour, the same all the time."""
        return emblem(self.position.colours, self.opening, player)


def outlook_of(table: Table, ending: bool = False) -> Outlook:
    """Everything that can be seen now; `ending` while the last move is still being shown."""
    match, words, result = table.match, table.words, None if ending else table.result
    human, settings = table.human, table.settings
    award = settings.award and result is not None and table.game.award is not None
    position, taps = match.position, table.taps
    hint = table.hint
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
        asked=_asked(table) if result is None else "",
        last_words=(words.last(0), words.last(1)),
        warning=words.warning(),
        opening_name=words.opening(),
        must_pass=match.must_pass,
        human=human is not None,
        taps=taps,
        next_cells=human.next_cells(match.legal()) if human is not None else frozenset(),
        looking_back=table.looking_back,
        waiting=table.waiting,
        thinking=table.thinking,
        dots=table.computers.dots,
        loads=table.loads,
        damaged=(table.damaged(0), table.damaged(1)),
        demonstrates=not any(table.people) and not table.waiting and result is None,
        can_undo=table.can_undo,
        fixed=table.locked_plies > 0,
        away=table.by_post.away,
        awaits=table.by_post.awaits,
        unsent=table.by_post.unsent,
        can_hint=human is not None and not match.must_pass,
        hinted=hint.shown,
        hint=hint.sentences(bool(table.values.words())) if hint.shown else (),
        hint_line=hint.line,
        valued=_valued(table, taps) if human is not None else Valued(),
        last=last_move(match),
        last_cells=_on_board(match.board, match.moves[match.ply - 1] if match.ply else ()),
    )


def _asked(table: Table) -> str:
    """What a person who is to move is asked, or what is waited for."""
    return (
        table.text("post.waits")
        if table.by_post.awaits
        else table.words.asked(table.match.position)
    )


def _valued(table: Table, taps: Move) -> Valued:
    values = table.values
    cells = values.cells(taps)
    best = max(cells.values(), default=0)
    return Valued(
        cells={cell: values.short(value) for cell, value in cells.items()},
        best=frozenset(cell for cell, value in cells.items() if value == best),
        words=values.words(),
        share=values.share(),
    )


def emblem(colours: tuple[str, str] | None, opening: Pieces, player: Player) -> Piece | None:
    """A piece of a player's colour, as they lie at the beginning; None while none is chosen."""
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
    """The cells of a move, and those whose pieces it turned."""
    turned = [
        step.cell for beat in before.story(move) for step in beat if isinstance(step, Flip | Turn)
    ]
    cells = _on_board(board, move)
    return cells, tuple(cell for cell in turned if cell not in cells)


def _on_board(board: Board, move: Move) -> tuple[Cell, ...]:
    """The cells of a move that do not lie beside the board, each once."""
    return tuple(dict.fromkeys(cell for cell in move if board.kinds[cell] in ("square", "pit")))
