"""Moves of a match in words, and `MatchEvent`: animation, sentences and sound of one change."""

from dataclasses import dataclass
from itertools import chain

from flipside.game.live_match.cell_text import ON_BOARD
from flipside.game.live_match.match_text import MAX_SHOWN_PLIES, MatchText
from flipside.game.live_match.seats import Human
from flipside.rules.contract.board import Cell
from flipside.rules.contract.position import PASS, Move, Player, Position
from flipside.rules.contract.story import Flip, Pieces, Remove, Rotate, Slide, Story
from flipside.rules.match.match import Match


@dataclass(frozen=True)
class MatchEvent:
    """A change of a match. With all defaults, a scene only lays out the match again."""

    before: Pieces = ()
    story: Story = ()
    positions: tuple[Position, ...] = ()
    """All positions from the first to the last; () if no move is made or undone."""
    ended: bool = False
    sentences: tuple[str, ...] = ()
    sound: str = ""
    """The key of a sound that plays immediately; "" for none."""


@dataclass(frozen=True)
class AnnotationsEvent(MatchEvent):
    """A change of only the clocks and the annotations on the board."""


@dataclass(frozen=True)
class ContinuedElsewhere(MatchEvent):
    """No change, because the match was continued in another window."""


def describe_move(match_text: MatchText, ply: int) -> str:
    """Return a sentence for the move after `ply` plies, and its effects."""
    match = match_text.match
    before, move = match.position_at(ply), match.moves[ply]
    mover = match_text.player(before.turn, ply)
    if move == PASS:
        return match_text.text("play.passes", colour=mover)
    parts = [
        match_text.move(before, move),
        *effects(match_text, before.story(move), where=True),
        *descriptions_after(match_text, before, move, match.position_at(ply + 1)),
    ]
    return match_text.text("say.move", mover=mover, move=", ".join(parts)) + "."


def describe_last(match_text: MatchText) -> str:
    """Return the last move, its effects, and the opening that it reached, in sentences."""
    sentence = describe_move(match_text, match_text.match.ply - 1)
    opening = (
        match_text.opening() if match_text.game.opening_name(match_text.match.position) else ""
    )
    return f"{sentence} {opening}." if opening else sentence


def describe_way(match_text: MatchText, before: int, ply: int) -> list[str]:
    """Return sentences for the moves that were made or undone from ply `before` to `ply`.

    For more than `MAX_SHOWN_PLIES` plies, describe the last move if moves were made, else nothing.
    """
    if abs(ply - before) > MAX_SHOWN_PLIES:
        return [describe_move(match_text, ply - 1)] if ply > before else []
    if ply > before:
        return [describe_move(match_text, number) for number in range(before, ply)]
    all_names = match_text.moves()
    names_back = match_text.listed([all_names[number] for number in reversed(range(ply, before))])
    return [match_text.text("spoken.taken_back", moves=names_back)]


def describe_begun(match_text: MatchText, human: Human) -> tuple[str, ...]:
    """Return two sentences: the effect of the taps so far, and the possible next cells."""
    position, move = match_text.match.position, human.nearly()
    phrases = [match_text.cell_text.cell_name(cell) for cell in dict.fromkeys(human.taps)]
    if move is not None:
        phrases += match_text.cell_text.move_descriptions(position, move)
        phrases += descriptions_after(match_text, position, move, position.play(move))
    last_tap = human.taps[-1:] if human.rotates_on_tap() else ()
    cells = [
        _next(match_text, human, cell) for cell in sorted({*human.find_next_cells(), *last_tap})
    ]
    return f"{', '.join(phrases)}.", match_text.text("spoken.next", cells=", ".join(cells))


def _next(match_text: MatchText, human: Human, cell: Cell) -> str:
    if cell not in human.taps:
        return match_text.cell_text.cell_name(cell)
    key = "turns" if human.rotates_on_tap() else "turns_and_ends"
    return match_text.text(f"spoken.{key}", name=match_text.cell_text.cell_name(cell))


def last_of(match_text: MatchText, player: Player) -> str:
    """Return the last move of a player and its effects in a few words; "" if there is none."""
    match = match_text.match
    plies = range(match.ply - 1, -1, -1)
    ply = next((ply for ply in plies if match.position_at(ply).turn == player), None)
    if ply is None:
        return ""
    move = match_text.move(match.position_at(ply), match.moves[ply])
    phrase = ", ".join([move, *effects(match_text, match.story(ply, ply + 1))])
    return match_text.text("play.last", move=phrase)


def effects(match_text: MatchText, story: Story, where: bool = False) -> list[str]:
    """Return phrases for the pieces that a story flips or removes; `where` adds their cells."""
    phrases = []
    for key, cells in zip(("turned", "off"), _changes(match_text.match, story), strict=True):
        if cells:
            phrase = match_text.text(f"say.{key}", count=len(cells))
            if where:
                phrase = match_text.text(
                    "spoken.about", head=phrase, words=match_text.cell_text.by_lines(cells)
                )
            phrases.append(phrase)
    return phrases


def descriptions_after(
    match_text: MatchText, before: Position, move: Move, after: Position
) -> list[str]:
    """Return descriptions of the pieces that swung on hinges, or else of the last cell of a move.

    Descriptions in the name of the move are left out.
    """
    kinds, cells = match_text.match.board.kinds, match_text.cell_text
    steps = chain.from_iterable(before.story(move))
    hinges = [s.cell for s in steps if isinstance(s, Rotate) and kinds[s.cell] == "hinge"]
    if hinges:
        remarks = [remark for cell in hinges for remark in cells.cell_descriptions(after, cell)]
        words = match_text.text.semicolon.join(remarks)
        return [match_text.text("say.swung", words=words)]
    fields = [cell for cell in move if kinds[cell] in ON_BOARD]
    name_remarks = cells.move_descriptions(before, move)
    remarks = cells.cell_descriptions(after, fields[-1]) if fields else []
    return [remark for remark in remarks if remark not in name_remarks]


def _changes(match: Match, story: Story) -> tuple[list[Cell], list[Cell]]:
    """Return the cells on the board where a story flips pieces, and where it removes pieces."""
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
