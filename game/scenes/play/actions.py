"""The small dialogs of a match: its menu, the list of moves, giving up, copying and pasting."""

from typing import TYPE_CHECKING

from game.drawing.widgets import Action
from game.scenes.dialog import Choice, Dialog, tell
from game.scenes.manual import Manual
from game.scenes.options import Options
from game.scenes.play.moves import Moves
from game.scenes.review.scene import Reviewing
from game.table.album import keep
from game.table.saves import Saved, load_match, seats_of
from game.table.seats import PERSON
from rules.catalogue import BY_KEY
from rules.match import Match, replay
from rules.notation import BadRecord, is_record, read, write

if TYPE_CHECKING:
    from game.scenes.play.scene import Play


def open_menu(play: "Play", quarter: int = 0, moves: bool = False) -> None:
    """Everything that can be done with the match, as a dialog; `moves` where no buttons are."""
    text = play.text
    choices = [
        Choice("restart", text("play.restart"), "new", action=lambda: ask_restart(play, quarter)),
        Choice(
            "rematch-menu", text("play.rematch"), "again", action=lambda: ask_rematch(play, quarter)
        ),
        Choice("give-up", text("play.give_up"), "flag", action=lambda: ask_give_up(play, quarter)),
        Choice("swap", text("play.swap"), "swap", action=lambda: swap_seats(play)),
        Choice("review", text("play.review"), "graph", action=lambda: open_review(play)),
        Choice("copy", text("play.copy"), "copy", action=lambda: copy_match(play, quarter)),
        Choice("paste", text("play.paste"), "paste", action=lambda: paste_match(play, quarter)),
        Choice("manual", text("menu.manual"), "book", action=lambda: open_manual(play)),
        Choice("options", text("menu.options"), "settings", action=lambda: open_options(play)),
        Choice("shelf", text("play.shelf"), "shelf", "primary", action=play.stage.home),
    ]
    if play.result is not None:
        choices = [choice for choice in choices if choice.name != "give-up"]
    if not play.match.moves:
        choices = [choice for choice in choices if choice.name != "review"]
    if moves and play.hint.possible():
        choices.insert(0, Choice("hint", text("play.hint"), "hint", action=play.hint.ask))
    if moves:
        look_back = Choice(
            "moves", text("play.moves"), "list", action=lambda: open_moves(play, quarter)
        )
        redo = Choice("redo", text("play.redo"), "redo", action=play.redo)
        choices[:0] = [redo, look_back]
    if moves and play.waiting:
        choices.insert(0, Choice("go-on", text("play.go_on"), "play", action=play.go_on))
    elif moves and play.demonstrates:
        choices.insert(0, Choice("pause", text("play.pause"), "pause", action=play.pause))
    title = play.text.game(play.game.key, "short")
    play.stage.open(Dialog(play.stage, title, "", choices, quarter, columns=2))


def open_moves(play: "Play", quarter: int = 0) -> None:
    """All moves, to be looked at again."""
    play.stage.open(Moves(play, quarter))


def open_review(play: "Play") -> None:
    """The match looked at again; a match that is played on from there takes its place."""
    if not play.match.moves:
        return

    def play_on(begun: Saved) -> None:
        # A match that has ended is in the album already.
        if play.result is not None or keep(play.services, play.match, play.words) is not None:
            play.start(begun)

    play.motion.finish()
    play.stage.open(Reviewing(play.stage, Saved(play.match, play.words), play_on))


def ask_restart(play: "Play", quarter: int = 0) -> None:
    """Begin anew, after a question while the match is going on."""
    _ask(play, "play.restart", play.restart, quarter)


def ask_rematch(play: "Play", quarter: int = 0) -> None:
    """A rematch, after a question while the match is going on."""
    _ask(play, "play.rematch", play.rematch, quarter)


def _ask(play: "Play", key: str, action: Action, quarter: int) -> None:
    text = play.text
    if play.result is not None or not play.match.moves:
        action()
        return
    choices = (
        Choice("yes", text(key), look="primary", action=action),
        Choice("no", text("dialog.keep_playing")),
    )
    play.stage.open(Dialog(play.stage, text(key), text("play.match_goes"), choices, quarter))


def ask_give_up(play: "Play", quarter: int = 0) -> None:
    """Give up, after a question: the person who is to move, or the only one."""
    if play.result is not None:
        return
    text, turn = play.text, play.match.position.turn
    player = turn if play.person(turn) or not play.person(1 - turn) else 1 - turn
    choices = (
        Choice("yes", text("play.give_up"), "flag", "primary", lambda: play.give_up(player)),
        Choice("no", text("dialog.keep_playing")),
    )
    words = text("play.give_up_question", colour=play.colour(player))
    play.stage.open(Dialog(play.stage, text("play.give_up"), words, choices, quarter))


def ask_where(play: "Play") -> None:
    """Tell that the match went on in another tab or window, and offer to go on from there."""
    text = play.text

    def go_on() -> None:
        saved = load_match(play.services, play.game)
        if saved is None:
            play.stage.home()
        else:
            play.start(saved)

    choices = (
        Choice("take-over", text("play.take_over"), "play", "primary", go_on),
        Choice("shelf", text("play.shelf"), "shelf", action=play.stage.home),
    )
    words = text("play.elsewhere_words")
    play.stage.open(Dialog(play.stage, text("play.elsewhere"), words, choices))


def swap_seats(play: "Play") -> None:
    """The two players change places in the middle of the match."""
    play.set_seats((play.words[1], play.words[0]))


def open_manual(play: "Play") -> None:
    """How the game is played."""
    play.stage.open(Manual(play.stage, play.game))


def open_options(play: "Play") -> None:
    """The settings."""
    play.stage.open(Options(play.stage))


def copy_match(play: "Play", quarter: int = 0) -> None:
    """Put the match as text into the clipboard."""
    text = play.text
    done = play.services.page.copy(write(play.match.record(play.words)))
    words = text("play.copied" if done else "play.not_copied")
    tell(play.stage, text("play.copy"), words, quarter)


def paste_match(play: "Play", quarter: int = 0) -> None:
    """Take the match, or the bare moves, in the clipboard for a match of this game."""
    text, page = play.text, play.services.page

    def take(words: str) -> None:
        try:
            if not words.strip():
                raise BadRecord("empty")
            saved = _pasted(play, words)
        except BadRecord as wrong:
            sentence = text(f"record.{wrong.key}", word=wrong.word, ply=wrong.ply)
            tell(play.stage, text("play.paste"), sentence, quarter)
        else:
            _ask_before(play, saved, quarter)

    page.ask_text(text("play.paste"), text("play.paste"), text("dialog.back"), take)


def _pasted(play: "Play", words: str) -> Saved:
    if is_record(words):
        record = read(words)
        return Saved(replay(record, BY_KEY), seats_of(record))
    match = Match(play.game, play.match.choices, play.match.seed)
    match.read_moves(words)
    if not match.moves:
        raise BadRecord("empty")
    return Saved(match, (PERSON, PERSON))


def _ask_before(play: "Play", saved: Saved, quarter: int) -> None:
    def take() -> None:
        play.start(saved)

    there = load_match(play.services, saved.match.game)
    if there is None or there.match.result() is not None or not there.match.moves:
        take()
        return
    text = play.text
    choices = (
        Choice("yes", text("play.paste"), "paste", "primary", take),
        Choice("no", text("dialog.keep_playing")),
    )
    words = text("play.match_goes")
    play.stage.open(Dialog(play.stage, text("play.paste"), words, choices, quarter))
