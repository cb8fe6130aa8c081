"""How Contactic is seen and told: faces, what lies beside the board, steps, numbers."""

from rules.contract.board import Cell, cells
from rules.contract.position import Mark, Player, Result, Tally
from rules.contract.story import Beat, Flip, Piece, Place, Remove, Slide, Step, Story
from rules.games.contactic.landscape import NEUTRAL, OWNED, Landscape
from rules.games.contactic.piles import Piles
from rules.games.contactic.table import Table, largest
from rules.games.contactic.tiles import KINDS, Tile, name


def piece(colour: str, tile: Tile) -> Piece:
    """A tile as it lies."""
    return Piece(colour, f"tile:{name(tile)}")


def back(colour: str) -> Piece:
    """A tile face down: the same for every tile of a colour."""
    return Piece(colour, "tile:back")


def faces(colours: tuple[str, str]) -> tuple[Piece | None, ...]:
    """The piece seen for each byte of Landscape.tiles."""
    seen: list[Piece | None] = [None] * (NEUTRAL + 1)
    seen[NEUTRAL] = Piece("neutral", "tile:neutral")
    for colour, owned in zip(colours, OWNED, strict=True):
        for tile in range(16):
            seen[owned + tile] = piece(colour, tile)
    return tuple(seen)


def top(colour: str, pile: bytes) -> Piece | None:
    """The last of the dead tiles, which lie open."""
    return piece(colour, pile[-1]) if pile else None


def beside(colour: str, hand: Tile | None, piles: Piles) -> tuple[Piece | None, ...]:
    """A player's cells beside the board: tile in hand, main pile, leftover pile, dead tiles."""
    return (
        None if hand is None else piece(colour, hand),
        back(colour) if piles.main else None,
        back(colour) if piles.leftover else None,
        top(colour, piles.dead),
    )


# -- steps ---------------------------------------------------------------------------------------


def put_aside(table: Table, player: Player, colour: str, pile: bytes) -> Step:
    """The tile in hand, face down already, goes onto the leftover pile (CT-7)."""
    hand = table.hand[player]
    return Remove(hand, back(colour)) if pile else Slide(hand, table.leftover[player])


def buried(source: Cell, target: Cell, colour: str, tile: Tile, pile: bytes) -> Beat:
    """A tile goes among the dead tiles: it slides there if there are none, else it leaves its
    place and their top becomes it."""
    old = top(colour, pile)
    if old is None:
        return (Slide(source, target),)
    new = piece(colour, tile)
    return (Remove(source, new), *(() if old == new else (Flip(target, old, new),)))


def drawing(
    table: Table, player: Player, colour: str, hand: Tile, second: bool, left: Piles
) -> Story:
    """A tile was drawn face down, `left` remains; then it is turned up."""
    cell = table.hand[player]
    pile, others = (
        (table.leftover[player], left.leftover) if second else (table.pile[player], left.main)
    )
    drawn: Step = Place(cell, back(colour)) if others else Slide(pile, cell)
    return (drawn,), (Flip(cell, back(colour), piece(colour, hand)),)


# -- marks and numbers ---------------------------------------------------------------------------


def islands(landscape: Landscape, colours: tuple[str, str], result: Result | None) -> list[Mark]:
    """The largest island of each player, an aid unless it has won or drawn the match."""
    return [
        Mark(
            "island",
            cells=tuple(cells(largest(own))),
            colour=colours[player],
            aid=result is None or result.winner == 1 - player,
        )
        for player, own in enumerate(landscape.islands)
        if own
    ]


def tallies(table: Table, player: Player, colour: str, piles: Piles) -> tuple[Tally, ...]:
    """Sizes of a player's piles, and how many of each kind his undrawn main pile holds."""
    kinds = zip(KINDS, piles.kinds(), strict=True)
    return (
        Tally("pile", len(piles.main), cell=table.pile[player]),
        Tally("leftover", len(piles.leftover), cell=table.leftover[player]),
        Tally("dead", len(piles.dead), cell=table.dead[player]),
        *(Tally("kind", number, piece(colour, kind)) for kind, number in kinds),
    )


def show(
    landscape: Landscape, colours: tuple[str, str], hand: Tile | None, piles: tuple[Piles, Piles]
) -> dict[str, object]:
    """Rows of O (orange), G (green), + (neutral) and dots; tiles by field; piles by colour, the
    leftover pile bottom first, the dead tiles as they died."""
    board = landscape.table.board
    letters = (".", *(colour[0].upper() for colour in colours), "+")
    line = "".join(letters[tile >> 4] for tile in landscape.tiles)
    by_colour = sorted(zip(colours, piles, strict=True), key=lambda pair: pair[0] != "orange")
    return {
        "board": [line[at : at + board.columns] for at in range(0, len(line), board.columns)],
        "tile": None if hand is None else name(hand),
        "tiles": {
            board.names[cell]: name(tile & 15)
            for cell, tile in enumerate(landscape.tiles)
            if tile not in (0, NEUTRAL)
        },
        "left": {
            colour: dict(zip(map(name, KINDS), own.kinds(), strict=True))
            for colour, own in by_colour
        },
        "leftover": {colour: [name(tile) for tile in own.leftover] for colour, own in by_colour},
        "dead": {colour: [name(tile) for tile in own.dead] for colour, own in by_colour},
    }
