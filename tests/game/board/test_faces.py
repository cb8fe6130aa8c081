"""Pieces and boards as drawn: every face at every size, and told apart by lightness and form."""

from functools import cache
from itertools import combinations, pairwise

import pygame
import pytest

from flipside.game.board.board_state import BoardState
from flipside.game.board.view import BoardView
from flipside.game.drawing import faces
from flipside.game.drawing.draw import round_shadow
from flipside.game.drawing.faces import Sprite
from flipside.game.services.platform.desktop import DesktopPlatform
from flipside.game.services.platform.platform import Picture
from flipside.game.services.settings import Settings
from flipside.game.services.theme import Theme
from flipside.rules.catalogue import BY_KEY, GAMES
from flipside.rules.contract.story import Piece
from flipside.rules.match.match import Match
from tests.game.scene_tour import match_after
from tests.game.services.test_theme import contrast

SIZES = (4, 5, 7, 10, 16, 23, 40, 64, 101, 200)

each_theme = pytest.mark.parametrize("name", ["light", "dark"])


@cache
def theme(name: str) -> Theme:
    pygame.font.init()
    return Theme(Settings(theme=name), DesktopPlatform())


@cache
def all_pieces() -> tuple[Piece, ...]:
    """Every piece that random matches of all games ever show."""
    pieces: dict[Piece, None] = {}
    for game in GAMES:
        match = match_after(game.key, 130)
        for ply in range(0, len(match.moves) + 1, 4):
            pieces |= dict.fromkeys(p for p in match.position_at(ply).pieces() if p is not None)
    return tuple(pieces)


def drawn(name: str, sprite: Sprite, cell: int) -> pygame.Surface:
    """A sprite alone on a grey ground that no palette has."""
    surface = pygame.Surface((3 * cell + 40, 3 * cell + 40))
    surface.fill((90, 150, 200))
    middle = surface.get_width() / 2, surface.get_height() / 2
    faces.draw_sprite(theme(name), surface, sprite, middle, cell)
    return surface


def painted(surface: pygame.Surface) -> pygame.Rect:
    """The part of a surface that is not ground any more."""
    mask = pygame.mask.from_threshold(surface, (90, 150, 200), (1, 1, 1, 255))
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else pygame.Rect(0, 0, 0, 0)


def test_the_sample_holds_every_kind_of_face() -> None:
    kinds = {faces.face_kind(piece) for piece in all_pieces()}
    assert kinds == {"disc", "stone", "ball", "door", "tile"}
    assert {piece.colour for piece in all_pieces()} >= {"black", "white", "orange", "green"}
    words = {piece.face for piece in all_pieces() if faces.face_kind(piece) == "tile"}
    assert len(words) >= 16


@each_theme
@pytest.mark.parametrize("cell", SIZES)
def test_every_face_is_drawn_at_every_size(name: str, cell: int) -> None:
    for piece in all_pieces():
        box = painted(drawn(name, Sprite(piece, 0), cell))
        assert box.width > 0, f"{piece} is not seen"
        reach = 2.2 if faces.face_kind(piece) == "door" else 1.0
        room = reach * cell + 30
        assert max(box.size) <= room, f"{piece} at {cell} takes {box}"


@each_theme
def test_every_face_is_drawn_in_every_state(name: str) -> None:
    for piece in all_pieces():
        other = next(
            p for p in all_pieces() if p != piece and faces.face_kind(p) == faces.face_kind(piece)
        )
        plain = pygame.image.tobytes(drawn(name, Sprite(piece, 0), 40), "RGB")
        states = {
            "fading": Sprite(piece, 0, alpha=0.5),
            "lifted": Sprite(piece, 0, lift=1.0),
        }
        if faces.face_kind(piece) != "door":
            states["turning"] = Sprite(piece, 0, width=0.4, back=other, lift=0.8)
            states["on edge"] = Sprite(piece, 0, width=0.001, back=other, lift=1.0)
        if faces.face_kind(piece) in ("door", "tile"):
            states["swinging"] = Sprite(piece, 0, angle=30.0)
        for state, sprite in states.items():
            assert pygame.image.tobytes(drawn(name, sprite, 40), "RGB") != plain, (piece, state)


def image(name: str, piece: Piece, side: int = 64) -> pygame.Surface:
    return faces.face_image(theme(name), piece, side)


def tone(surface: pygame.Surface, x: int, y: int) -> float:
    red, green, blue, _ = surface.get_at((x, y))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mean_tone(surface: pygame.Surface) -> float:
    """The mean lightness of all that is opaque, 0 to 255."""
    width, height = surface.get_size()
    seen = [
        tone(surface, x, y)
        for x in range(0, width, 2)
        for y in range(0, height, 2)
        if surface.get_at((x, y)).a > 200
    ]
    return sum(seen) / len(seen)


