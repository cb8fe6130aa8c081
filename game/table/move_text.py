"""Moves of a match in words: what one does, those undone and redone, one that was begun. `Change`
adds what the eye and the ear get of one step."""

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
    """One step; with all defaults the scene only redraws the match."""

    before: Pieces = ()
    story: Story = ()
    passed: tuple[Position, ...] = ()
    """The positions on the way, the first and the last included; empty if nothing moves."""
    ended: bool = False
    """Whether the step ended the match."""
    said: tuple[str, ...] = ()
    """Sentences for a screen reader."""
    sound: str = ""
    """The key of the sound that plays at once; empty for none."""


@dataclass(frozen=True)
class NotesChange(Change):
    """A step after which only notes on the board and the clocks look different."""


@dataclass(frozen=True)
class WentElsewhere(Change):
    """Nothing was done, because the match went on in another tab or window."""


def describe_move(words: Phrases, ply: int) -> str:
    """The move made after `ply` plies and its effects, as a sentence."""
    match = words.match
    before, move = match.position_at(ply), match.moves[ply]
    mover = words.player(before.turn, ply)
    if move == PASS:
        return words.text("play.passes", colour=mover)
    did = [
        words.move(before, move),
        *effects(words, before.story(move), where=True),
        *remarks_after(words, before, move, match.position_at(ply + 1)),
    ]
    return words.text("say.move", mover=mover, move=", ".join(did)) + "."


def describe_last(words: Phrases) -> str:
    """The last move, its effects, and the name of an opening that it reached."""
    told = describe_move(words, words.match.ply - 1)
    opening = words.opening() if words.game.named(words.match.position) else ""
    return f"{told} {opening}." if opening else told


def describe_way(words: Phrases, before: int, ply: int) -> list[str]:
    """The undone or redone moves between two plies, in sentences; of many only the last."""
    if abs(ply - before) > MAX_SHOWN_PLIES:
        return [describe_move(words, ply - 1)] if ply > before else []
    if ply > before:
        return [describe_move(words, each) for each in range(before, ply)]
    names = words.moves()
    back = words.listed([names[each] for each in reversed(range(ply, before))])
    return [words.text("spoken.taken_back", moves=back)]


def describe_begun(words: Phrases, human: Human) -> tuple[str, ...]:
    """The taps so far with their effect, and the possible next cells, in sentences."""
    position, move = words.match.position, human.nearly()
    tapped = [words.cells.spot(cell) for cell in dict.fromkeys(human.taps)]
    if move is not None:
        tapped += words.cells.move_remarks(position, move)
        tapped += remarks_after(words, position, move, position.play(move))
    again = human.taps[-1:] if human.turns() else ()
    cells = [_next(words, human, cell) for cell in sorted({*human.next_cells(), *again})]
    return f"{', '.join(tapped)}.", words.text("spoken.next", cells=", ".join(cells))


def _next(words: Phrases, human: Human, cell: Cell) -> str:
    if cell not in human.taps:
        return words.cells.spot(cell)
    key = "turns" if human.turns() else "turns_and_ends"
    return words.text(f"spoken.{key}", name=words.cells.spot(cell))


def last_of(words: Phrases, player: Player) -> str:
    """The last move of a player and its effects in a few words; "" before it."""
    match = words.match
    made = range(match.ply - 1, -1, -1)
    ply = next((ply for ply in made if match.position_at(ply).turn == player), None)
    if ply is None:
        return ""
    move = words.move(match.position_at(ply), match.moves[ply])
    told = ", ".join([move, *effects(words, match.story(ply, ply + 1))])
    return words.text("play.last", move=told)


def effects(words: Phrases, story: Story, where: bool = False) -> list[str]:
    """The numbers of pieces that a story turns and removes; with `where` also their cells."""
    said = []
    for key, cells in zip(("turned", "off"), _touched(words.match, story), strict=True):
        if cells:
            told = words.text(f"say.{key}", count=len(cells))
            if where:
                told = words.text("spoken.about", head=told, words=words.cells.by_lines(cells))
            said.append(told)
    return said


def remarks_after(words: Phrases, before: Position, move: Move, after: Position) -> list[str]:
    """Remarks on the board after a move, without those in the name of the move. They are about
    pieces that swung, or else about the last square of the move."""
    kinds, cells = words.match.board.kinds, words.cells
    steps = chain.from_iterable(before.story(move))
    swung = [s.cell for s in steps if isinstance(s, Turn) and kinds[s.cell] == "hinge"]
    if swung:
        remarks = [said for cell in swung for said in cells.remarks(after, cell)]
        return [words.text("say.swung", words="; ".join(remarks))]
    fields = [cell for cell in move if kinds[cell] in ON_BOARD]
    named = cells.move_remarks(before, move)
    remarks = cells.remarks(after, fields[-1]) if fields else []
    return [said for said in remarks if said not in named]


def _touched(match: Match, story: Story) -> tuple[list[Cell], list[Cell]]:
    """The cells of the board whose pieces a story turns over, and those that pieces leave."""
    kinds, turned, off = match.board.kinds, list[Cell](), list[Cell]()
    for step in chain.from_iterable(story):
        match step:
            case Flip() if kinds[step.cell] in ON_BOARD:
                turned.append(step.cell)
            case Remove() if kinds[step.cell] in ON_BOARD:
                off.append(step.cell)
            case Slide() if kinds[step.target] == "beside" and kinds[step.source] in ON_BOARD:
                off.append(step.source)
            case _:
                pass
    return turned, off
