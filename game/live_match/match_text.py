"""Players, moves, facts and results of a match in words, and why a text is not a valid match."""

from collections.abc import Sequence
from dataclasses import dataclass

from flipside.game.live_match.cell_text import CellText
from flipside.game.saves.album_index import Streak
from flipside.game.services.plain import with_ellipses
from flipside.game.services.texts import Texts
from flipside.rules.contract.diagram import GENERAL_FAULTS, Fault
from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import PASS, Fact, Move, Player, Position, Result, continuing
from flipside.rules.contract.story import Piece
from flipside.rules.match.match import EARLY_REASONS, Match, People
from flipside.rules.match.record import MAX_PLIES, BadRecord

MAX_SPOKEN_LETTERS = 40
"""The maximum length of a name in a sentence, in letters."""

MAX_OPENING_PLIES = 20
"""The number of plies during which the name of the opening is shown."""

MAX_SHOWN_PLIES = 3
"""Undo and redo animate and describe each move, if these are at most this number of plies."""

CAP_WARNING_PLIES = 20
"""A warning is shown if the match must end after at most this number of plies."""


def called(text: Texts, game: str, colours: tuple[str, str] | None, player: Player) -> str:
    """Return a player's colour as a word, or "first" or "second" while there are no colours."""
    if colours is None:
        return text(("play.first", "play.second")[player])
    return text.game(game, f"colour.{colours[player]}")


def outcome(
    text: Texts,
    result: Result,
    winner: str,
    points: tuple[int, int] | None = None,
    own: Player | None = None,
) -> str:
    """Return a result in a few words. With `points`, it ends with the score.

    `winner` is a name; it is not used if the player `own` is addressed.
    """
    key = "play.wins" if own is None else f"result.you_{'win' if own == result.winner else 'lose'}"
    key += "_on_time" * (result.reason == "on_time")
    words = text("play.draw") if result.winner is None else text(key, colour=winner)
    if points is None:
        return words
    lost = own is not None and result.winner == 1 - own
    first, second = sorted(points, reverse=not lost)
    return f"{words} {score(text, first, second)}"


def only_person(people: People) -> Player | None:
    """Return the player who is the only person, or None."""
    return people.index(True) if people.count(True) == 1 else None


def meaning(text: Texts, game: str, option: str, value: str) -> str:
    """Return the explanation of an option's value, or of the option if the value has none."""
    own = f"option.{option}.meaning.{value}"
    return text.game(game, own if text.knows(game, own) else f"option.{option}.about")


def level_name(text: Texts, word: str) -> str:
    """Return the name of a level or of a fixed depth."""
    if word.startswith("depth"):
        return text("seat.depth", depth=word.removeprefix("depth"))
    return text(f"level.{word}.name")


def score(text: Texts, first: int, second: int) -> str:
    """Return a score in words, in which a line is never broken."""
    return text("play.score", first=first, second=second)


def final_points(
    game: AnyGame, position: Position, result: Result, award: bool
) -> tuple[int, int] | None:
    """Return the final points as announced; None if the match ended early."""
    if result.reason in EARLY_REASONS:
        return None
    return game.points_at_end(position) if award else position.points()


def record_error(text: Texts, wrong: BadRecord) -> str:
    """Return a sentence that explains why a text is not a valid match."""
    sentence = text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)
    return sentence if wrong.fault is None else f"{sentence} {fault_words(text, wrong.fault)}"


def fault_words(text: Texts, fault: Fault) -> str:
    """Return a sentence that explains why a diagram is not a valid position."""
    key = f"fault.{fault.key}"
    if fault.key in GENERAL_FAULTS:
        return text(key, **fault.values)
    return text.game(fault.game, key, **fault.values)


@dataclass(frozen=True)
class ListedMove:
    """A move as a short entry of a list."""

    words: str
    short: str
    """The name of the move, or only its cell if `piece` completes the description."""
    piece: Piece | None = None
    """The piece after the move, if the name of the move contains its orientation."""


