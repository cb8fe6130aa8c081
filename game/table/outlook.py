"""Outlook: everything visible of a match at one moment, as plain data."""

from itertools import chain

from flipside.game.services.plain import with_ellipses
from flipside.game.table.cell_text import ON_BOARD
from flipside.game.table.move_scores import Valued, help_is_fair
from flipside.game.table.move_text import last_of
from flipside.game.table.seats import Computer
from flipside.game.table.table import Table
from flipside.rules.contract.board import Board, Cell
from flipside.rules.contract.position import PASS, Move, Player, Position
from flipside.rules.contract.story import Flip, Piece, Pieces, Turn
from flipside.rules.engine.analysis.explain import hides_information
from flipside.rules.engine.data import locate
from flipside.rules.match.match import Match

Traces = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The cells of a move, and the other cells whose pieces it turned."""


class Outlook:
    """One moment of a match that is being played, as shown; read from its table once."""

    def __init__(self, table: Table, ending: bool = False) -> None:
        """`ending`: the last move is still being shown."""
        match, people = table.match, table.people
        position = match.position
        human, mover = table.human, table.decides[position.turn]
        self.game, self.board, self.position = table.game, match.board, position
        self.turn = position.turn
        self.emblems = emblems(position.colours, match.position_at(0).pieces())
        """A piece of each player's colour, the same during the whole match."""
        self.at = match.ply
        self.plies = len(match.moves)
        """All plies, undone ones included."""
        self.seats, self.clock = table.seats, match.clock
        self.near: Player = 1 if people == (False, True) else 0
        """The player whose panel is nearest: the only person, or else player 0."""
        self.over = table.result is not None
        """Whether the match has ended, also while its last move is still being shown."""
        self.result = None if ending else table.result
        """The result, once the last move has been shown."""
        self.must_pass = match.must_pass
        self.human = human is not None
        """Whether a person is to move."""
        self.taps = table.taps
        self.next_cells = human.next_cells() if human is not None else frozenset[Cell]()
        """The cells that the person who is to move may tap now."""
        self.looking_back = table.looking_back
        self.waiting = table.waiting
        """Whether a computer is to move, but paused."""
        self.thinking = table.thinking
        self.dots = mover.dots if isinstance(mover, Computer) else 0
        """The number of thinking dots shown, 0 to 3."""
        self.loads = table.loads
        """Whether data files of the thinking computer are still loading."""
        self.damaged = [bool(locate.damaged(table.game, word)) for word in table.seats]
        """By player, whether data files of a computer are damaged: it plays without them."""
        self.last = last_move(match)
        """The traces of the last move that was no pass."""
        self.last_cells = _on_board(match.board, match.moves[match.ply - 1] if match.ply else ())
        """The cells on the board that were tapped last."""
        self._read_possible(table)
        self._read_words(table)

    def _read_possible(self, table: Table) -> None:
        match, correspondence, fair = table.match, table.correspondence, help_is_fair(table.match)
        self.demonstrates = not (any(table.people) or table.waiting or self.result)
        """Whether two computers play without anybody."""
        self.can_undo = table.can_undo
        self.fixed = table.locked_plies > 0
        """Whether some moves cannot be undone, because of clocks or correspondence."""
        self.away, self.unsent = correspondence.away, correspondence.unsent
        self.awaits = correspondence.awaits
        """Whether the next move comes by correspondence."""
        self.can_set_up, self.explorable = can_set_up(match), explorable(match)
        self.can_hint = self.human and not match.must_pass and fair
        self.can_value = fair
        """Whether the values of moves may be shown, also of those that were made."""

    def _read_words(self, table: Table) -> None:
        words, result, hint, players = table.words, self.result, table.hint, table.match.players
        award, counted = table.settings.award, table.game.award
        self.names = words.colour(0), words.colour(1)
        """The colours of the players, as words."""
        self.players = with_ellipses(players[0]), with_ellipses(players[1])
        """The names of the players; empty without a name."""
        self.result_words = words.result(result, award) if result else ""
        self.reason = words.reason(result) if result else ""
        """The result and its reason in words; empty before."""
        self.streak = words.streak(table.streak) if result else ()
        """The offer of another level, as one sentence or none."""
        self.score = self.position.score()
        if award and result is not None and counted is not None:
            self.score = counted(self.position)
        self.note = table.note
        """The last message, without the player to move."""
        asked = table.text("post.waits") if self.awaits else words.asked(self.position)
        self.asked = "" if result else asked
        """The prompt for a person who is to move."""
        self.last_words = last_of(words, 0), last_of(words, 1)
        """The last move of each player and its effects; empty before it."""
        self.warning, self.opening_name = words.warning(), words.opening()
        self.hint = hint.sentences() if hint.shown else ()
        """The hint in sentences, also while it is searched; empty without one."""
        self.hint_line = hint.line
        self.valued = table.values.shown(self.taps) if self.human else Valued()

    def differs(self, other: "Outlook", *but: str) -> bool:
        """Whether anything looks different; `but`: attributes that do not count."""
        told = vars(other)
        return any(told[name] != seen for name, seen in vars(self).items() if name not in but)

    def called(self, player: Player) -> str:
        return self.players[player] or self.names[player]


def can_set_up(match: Match) -> bool:
    """Whether its position may be opened in the editor."""
    return match.game.diagrams is not None and help_is_fair(match)


def explorable(match: Match) -> bool:
    """Whether moves may be tried without making them. What is hidden can be dealt anew only in
    games with diagrams."""
    hides = match.result() is None and hides_information(match.position)
    return help_is_fair(match) and not (hides and match.game.diagrams is None)


def emblems(colours: tuple[str, str] | None, opening: Pieces) -> tuple[Piece | None, Piece | None]:
    """A piece of each player's colour, as in the starting position; None while colours are open."""
    if colours is None:
        return None, None
    found = {piece.colour: piece for piece in opening if piece}
    first, second = (found.get(colour, Piece(colour, "disc")) for colour in colours)
    return first, second


def last_move(match: Match) -> Traces:
    """The traces of the last move that was no pass."""
    made = next((ply for ply in range(match.ply - 1, -1, -1) if match.moves[ply] != PASS), None)
    if made is None:
        return (), ()
    return traces(match.board, match.position_at(made), match.moves[made])


def traces(board: Board, before: Position, move: Move) -> Traces:
    """The cells of a move, and the other cells whose pieces it turned."""
    steps = chain.from_iterable(before.story(move))
    turned = [step.cell for step in steps if isinstance(step, Flip | Turn)]
    cells = _on_board(board, move)
    return cells, tuple(cell for cell in turned if cell not in cells)


def _on_board(board: Board, move: Move) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(cell for cell in move if board.kinds[cell] in ON_BOARD))