def rings(surface: pygame.Surface) -> int:
    """How often lightness jumps along the way from the middle to the right rim and down."""
    side = surface.get_width()
    ways = (
        [tone(surface, x, side // 2) for x in range(side // 2, round(side * 0.93))],
        [tone(surface, side // 2, y) for y in range(side // 2, round(side * 0.93))],
    )
    return max(sum(1 for i in range(2, len(way)) if way[i] - way[i - 2] > 12) for way in ways)


@each_theme
@pytest.mark.parametrize(
    ("dark", "light", "face"),
    [("black", "white", "disc"), ("dark", "light", "disc"), ("dark", "light", "stone"),
     ("black", "white", "ball")],
)  # fmt: skip
def test_dark_and_light_differ_in_lightness_and_in_form(
    name: str, dark: str, light: str, face: str
) -> None:
    one, other = (image(name, Piece(colour, face)) for colour in (dark, light))
    assert mean_tone(other) - mean_tone(one) > 80
    assert rings(one) > 0, "a dark piece carries a ring"
    assert rings(other) == 0, "a light one is plain"


@each_theme
@pytest.mark.parametrize("word", ["1000", "1111", "0000", "back"])
def test_orange_and_green_tiles_differ_in_lightness_and_in_form(name: str, word: str) -> None:
    orange, green = (image(name, Piece(c, f"tile:{word}"), 96) for c in ("orange", "green"))
    if word != "0000":
        assert mean_tone(orange) - mean_tone(green) > 8
    if word in ("1000", "1111"):
        assert stripes(green) > stripes(orange), "green edges are striped, orange ones solid"
    if word == "0000":
        corner = 35  # within the square with its outline, and outside the circle with its own
        assert tone(green, corner, corner) < 200, "green has a square dot"
        assert tone(orange, corner, corner) > 200, "orange has a round one"


def stripes(surface: pygame.Surface) -> int:
    """How often lightness changes on the way from the upper rim inward."""
    side = surface.get_width()
    way = [tone(surface, side // 2, y) for y in range(2, round(side * 0.36))]
    return sum(1 for a, b in pairwise(way) if abs(a - b) > 14)


@each_theme
def test_all_tiles_look_different(name: str) -> None:
    words = [f"{n:04b}" for n in range(16)]
    pictures = {
        (colour, word): pygame.image.tobytes(image(name, Piece(colour, f"tile:{word}")), "RGBA")
        for colour in ("orange", "green")
        for word in (*words, "back")
    }
    assert len(set(pictures.values())) == len(pictures)


@each_theme
def test_doors_point_where_their_faces_say(name: str) -> None:
    for letter, (x, y) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items():
        box = painted(drawn(name, Sprite(Piece("door", f"door:{letter}"), 0), 60))
        middle = (3 * 60 + 40) // 2
        reach = {"N": middle - box.top, "S": box.bottom - middle,
                 "W": middle - box.left, "E": box.right - middle}  # fmt: skip
        assert max(reach, key=lambda key: reach[key]) == letter
        assert reach[letter] > 45, (letter, x, y)


def test_a_word_nobody_knows_is_drawn_all_the_same() -> None:
    box = painted(drawn("light", Sprite(Piece("purple", "pyramid"), 0), 40))
    assert box.width > 20


# -- on the board --------------------------------------------------------------------------------


def cell_picture(
    name: str, key: str, piece: Piece | None, state: BoardState | None = None
) -> list[float]:
    """The lightness of every pixel of one cell in the middle of a board with that piece on it."""
    match = Match(BY_KEY[key], {}, 1)
    view = BoardView(theme(name), match.board, (20, 20, 560, 560), coordinates=True)
    cell = match.board.cell_named("c3")
    sprites = [Sprite(piece, cell)] if piece is not None else []
    surface = pygame.Surface((600, 600))
    surface.fill(theme(name).palette.background)
    view.draw(surface, state or BoardState(sprites))
    x, y = view.centre(cell)
    half = int(view.cell) // 2
    return [
        contrastable(surface, round(x) + dx, round(y) + dy)
        for dx in range(-half, half, 2)
        for dy in range(-half, half, 2)
    ]


def contrastable(surface: pygame.Surface, x: int, y: int) -> float:
    red, green, blue, _ = surface.get_at((x, y))
    return contrast((red, green, blue), (0, 0, 0))


def told_apart(one: list[float], other: list[float], least: float = 3.0) -> float:
    """The share of pixels with at least that contrast to the same pixel of the other picture."""
    far = sum(1 for a, b in zip(one, other, strict=True) if max(a, b) / min(a, b) >= least)
    return far / len(one)


@each_theme
@pytest.mark.parametrize(
    ("key", "pieces"),
    [
        ("othello", (Piece("black", "disc"), Piece("white", "disc"))),
        ("flipflop", (Piece("dark", "disc"), Piece("light", "disc"))),
        ("switch", (Piece("dark", "stone"), Piece("light", "stone"))),
        ("flipop", (Piece("black", "ball"), Piece("white", "ball"))),
        ("contactic", (Piece("orange", "tile:1111"), Piece("green", "tile:1111"))),
    ],
)
def test_what_lies_on_a_field_is_seen_without_hue(
    name: str, key: str, pieces: tuple[Piece, Piece]
) -> None:
    pictures = [cell_picture(name, key, piece) for piece in (None, *pieces)]
    for one, other in combinations(pictures, 2):
        # Light falls on round pieces: their colours are 3 apart, the shaded pictures nearly so.
        assert told_apart(one, other, 2.0) >= 0.15


@each_theme
@pytest.mark.parametrize("key", [game.key for game in GAMES])
def test_marks_are_seen_without_hue(name: str, key: str) -> None:
    match = Match(BY_KEY[key], {}, 1)
    cell = match.board.cell_named("c3")
    plain = cell_picture(name, key, None)
    for legal in ("rings", "red"):
        legal_field = BoardState([], next_cells=frozenset({cell}), legal=legal)
        assert told_apart(plain, cell_picture(name, key, None, legal_field)) >= 0.01, legal
    hidden = BoardState([], next_cells=frozenset({cell}), legal="off")
    assert cell_picture(name, key, None, hidden) == plain
    for what in ({"last": (cell,)}, {"taps": (cell,)}, {"cursor": cell}):
        assert told_apart(plain, cell_picture(name, key, None, BoardState([], **what))) >= 0.01, (
            what
        )


@pytest.mark.parametrize("diameter", [20, 61])
def test_the_shadow_of_a_disc_lies_round_its_middle(diameter: int) -> None:
    shadow = round_shadow(theme("light"), diameter, 8)
    side = diameter + 12
    assert shadow.get_size() == (side, side)
    half, strength = side // 2, [shadow.get_at((x, side // 2)).a for x in range(side)]
    assert strength[half] == max(strength) > 50
    assert sorted(strength[:half]) == strength[:half], "it fades outwards"
    down = [shadow.get_at((side // 2, y)).a for y in range(side)]
    assert all(abs(one - other) <= 1 for one, other in zip(down, strength, strict=True))


@pytest.mark.parametrize("key", ["othello", "flipop"])
def test_every_row_and_column_has_its_coordinate(key: str) -> None:
    match = Match(BY_KEY[key])
    view = BoardView(theme("light"), match.board, (20, 20, 560, 560), coordinates=True)
    plain = BoardView(theme("light"), match.board, (20, 20, 560, 560), coordinates=True)
    plain.coordinates = False
    seen, without = pygame.Surface((600, 600)), pygame.Surface((600, 600))
    view.draw(seen, BoardState(()))
    plain.draw(without, BoardState(()))
    side, frame, field = view.cell, view.frame, view.field
    places = [pygame.Rect(field.x - frame, field.y + row * side, frame, side)
              for row in range(match.board.rows)]  # fmt: skip
    places += [pygame.Rect(field.x + column * side, field.y - frame, side, frame)
               for column in range(match.board.columns)]  # fmt: skip
    drawn = [pygame.image.tobytes(seen.subsurface(place), "RGB") for place in places]
    bare = [pygame.image.tobytes(without.subsurface(place), "RGB") for place in places]
    assert all(one != other for one, other in zip(drawn, bare, strict=True))


def test_pits_lie_in_the_middle_of_their_fields() -> None:
    """Their light rims do, in the average of all pits: wood has a grain."""
    view = BoardView(theme("light"), Match(BY_KEY["flipop"]).board, (20, 20, 560, 560), False)
    surface = pygame.Surface((600, 600))
    view.draw(surface, BoardState(()))
    cell = pygame.Rect(0, 0, view.cell, view.cell)
    pits = [number for number, kind in enumerate(view.board.kinds) if kind == "pit"]
    places = [cell.move_to(center=view.centre(pit)) for pit in pits]
    pit = pygame.transform.average_surfaces([surface.subsurface(place) for place in places])
    light = [(x, y) for x in range(cell.width) for y in range(cell.width) if tone(pit, x, y) > 150]
    columns, rows = zip(*light, strict=True)
    for along in (columns, rows):
        assert min(along) == pytest.approx(cell.width - 1 - max(along), abs=2)
        assert 0.6 * cell.width < max(along) - min(along) < 0.8 * cell.width


@pytest.mark.parametrize("blending", [0, pygame.BLEND_ALPHA_SDL2], ids=["pygame", "SDL"])
@pytest.mark.parametrize("side", [34, 48, 90])
def test_nothing_is_seen_round_a_disc_on_its_edge(
    side: int, blending: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its picture is no stronger in its corners than the narrow face that it is made of."""
    monkeypatch.setattr(Picture, "blending", blending)
    black, white = Piece("black", "disc"), Piece("white", "disc")
    light = Theme(Settings(theme="light"), DesktopPlatform())
    whole = faces._turned_over(light, Sprite(black, 0, width=0.06, back=white), side)
    narrow = max(1, round(whole.get_height() / 16)), whole.get_height()
    face = pygame.transform.smoothscale(faces.face_image(light, black, side), narrow)
    corner = 0, 0
    assert whole.get_at(corner).a <= face.get_at(corner).a + 2
