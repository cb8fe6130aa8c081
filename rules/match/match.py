"""Match: a game, its options, a seed and the moves so far, with undo, redo, repetition and caps.

A match is saved as its record. Loading replays the moves of the record.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from flipside.rules.contract.board import Board
from flipside.rules.contract.diagram import (
    BadPosition,
    diagram_text,
    fault_of,
    fault_sentence,
    parse_diagram,
    position_from,
)
from flipside.rules.contract.game import AnyGame, BadChoice, Choices
from flipside.rules.contract.position import (
    LASTING_MARKS,
    PASS,
    TOO_LONG,
    History,
    IllegalMove,
    Mark,
    Move,
    Player,
    Position,
    Result,
)
from flipside.rules.contract.story import Story, reversed_story
from flipside.rules.match.clock import Clock, times_text
from flipside.rules.match.record import (
    MAX_PLIES,
    MAX_RECORD_CHARACTERS,
    BadRecord,
    Correspondence,
    Record,
    next_word,
    parse_moves,
    record_text,
)

EARLY_REASONS = ("gave_up", "on_time")
"""Reasons for the end of a match before its game is over. The points do not count then."""

GENERAL_REASONS = (*EARLY_REASONS, TOO_LONG)
"""Reasons for the end of a match that every game has."""


class Match:
    """One match. The first `ply` of `moves` are played; the others are undone, for redo."""

    def __init__(
        self, game: AnyGame, choices: Choices | None = None, seed: int = 0, start: str = ""
    ) -> None:
        """Begin a match at the opening, or at the position whose text is `start`.

        Repetition and caps count from this position. Raises BadChoice if the options contradict
        `start` or each other, and BadRecord if `start` is not the text of a position.
        """
        self.game = game
        self.choices: Choices = game.choices(choices or {})
        self.seed = seed
        self.start = ""
        """The text of the position with which the match began; empty for the game's opening."""
        self.board: Board = game.board(self.choices)
        self.moves: list[Move] = []
        self.ply = 0
        self._positions: list[Position] = [self._first_position(start)]
        self._cap = None if game.repetition is None else game.repetition.cap_of(self.choices)
        """The maximum number of counted plies, by the options; None without a cap."""
        self._plies_left: list[int | None] = [self._cap]
        self._occurrences: list[int] = [1]
        self._times: Counter[Position] = Counter(self._positions)
        self._legal: dict[int, Sequence[Move]] = {}
        """Cache of the legal moves by ply."""
        self._names: list[str] = []
        """Cache of the names of the first moves."""
        self._resigned: Player | None = None
        self.clock: Clock | None = None
        """None for a match without clocks."""
        self.players: tuple[str, str] = ("", "")
        """The names of player 0 and 1; empty if not given."""
        self.comment = ""
        """The comment of another program on the first position."""
        self.correspondence: Correspondence | None = None
        """None for a match that was never sent."""

    def _first_position(self, start: str) -> Position:
        """Return the first position. Set `self.start` to the canonical form of `start`."""
        game, choices, random = self.game, self.choices, Random(self.seed)
        if not start:
            return game.opening(choices, random)
        for option in game.options:
            if option.opening_only and choices[option.key] != option.default:
                value = f"{option.key}={choices[option.key]}"
                raise BadChoice(f"option {value} does not go with a position set up")
        try:
            diagram = parse_diagram(game, choices, start)
            self.start = diagram_text(game, choices, diagram)
            return position_from(game, choices, diagram, random)
        except BadPosition as wrong:
            fault = fault_of(game, choices, wrong)
            raise BadRecord("fault", fault_sentence(game, fault), fault=fault) from wrong

    # -- now -------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position after `ply` plies."""
        return self._positions[self.ply]

    def position_at(self, ply: int) -> Position:
        """Return the position after `ply` plies; undone moves may be among them."""
        return self._positions[ply]

    def legal(self, ply: int | None = None) -> Sequence[Move]:
        """Return the legal moves now or after `ply` plies, in the order of `Position.moves`."""
        ply = self.ply if ply is None else ply
        if ply not in self._legal:
            self._legal[ply] = self._positions[ply].moves()
        return self._legal[ply]

    @property
    def must_pass(self) -> bool:
        """Whether a pass is the only legal move (ALL-1)."""
        return tuple(self.legal()) == (PASS,)

    def history(self, ply: int | None = None) -> History:
        """Return the history of the current position, or of the position after `ply` plies."""
        ply = self.ply if ply is None else ply
        left = MAX_PLIES - ply if self._cap is None else self._plies_left[ply]
        return History(self.game.repetition, self._positions[: ply + 1], left, self._cap)

    def result(self, ply: int | None = None) -> Result | None:
        """Return the result now or after `ply` plies; None if the match is not over there."""
        ply = self.ply if ply is None else ply
        if ply == len(self.moves) and self._resigned is not None:
            return Result(1 - self._resigned, "gave_up")
        if ply == len(self.moves) and self.clock and self.clock.flag_fallen is not None:
            return Result(1 - self.clock.flag_fallen, "on_time")
        position, ending = self._positions[ply], self.game.repetition
        result = position.result()
        if result is None and ending is not None:
            result = ending.result(position, self._occurrences[ply], self._plies_left[ply])
        if result is None and ply >= MAX_PLIES:
            result = Result(None, TOO_LONG)
        return result

    @property
    def resigned(self) -> Player | None:
        """The player whose resignation ended the match; None after undo and if nobody resigned."""
        return self._resigned if self.ply == len(self.moves) else None

    @property
    def flag_fallen(self) -> Player | None:
        """The player whose time ran out; None after undo and if nobody's time ran out."""
        return self.clock.flag_fallen if self.clock and self.ply == len(self.moves) else None

    def occurrences(self) -> int:
        """Return how often the current position has occurred so far, at least 1 (ALL-3)."""
        return self._occurrences[self.ply]

    def plies_left(self, ply: int | None = None) -> int | None:
        """Return the counted plies left, now or after `ply` plies; None without a cap."""
        return self._plies_left[self.ply if ply is None else ply]

    def story(self, start: int, end: int) -> Story:
        """Return the animation from ply `start` to ply `end`; backwards if `end` is smaller."""
        plies = range(start, end) if end > start else range(start - 1, end - 1, -1)
        story: Story = ()
        for ply in plies:
            beats = self._positions[ply].story(self.moves[ply])
            story += beats if end > start else reversed_story(beats)
        return story

    def restarted(self) -> "Match":
        """Return a new match with the same game, options, seed and start, without clocks."""
        return Match(self.game, self.choices, self.seed, self.start)

    def truncated(self, ply: int) -> "Match":
        """Return a new match with the first `ply` plies, the players and the comment."""
        match = self.restarted()
        match.players, match.comment = self.players, self.comment
        for move in self.moves[:ply]:
            match.play(move)
        return match

    # -- playing ---------------------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move and drop undone moves; IllegalMove if it is illegal or the match is over."""
        if self.result() is not None:
            raise IllegalMove("the match is over")
        before = self.position
        if move not in self.legal():
            raise IllegalMove(f"{move} is not legal here")
        after = before.play(move)
        left, ending = self._plies_left[self.ply], self.game.repetition
        if left is not None and ending is not None and self._cap is not None:
            left = ending.counted_down(before, move, after, left, self._cap)
        self.clear_redo()
        self.moves.append(move)
        self._positions.append(after)
        self._plies_left.append(left)
        self._times[after] += 1
        self._occurrences.append(self._times[after])
        self.ply += 1
        if self.clock is not None and move != PASS:
            self.clock = self.clock.moved(before.turn)

    def goto_ply(self, ply: int, clock: bool = False) -> None:
        """Undo or redo moves until `ply` plies are played; IndexError if there is no such ply.

        With `clock`, undo takes back the increments of the moves, and redo adds them again.
        """
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"the match has no ply {ply}")
        if clock and self.clock is not None and self.clock.flag_fallen is None and ply != self.ply:
            sign = -1 if ply > self.ply else 1
            for number in range(min(ply, self.ply), max(ply, self.ply)):
                if self.moves[number] != PASS:
                    self.clock = self.clock.unmoved(self._positions[number].turn, sign)
            self.clock = self.clock.before(ply, self._positions[ply].turn)
        self.ply = ply

    def earliest(self) -> int:
        """Return the lowest ply at which both clocks have time left after undo to it."""
        if self.clock is None or not any(control.increment for control in self.clock.controls):
            return 0
        left = list(self.clock.left)
        for ply in range(self.ply - 1, -1, -1):
            player = self._positions[ply].turn
            if self.moves[ply] != PASS:
                left[player] -= self.clock.controls[player].increment * 1000
            if left[player] <= 0:
                return ply + 1
        return 0

    def clear_redo(self) -> None:
        """Drop the undone moves. There is nothing to redo afterwards."""
        self._times.subtract(self._positions[self.ply + 1 :])
        del self.moves[self.ply :], self._names[self.ply :], self._positions[self.ply + 1 :]
        self._legal = {ply: moves for ply, moves in self._legal.items() if ply <= self.ply}
        del self._plies_left[self.ply + 1 :], self._occurrences[self.ply + 1 :]
        if self.clock is not None and len(self.clock.ply_times) > self.ply + 1:
            self.clock = replace(self.clock, ply_times=self.clock.ply_times[: self.ply + 1])
        self._resigned = None

    def resign(self, player: Player) -> None:
        """Resign for `player` and drop undone moves; IllegalMove if the match is over."""
        if self.result() is not None:
            raise IllegalMove("the match is over")
        self.clear_redo()
        self._resigned = player

    def take_back_resignation(self) -> None:
        """Undo a resignation."""
        self._resigned = None

    def spend(self, seconds: float) -> None:
        """Take `seconds` off the mover's clock; at 0 end the match and drop undone moves."""
        if self.clock is not None and self.result() is None:
            before = self.clock
            self.clock = before.spent(self.position.turn, seconds).with_ply_time(self.ply, before)
            if self.clock.flag_fallen is not None:
                self.clear_redo()

    def bookmark(self) -> Callable[[], None]:
        """Store the state of the match; return a function that restores it."""
        state = self._state()
        return lambda: vars(self).update(state)

    def _state(self) -> dict[str, object]:
        """Return the attributes by name, with copies of the lists and dictionaries."""
        return {
            name: value.copy() if isinstance(value, list | dict) else value
            for name, value in vars(self).items()
        }

    def __copy__(self) -> "Match":
        copy = object.__new__(type(self))
        vars(copy).update(self._state(), _legal={})
        return copy

    def __deepcopy__(self, memo: object) -> "Match":
        return self.__copy__()  # everything in its lists and attributes is immutable

    # -- records ---------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return the names of all moves, including undone moves."""
        for ply in range(len(self._names), len(self.moves)):
            self._names.append(self._positions[ply].name(self.moves[ply]))
        return list(self._names)

    def to_record(self, seats: tuple[str, str] | None = None) -> Record:
        """Return the record of the match in its current state, with `seats` if given."""
        return Record(
            game=self.game.key,
            choices=self.game.recorded_choices(self.choices),
            seed=self.seed,
            start=self.start,
            comment=self.comment,
            moves=" ".join(self.names()),
            ply=None if self.ply == len(self.moves) else self.ply,
            resigned=self._resigned,
            seats=seats,
            players=self.players,
            clock=self.clock,
            correspondence=self.correspondence,
        )

    def read_moves(self, text: str) -> None:
        """Play all moves written in a text, which may leave out forced passes.

        Raises BadRecord at the first word that names no legal move. The moves before it are played.
        """
        if len(text) > MAX_RECORD_CHARACTERS:
            raise BadRecord("long")
        start = 0
        while True:
            word, start = next_word(text, start)
            if not word:
                return
            ply = self.ply + 1
            if ply > MAX_PLIES:
                raise BadRecord("plies", ply=MAX_PLIES)
            if self.result() is not None:
                raise BadRecord("over", word, ply)
            match = parse_moves(self.position, word)
            if match is None:
                raise BadRecord("move", word, ply)
            move, length = match
            self.play(move)
            start += length

    def pass_if_forced(self) -> bool:
        """Make a forced pass (ALL-1); return whether there was one."""
        if self.result() is None and self.must_pass:
            self.play(PASS)
            return True
        return False


