"""Moves of a match in words, and `Change`: the animation, words and sound of one step."""

from dataclasses import dataclass
from itertools import chain

from flipside.game.table.cell_text import ON_BOARD
from flipside.game.table.phrases import MAX_SHOWN_PLIES, Phrases
from flipside.game.table.seats import Human
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, Player, Position
from flipside.rules.contract.story import Flip, Pieces, Remove, Slide, Story, Turn
from flipside.rules.match.match import Match


@dataclass(frozen=True)
class Change:
    """One step of a match; with all defaults the scene only redraws the match."""

    before: Pieces = ()
    story: Story = ()
    passed: tuple[Position, ...] = ()
    """All positions of the step, including the first and the last; empty if nothing moves."""
    ended: bool = False
    """Whether the step ended the match."""
    said: tuple[str, ...] = ()
    """Sentences for a screen reader."""
    sound: str = ""
    """The key of the sound that plays at once; empty for none."""


@dataclass(frozen=True)
class NotesChange(Change):
    """A step that changes only annotations on the board and the clocks."""


@dataclass(frozen=True)
class WentElsewhere(Change):
    """A step without effect, because the match was continued in another tab or window."""


def describe_move(words: Phrases, ply: int) -> str:
    """Return a sentence for the move made after `ply` plies and its effects."""
    match = words.match
    before, move = match.position_at(ply), match.moves[ply]
    mover = words.player(before.turn, ply)
    if move == PASS:
        return words.text("play.passes", colour=mover)
    parts = [
        words.move(before, move),
        *effects(words, before.story(move), where=True),
        *remarks_after(words, before, move, match.position_at(ply + 1)),
    ]
    return words.text("say.move", mover=mover, move=", ".join(parts)) + "."


def describe_last(words: Phrases) -> str:
    """Return the last move, its effects, and the name of an opening that it reached."""
    sentence = describe_move(words, words.match.ply - 1)
    opening = words.opening() if words.game.named(words.match.position) else ""
    return f"{sentence} {opening}." if opening else sentence


def describe_way(words: Phrases, before: int, ply: int) -> list[str]:
    """Return sentences for the moves undone or redone between two plies; of many only the last."""
    if abs(ply - before) > MAX_SHOWN_PLIES:
        return [describe_move(words, ply - 1)] if ply > before else []
    if ply > before:
        return [describe_move(words, number) for number in range(before, ply)]
    all_names = words.moves()
    names_back = words.listed([all_names[number] for number in reversed(range(ply, before))])
    return [words.text("spoken.taken_back", moves=names_back)]


def describe_begun(words: Phrases, human: Human) -> tuple[str, ...]:
    """Return sentences for the taps so far with their effect, and for the possible next cells."""
    position, move = words.match.position, human.nearly()
    phrases = [words.cells.spot(cell) for cell in dict.fromkeys(human.taps)]
    if move is not None:
        phrases += words.cells.move_remarks(position, move)
        phrases += remarks_after(words, position, move, position.play(move))
    last_tap = human.taps[-1:] if human.turns() else ()
    cells = [_next(words, human, cell) for cell in sorted({*human.next_cells(), *last_tap})]
    return f"{', '.join(phrases)}.", words.text("spoken.next", cells=", ".join(cells))


def _next(words: Phrases, human: Human, cell: Cell) -> str:
    if cell not in human.taps:
        return words.cells.spot(cell)
    key = "turns" if human.turns() else "turns_and_ends"
    return words.text(f"spoken.{key}", name=words.cells.spot(cell))


def last_of(words: Phrases, player: Player) -> str:
    """Return the last move of a player and its effects in a few words; "" before it."""
    match = words.match
    plies = range(match.ply - 1, -1, -1)
    ply = next((ply for ply in plies if match.position_at(ply).turn == player), None)
    if ply is None:
        return ""
    move = words.move(match.position_at(ply), match.moves[ply])
    phrase = ", ".join([move, *effects(words, match.story(ply, ply + 1))])
    return words.text("play.last", move=phrase)


def effects(words: Phrases, story: Story, where: bool = False) -> list[str]:
    """Return phrases for the pieces that a story flips or removes; `where` adds their cells."""
    phrases = []
    for key, cells in zip(("turned", "off"), _changes(words.match, story), strict=True):
        if cells:
            phrase = words.text(f"say.{key}", count=len(cells))
            if where:
                phrase = words.text("spoken.about", head=phrase, words=words.cells.by_lines(cells))
            phrases.append(phrase)
    return phrases


def remarks_after(words: Phrases, before: Position, move: Move, after: Position) -> list[str]:
    """Return remarks on the board after a move, without those in the name of the move.

    They are about pieces that swung, or else about the last square of the move.
    """
    kinds, cells = words.match.board.kinds, words.cells
    steps = chain.from_iterable(before.story(move))
    hinges = [s.cell for s in steps if isinstance(s, Turn) and kinds[s.cell] == "hinge"]
    if hinges:
        remarks = [remark for cell in hinges for remark in cells.remarks(after, cell)]
        return [words.text("say.swung", words="; ".join(remarks))]
    fields = [cell for cell in move if kinds[cell] in ON_BOARD]
    name_remarks = cells.move_remarks(before, move)
    remarks = cells.remarks(after, fields[-1]) if fields else []
    return [remark for remark in remarks if remark not in name_remarks]


def _changes(match: Match, story: Story) -> tuple[list[Cell], list[Cell]]:
    """Return the cells on the board whose pieces a story flips, and those that pieces leave."""
    kinds, flips, removals = match.board.kinds, list[Cell](), list[Cell]()
    for step in chain.from_iterable(story):
        match step:
            case Flip() if kinds[step.cell] in ON_BOARD:
                flips.append(step.cell)
            case Remove() if kinds[step.cell] in ON_BOARD:
                removals.append(step.cell)
            case Slide() if kinds[step.target] == "beside" and kinds[step.source] in ON_BOARD:
                removals.append(step.source)
            case _:
                pass
    return flips, removals
