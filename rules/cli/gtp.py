"""The Go Text Protocol (GTP), version 2, for every game.

Source: https://www.lysator.liu.se/~gunnar/gtp/. README.md has details that it does not specify.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import IO

from flipside.rules import VERSION
from flipside.rules.arena.contest import level_move
from flipside.rules.cli import gtp_arguments
from flipside.rules.cli.gtp_arguments import Failure
from flipside.rules.contract.position import PASS, Move, Player, player_name
from flipside.rules.engine.search import Level, warm_up
from flipside.rules.engine.time_slices import SecondsClock
from flipside.rules.match.match import Match
from flipside.rules.match.record import parse_moves

_SEED_OFFSET = 10**18
"""Added to the seed of the match for the search. Larger than every seed, so that search and opening
get different random numbers."""


MAX_LINE_BYTES = 64 * 1024


_CONTROLS = dict.fromkeys((*range(32), 127))
"""Control characters, which the protocol ignores."""

_NUMBER = re.compile(r"[0-9]{1,18}")
"""The optional id of a command. The answer begins with the same id."""


def gtp_lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a stream, decoded as UTF-8 with surrogate escapes for invalid bytes.

    A line over MAX_LINE_BYTES is cut after one more byte, so that it cannot fill the memory.
    """
    while line := stream.readline(MAX_LINE_BYTES + 1):
        # latin-1 has one letter per byte, so that the decoded line stays over the limit.
        codec = "latin-1" if len(line) > MAX_LINE_BYTES else "utf-8"
        yield line.decode(codec, "surrogateescape")
        while len(line) > MAX_LINE_BYTES and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE_BYTES + 1)