def replay(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Return the match of a record with its moves played; BadRecord if a part is invalid."""
    match = match_from_record(record, games)
    match.read_moves(record.moves)
    apply_record(match, record)
    return match


def match_from_record(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Return the match of a record before its first move; BadRecord if game or start is invalid."""
    if record.game not in games:
        raise BadRecord("game", record.game)
    try:
        return Match(games[record.game], record.choices, record.seed, record.start)
    except BadChoice as wrong:
        raise BadRecord("choice", str(wrong)) from wrong


def apply_record(match: Match, record: Record) -> None:
    """Apply everything of a record except game, start and moves to the match with its moves.

    Raises BadRecord for a ply that does not exist, and if the record says that a player resigned or
    lost on time after the end of the game.
    """
    if record.resigned is not None:
        if match.result() is not None:
            raise BadRecord("line", f"gave-up {record.resigned}")
        match.resign(record.resigned)
    match.players, match.comment = record.players, record.comment
    match.correspondence = record.correspondence
    if record.clock is not None:
        if record.clock.flag_fallen is not None and match.result() is not None:
            raise BadRecord("line", f"left {times_text(record.clock.left)}")
        match.clock = record.clock
    if record.ply is not None:
        if record.ply > len(match.moves):
            raise BadRecord("line", f"at {record.ply}")
        match.goto_ply(record.ply)


def identity(match: Match) -> str:
    """Return 16 hexadecimal digits: a checksum of game, options, seed, start, moves, early end."""
    record = replace(match.to_record(), ply=None, players=("", ""), comment="", correspondence=None)
    if record.clock is not None and record.clock.flag_fallen is None:
        record = replace(record, clock=None)
    text = record_text(record).encode()
    return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"


def shown_marks(match: Match, taps: Move = (), ply: int | None = None) -> tuple[Mark, ...]:
    """Return the marks now or after `ply` plies; if the match is over, only `LASTING_MARKS`."""
    ply = match.ply if ply is None else ply
    marks, over = match.position_at(ply).marks(taps), match.result(ply) is not None
    return tuple(mark for mark in marks if not over or mark.kind in LASTING_MARKS)


People = tuple[bool, bool]
"""Whether player 0 and player 1 are people."""


def undo_target(match: Match, people: People) -> int | None:
    """Return the ply of the last move that a person chose; None if there is none to undo.

    Moves of computers and passes do not count. Without people, return the previous ply.
    """
    if not any(people):
        return match.ply - 1 if match.ply else None
    earlier = range(match.ply - 1, -1, -1)
    return next((ply for ply in earlier if _by_person(match, ply, people)), None)


def redo_target(match: Match, people: People) -> int:
    """Return the ply of the next undone move that a person chose; the last ply if there is none."""
    end = len(match.moves)
    if not any(people):
        return min(end, match.ply + 1)
    later = range(match.ply + 1, end)
    return next((ply for ply in later if _by_person(match, ply, people)), end)


def _by_person(match: Match, ply: int, people: People) -> bool:
    return people[match.position_at(ply).turn] and match.moves[ply] != PASS