class MatchText:
    """Sentences and names for one match, in the player's language."""

    def __init__(self, text: Texts, match: Match) -> None:
        self.text = text
        self.match = match
        self.game = match.game
        self.cell_text = CellText(text, match.game, match.board)
        self._move_cache: dict[tuple[Position, Move, object], ListedMove] = {}
        """Moves for lists, by position, move and language."""

    # -- players, cells, moves ---------------------------------------------------------------------

    def colour(self, player: Player, ply: int | None = None) -> str:
        """Return the colour of a player now, or after `ply` plies."""
        return called(self.text, self.game.key, self._at(ply).colours, player)

    def _at(self, ply: int | None) -> Position:
        return self.match.position if ply is None else self.match.position_at(ply)

    def player(self, player: Player, ply: int | None = None) -> str:
        """Return the name of a player, cut to `MAX_SPOKEN_LETTERS`, or else the colour."""
        name = with_ellipses(self.match.players[player])
        if len(name) > MAX_SPOKEN_LETTERS:
            name = name[: MAX_SPOKEN_LETTERS - 1].rstrip() + "…"
        return name or self.colour(player, ply)

    def move(self, position: Position, move: Move) -> str:
        """Return the name of a move that is legal in this position of the match."""
        if move == PASS:
            return self.text("play.pass")
        board = self.match.board
        beside = [cell for cell in move if board.kinds[cell] == "beside"]
        words = [self.cell_text.cell_name(cell) for cell in beside]
        if len(beside) == len(move):
            return ", ".join(words)
        # The player chooses among the pieces that are beside the board at the beginning.
        if beside and self.match.position_at(0).pieces()[beside[-1]] is not None:
            return f"{board.names[move[0]]} {words[-1]}"
        remarks = self.cell_text.move_descriptions(position, move)
        return (
            ", ".join([self.cell_text.cell_name(move[0]), *remarks])
            if remarks
            else position.name(move)
        )

    def ply_sentence(self, ply: int) -> str:
        """Return number, player and name of the move that led to `ply`; "Beginning" for 0."""
        if not ply:
            return self.text("review.beginning")
        position = self.match.position_at(ply - 1)
        name = self.move(position, self.match.moves[ply - 1])
        colour = self.player(position.turn, ply - 1)
        return self.text("review.move", ply=ply, colour=colour, move=name)

    def listed(self, moves: Sequence[str]) -> str:
        """Return names of moves joined by commas, or by semicolons if a name contains a comma."""
        has_commas = any(", " in name for name in moves)
        return (self.text.semicolon if has_commas else ", ").join(moves)

    def moves(self) -> list[str]:
        """Return the names of all moves, including undone ones."""
        return [move.words for move in self.list_of_moves()]

    def list_of_moves(self) -> list["ListedMove"]:
        """Return all moves, including undone ones, as entries of a list."""
        match, look = self.match, (self.text.language, self.cell_text.turned)
        keys = [(match.position_at(ply), move, look) for ply, move in enumerate(match.moves)]
        for key in keys:
            if key not in self._move_cache:
                self._move_cache[key] = self.in_list(*key[:2])
        return [self._move_cache[key] for key in keys]

    def in_list(self, before: Position, move: Move) -> "ListedMove":
        """Return the list entry for `move`, which is legal in the position `before`."""
        words = self.move(before, move)
        if not self.cell_text.move_descriptions(before, move):
            return ListedMove(words, words)
        piece = before.play(move).pieces()[move[0]]
        seen = piece and self.cell_text.as_seen(piece)
        return ListedMove(words, self.cell_text.cell_name(move[0]), seen)

    def fact(self, fact: Fact, ply: int | None = None) -> str:
        """Return a phrase for a fact about a move in the current position, or after `ply` plies."""
        position = self._at(ply)
        values: dict[str, object] = {
            "count": fact.count,
            "mover": self.colour(position.turn, ply),
            "opponent": self.colour(1 - position.turn, ply),
        }
        if fact.where:
            kind = "row" if fact.where.isdigit() else "column"
            for name, key in (("where", f"where.{kind}"), ("inside", f"where.in_{kind}")):
                values[name] = self.text.game(self.game.key, key, name=fact.where)
        if fact.general:
            return self.text(f"fact.{fact.key}", **values)
        return self.text.game(self.game.key, f"fact.{fact.key}", **values)

    # -- the match ---------------------------------------------------------------------------------

    def result_sentence(
        self, result: Result, award: bool, ply: int | None = None, people: People = (True, True)
    ) -> str:
        """Return a result in a few words, with the points unless the match ended early.

        It addresses the player who is the only one of the `people`.
        """
        winner = "" if result.winner is None else self.player(result.winner, ply)
        points = final_points(self.game, self._at(ply), result, award)
        return outcome(self.text, result, winner, points, only_person(people))

    def stopped(self, file_points: tuple[int, int]) -> str:
        """Return a note that a file's moves end too early, with the points that the file states."""
        points = self.match.position_at(len(self.match.moves)).points() or file_points
        file_score, board_score = (score(self.text, *pair) for pair in (file_points, points))
        return self.text("taking.stopped", said=file_score, counted=board_score)

    def reason_sentence(self, result: Result, people: People = (True, True)) -> str:
        """Return a sentence for the reason of a result; it addresses the only person."""
        winner = 0 if result.winner is None else result.winner
        names = {"winner": self.player(winner), "loser": self.player(1 - winner)}
        if result.reason in EARLY_REASONS and only_person(people) == 1 - winner:
            return self.text(f"result.you_{result.reason}")
        if result.reason in EARLY_REASONS:
            return self.text(f"play.{result.reason}", **names)
        if result.reason == "too_long":
            return self.text("play.too_long", count=MAX_PLIES)
        keys = [f"reason.{result.reason}"]
        if result.tie_break:
            keys.append(f"tie.{result.tie_break}")
        return " ".join(self.text.game(self.game.key, key, **names) for key in keys)

    def prompt_sentence(self, position: Position) -> str:
        """Return the prompt for the player to move."""
        return self.text.game(self.game.key, f"prompt.{position.prompt()}")

    def refused(self, taps: Move) -> str:
        """Return the game's reason why no legal move begins with these taps, or ""."""
        key = self.game.illegal_reason(self.match.position, taps)
        return self.text.game(self.game.key, f"refused.{key}") if key else ""

    def why(self, taps: Move) -> str:
        """Return why the first wrong tap is wrong; "" if a legal move begins with all taps."""
        if self.match.must_pass:
            return self.text("spoken.must_pass")
        legal = self.match.legal()
        for count in range(1, len(taps) + 1):
            if not continuing(legal, taps[:count]):
                reason = self.refused(taps[:count])
                return reason or self.text(
                    "spoken.not_now", name=self.cell_text.cell_name(taps[count - 1])
                )
        return ""

    def end_warning(self) -> str:
        """Return a warning that the match will end soon, by repetition or by the cap, or ""."""
        if self.match.result() is not None:
            return ""
        if self.match.occurrences() == 2:
            return self.text("play.second_time")
        left, ending = self.match.plies_left(), self.game.repetition
        if left is None or left > CAP_WARNING_PLIES:
            return ""
        if ending is not None and ending.resets is not None:
            return self.text.game(self.game.key, "cap.left", count=left)
        return self.text("play.plies_left", count=left)

    def opening(self) -> str:
        """Return the name of the last opening; "" without one, or after `MAX_OPENING_PLIES`."""
        match = self.match
        if match.ply > MAX_OPENING_PLIES:
            return ""
        keys = (self.game.opening_name(match.position_at(ply)) for ply in range(match.ply, 0, -1))
        key = next((key for key in keys if key is not None), None)
        if key is None:
            return ""
        return self.text("play.opening", name=self.text.game(self.game.key, f"named.{key}"))

    def end_sentences(
        self, result: Result, award: bool, people: People = (True, True)
    ) -> tuple[str, ...]:
        """Return two sentences: the result and the reason for it."""
        words = self.result_sentence(result, award, people=people)
        return f"{words}.", self.reason_sentence(result, people)

    def streak_offer(self, streak: Streak | None) -> tuple[str, ...]:
        """Return the offer of another level as one sentence; () without a streak."""
        if streak is None:
            return ()
        key = "play.streak_won" if streak.won else "play.streak_lost"
        return (self.text(key, level=self.text(f"level.{streak.level}.name")),)

    def now(self, person: bool, prompt: str) -> tuple[str, ...]:
        """Return sentences for the state of the match and the player to move.

        If a `person` is to move, they include the prompt, unless it equals `prompt`.
        """
        match = self.match
        with_prompt = person and not match.must_pass and match.position.prompt() != prompt
        at, of = match.ply, len(match.moves)
        sentences = (
            f"{self.text('play.looking_back', at=at, of=of)}." if at < of else "",
            self.text("play.to_move", colour=self.player(match.position.turn)) + ".",
            f"{self.prompt_sentence(match.position)}." if with_prompt else "",
            self._in_hand() if person else "",
            self.end_warning(),
        )
        return tuple(sentence for sentence in sentences if sentence)

    def _in_hand(self) -> str:
        position, owners = self.match.position, self.match.board.owners
        own_cells = (cell for cell, owner in enumerate(owners) if owner == position.turn)
        phrases = [
            ", ".join((self.cell_text.cell_name(cell), *remarks))
            for cell in own_cells
            if (remarks := self.cell_text.cell_descriptions(position, cell))
        ]
        return f"{self.text.semicolon.join(phrases)}." if phrases else ""