class Engine:
    """A GTP engine: one match at a time, driven by a controller."""

    def __init__(self, match: Match, level: Level, clock: SecondsClock) -> None:
        """Create an engine that plays `match`; `clear_board` restores its first position."""
        self.match = self._initial_match = match
        self._mover_unknown = False
        """Whether the next command with a colour determines the player to move."""
        self.level, self.clock = level.fitted(match.game), clock
        self.seed = _SEED_OFFSET + match.seed
        self.random = Random(self.seed)
        self.times = ControllerTime()
        self.plies_before: list[int] = []
        """For each move, the ply to which `undo` returns. If the controller omitted a forced pass
        before the move, it is the ply before that pass."""
        self.has_quit = False
        self.commands = dict(_COMMANDS)
        if supports_gogui_rules(self.match):
            self.commands |= {
                name: (lambda engine, get=get: get(engine.match), 0)
                for name, get in GOGUI_COMMANDS.items()
            } | _GOGUI_SETUP
        for _ in warm_up(match.game, self.level.limit):
            pass  # before the clock starts

    def answer(self, line: str) -> str:
        """Return the answer to a line, including the final empty line; "" for an empty line.

        The answer to a command that fails begins with a question mark.
        """
        command_text = line[:MAX_LINE_BYTES].split("#")[0].replace("\t", " ")
        words = list(filter(None, command_text.translate(_CONTROLS).split(" ")))
        too_long = len(line) > MAX_LINE_BYTES
        if not words and not too_long:
            return ""
        number = words.pop(0) if words and _NUMBER.fullmatch(words[0]) else ""
        try:
            if too_long:
                raise Failure("line too long")
            sign, text = "=", self._execute(words)
        except Failure as failure:
            sign, text = "?", str(failure)
        return f"{sign}{number} {text}".rstrip(" ") + "\n\n"

    def _execute(self, words: list[str]) -> str:
        if not words or words[0] not in self.commands:
            raise Failure("unknown command")
        command, count = self.commands[words[0]]
        if count is not None and len(words) - 1 != count:
            raise Failure("syntax error")
        return command(self, *words[1:])

    # -- about itself ----------------------------------------------------------------------------

    def _set_game(self, name: str) -> str:
        if name.lower() != self.match.game.key:
            raise Failure("unsupported game")
        return ""

    def _quit(self) -> str:
        self.has_quit = True
        return ""

    # -- the match -------------------------------------------------------------------------------

    def _boardsize(self, word: str) -> str:
        board = self.match.board
        if gtp_arguments.whole_argument(word) != max(board.columns, board.rows):
            raise Failure("unacceptable size")
        return self._clear_board()

    def _clear_board(self) -> str:
        self._set_match(self._initial_match)
        self._go_back(0)
        self.plies_before = []
        for player in (0, 1):
            self.times.renew(player)
        return ""

    def _set_match(self, match: Match, mover_unknown: bool = False) -> str:
        self.match, self._mover_unknown = match, mover_unknown
        self.plies_before = list(range(match.ply))
        return ""

    def _loadsgf(self, *words: str) -> str:
        return self._set_match(gtp_arguments.loaded_match(self.match, words))

    def _set_position(self, *words: str) -> str:
        if len("".join(words)) < 2 or re.fullmatch("[A-Za-z]+[0-9]+", "".join(words[1:2])):
            return self._set_match(
                gtp_arguments.placed_match(self.match, words), mover_unknown=True
            )
        return self._set_match(gtp_arguments.set_up_match(self.match, " ".join(words)))

    def _setup_player(self, colour: str) -> str:
        return self._set_match(gtp_arguments.with_mover(self.match, self._player(colour)))

    def _komi(self, word: str) -> str:
        gtp_arguments.decimal_argument(word)
        return ""

    def _play(self, colour: str, word: str) -> str:
        before = self._pass_to(colour)
        if self.match.result() is None:
            move_and_length = parse_moves(self.match.position, word)
            if move_and_length is None or move_and_length[1] != len(word):
                self._go_back(before)
                cell_name = re.match(r"[a-z]\d+", word.lower())
                may_be_move = (
                    cell_name[0] in self.match.board.names if cell_name else word.lower() == "pass"
                )
                raise Failure("illegal move" if may_be_move else "syntax error")
            self.match.play(move_and_length[0])
        elif word.lower() != "pass":
            self._go_back(before)
            raise Failure("illegal move: the match is over")
        self.plies_before.append(before)
        return ""

    def _genmove(self, colour: str) -> str:
        before = self._pass_to(colour)
        self.plies_before.append(before)
        position, start = self.match.position, self.clock()
        move = self._search(self.random)
        if move is None:
            return "pass"
        self.times.spend(position.turn, self.clock() - start)
        self.match.play(move)
        return position.name(move)

    def _reg_genmove(self, colour: str) -> str:
        before = self._pass_to(colour)
        try:
            move = self._search(Random(self.seed))
            return "pass" if move is None else self.match.position.name(move)
        finally:
            self._go_back(before)

    def _search(self, random: Random) -> Move | None:
        if self.match.result() is not None:
            return None
        share, seconds = self.times.share(self.match.position.turn), self.level.seconds
        if share is not None:
            seconds = share if seconds is None else min(share, seconds)
        level = replace(self.level, seconds=seconds)
        return level_move(self.match, level, random, clock=self.clock)

    def _undo(self) -> str:
        if not self.plies_before:
            raise Failure("cannot undo")
        self._go_back(self.plies_before.pop())
        return ""

    def _pass_to(self, colour: str) -> int:
        """Make a forced pass if the opponent of `colour` must pass; return the ply before it.

        Raises Failure if it is the opponent's turn and the opponent has a move.
        """
        player = self._player(colour)
        if self._mover_unknown:
            self._set_match(gtp_arguments.with_mover(self.match, player))
        match, before = self.match, self.match.ply
        turn = match.position.turn
        if match.result() is None and turn != player and not match.pass_if_forced():
            raise Failure(f"illegal move: it is the turn of {player_name(match.position, turn)}")
        return before

    def _go_back(self, ply: int) -> None:
        self.match.goto_ply(ply)
        self.match.clear_redo()

    # -- players ---------------------------------------------------------------------------------

    def _player(self, word: str) -> Player:
        text = word.lower()
        names: list[str] = ["first", "second", *(self.match.position.colours or ())]
        if "black" in names and text in ("b", "w"):
            text = "black" if text == "b" else "white"
        elif "black" not in names and text in ("b", "w", "black", "white"):
            text = "first" if text[0] == "b" else "second"
        if text not in names:
            raise Failure("syntax error")
        return names.index(text) % 2

    # -- the board -----------------------------------------------------------------------------

    def _showboard(self) -> str:
        match, fields = self.match, self.match.position.to_dict()
        rows = fields.pop("board")
        assert isinstance(rows, list)
        letters = " ".join(chr(97 + column) for column in range(len(rows[0])))
        lines = ["", f"   {letters}"]
        lines += [f"{number:2} {' '.join(row)}" for number, row in enumerate(rows, 1)]
        turn = "nobody" if match.result() else player_name(match.position, match.position.turn)
        lines += [f"turn {turn}", *(f"{key} {_plain(value)}" for key, value in fields.items())]
        return "\n".join(line.rstrip() for line in lines)

    def _final_score(self) -> str:
        match, result = self.match, self.match.result()
        if result is None:
            raise Failure("cannot score")
        if result.winner is None:
            return "0"
        position, score = match.position, match.game.points_at_end(match.position)
        margin = abs(score[0] - score[1]) if score else 0
        winner = player_name(position, result.winner)
        short = winner[0].upper() if winner in ("black", "white") else winner
        return f"{short}+{margin or 1}"

    # -- time ------------------------------------------------------------------------------------

    def _time_settings(self, *words: str) -> str:
        self.times = ControllerTime()
        main, period, stones = gtp_arguments.three_words(words)
        self.times = ControllerTime(
            gtp_arguments.seconds_of(main),
            gtp_arguments.seconds_of(period),
            gtp_arguments.count_of(stones),
        )
        return ""

    def _time_left(self, *words: str) -> str:
        players = [0, 1]
        try:
            players = [self._player(word) for word in words[:1]] or players
            _, seconds, stones = gtp_arguments.three_words(words)
            self.times.set_left(
                players[0], gtp_arguments.seconds_of(seconds), gtp_arguments.count_of(stones)
            )
        except Failure:
            for player in players:
                self.times.renew(player)
            raise
        return ""


def _plain(value: object) -> str:
    """Return a field of `Position.to_dict` on one line."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_plain(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


_COMMANDS: dict[str, tuple[Callable[..., str], int | None]] = {
    "protocol_version": (lambda engine: "2", 0),
    "name": (lambda engine: f"Flipside {engine.match.game.key}", 0),
    "version": (lambda engine: VERSION, 0),
    "known_command": (lambda engine, name: "true" if name in engine.commands else "false", 1),
    "list_commands": (lambda engine: "\n".join(engine.commands), 0),
    "quit": (Engine._quit, 0),
    "list_games": (lambda engine: engine.match.game.key.capitalize(), 0),
    "set_game": (Engine._set_game, 1),
    "boardsize": (Engine._boardsize, 1),
    "clear_board": (Engine._clear_board, 0),
    "komi": (Engine._komi, 1),
    "play": (Engine._play, 2),
    "genmove": (Engine._genmove, 1),
    "reg_genmove": (Engine._reg_genmove, 1),
    "undo": (Engine._undo, 0),
    "showboard": (Engine._showboard, 0),
    "loadsgf": (Engine._loadsgf, None),
    "set_position": (Engine._set_position, None),
    "final_score": (Engine._final_score, 0),
    "time_settings": (Engine._time_settings, None),
    "time_left": (Engine._time_left, None),
}
"""The commands with their number of arguments; None if the command checks the number itself."""

_GOGUI_SETUP: dict[str, tuple[Callable[..., str], int | None]] = {
    "gogui-setup": (Engine._set_position, None),
    "gogui-setup_player": (Engine._setup_player, 1),
}


# -- GoGui -----------------------------------------------------------------------------------------

# With the `gogui-rules_...` commands a program supplies the rules of a game to GoGui. GoGui draws
# the first line of a board as the row with the highest number; row 1 of Othello is at the bottom.


def supports_gogui_rules(match: Match) -> bool:
    """Return whether all moves place a black or white stone on a square board, as in GoGui."""
    board, position = match.board, match.position
    return (
        board.columns == board.rows
        and set(position.colours or ()) == {"black", "white"}
        and all(len(move) == 1 for move in match.legal())
    )


def _board(match: Match) -> str:
    rows = match.position.to_dict()["board"]
    assert isinstance(rows, list)
    return "\n".join(" ".join(row) for row in reversed(rows))


def _legal_moves(match: Match) -> str:
    """Return the names of the legal moves. GoGui expects "" if the match is over."""
    if match.result() is not None:
        return ""
    position = match.position
    names = ("pass" if move == PASS else position.name(move).upper() for move in match.legal())
    return " ".join(names)


def _final_result(match: Match) -> str:
    result = match.result()
    if result is None:
        return ""
    if result.winner is None:
        return "Draw"
    return f"{player_name(match.position, result.winner).capitalize()} wins"


GOGUI_COMMANDS: dict[str, Callable[[Match], str]] = {
    "gogui-rules_game_id": lambda match: match.game.key.capitalize(),
    "gogui-rules_board_size": lambda match: str(match.board.rows),
    "gogui-rules_board": _board,
    "gogui-rules_legal_moves": _legal_moves,
    "gogui-rules_side_to_move": lambda match: player_name(match.position, match.position.turn),
    "gogui-rules_final_result": _final_result,
}


# -- time ------------------------------------------------------------------------------------------

_EXPECTED_MOVES = 20
"""A move gets the remaining time divided by this number, so the time never runs out."""

_SEARCH_SHARE = 0.9
"""The fraction of the time for a move that is used for the search."""


class ControllerTime:
    """The time settings of the controller, and the remaining time of each player."""

    def __init__(self, main: float = 0, period: float = 0, stones: int = 0) -> None:
        """Set `main` seconds for the match, then `period` seconds for every `stones` moves.

        This is Canadian byo-yomi. There is no limit if all are 0.
        """
        self.main, self.period, self.stones = main, period, stones
        self.left: list[tuple[float, int] | None] = [None, None]
        """By player, seconds and the number of moves for them (0: all moves); None: no limit."""
        for player in (0, 1):
            self.renew(player)

    def renew(self, player: Player) -> None:
        """Give `player` the full time of a new match."""
        has_limit = self.stones > 0 if self.period else self.main > 0
        full_time = (float(self.main), 0) if self.main else (float(self.period), self.stones)
        self.left[player] = full_time if has_limit else None

    def set_left(self, player: Player, seconds: float, stones: int) -> None:
        """Set the remaining seconds of `player` for the next `stones` moves (0: all moves)."""
        self.left[player] = seconds, stones

    def share(self, player: Player) -> float | None:
        """Return the seconds for the search of the next move; None for no limit."""
        left = self.left[player]
        if left is None:
            return None
        seconds, stones = left
        share = seconds / (stones or _EXPECTED_MOVES)
        if not stones and self.stones:
            share = max(share, self.period / self.stones)
        return share * _SEARCH_SHARE

    def spend(self, player: Player, move_seconds: float) -> None:
        """Subtract the seconds of a move from the time of `player`."""
        left = self.left[player]
        if left is None:
            return
        seconds, stones = left
        seconds = max(0.0, seconds - move_seconds)
        if stones > 1:
            self.left[player] = seconds, stones - 1
        elif stones or (not seconds and self.stones):
            self.left[player] = float(self.period), self.stones
        else:
            self.left[player] = seconds, 0
