"""Places of the clocks of a match in the window, and their drawing over the panels."""

from collections.abc import Callable, Sequence

from game.drawing.display_list import DisplayItem
from game.services.theme import Theme
from game.table.clocks import TICKING_SECONDS, time_words
from game.table.outlook import Outlook
from game.ui.clock_face import CLOCK_STYLES, ClockFace, face_item, face_size
from game.ui.sheet import Sheet
from rules.match.clock import Clock


def fitted_clock(
    theme: Theme,
    words: str,
    room: tuple[int, int],
    kept: int,
    beside: Callable[[int, int], bool],
) -> tuple[ClockFace, bool] | None:
    """Return the largest clock for a room of that size in pixels, `kept` of its height reserved,
    and whether it stands below a header, else beside it. `words`: as long as the times it shows.
    `beside` returns whether a header fits into a width with so many wordings of the seat."""
    width, height = room
    faces = [ClockFace(style, words) for style in CLOCK_STYLES]
    for face in faces:
        face.rect.size = face_size(theme, face.style, words)
    if height >= theme.px(200) and height >= width * 0.8:
        left = max(height - theme.px(60 + 16) - kept, faces[1].rect.height)
        fitting = (one for one in faces if one.rect.width <= width and one.rect.height <= left)
        return next(fitting, faces[-1]), True
    # Cells beside the board stand below a clock in the header, too.
    most = min(height, max(height - theme.px(52), faces[-1].rect.height)) if kept else height
    for ways in (2, 3):
        for face in faces:
            if face.rect.height <= most and beside(width - face.rect.width, ways):
                return face, False
    return None


def longest_words(clock: Clock) -> str:
    """Return the longest time a clock shows until the next move, in words."""
    times = [*clock.left, *(control.seconds * 1000 for control in clock.controls)]
    return max(map(time_words, times), key=len)


def clock_items(
    theme: Theme, sheets: Sequence[Sheet], clock: Clock | None, outlook: Outlook
) -> list[DisplayItem]:
    if clock is None:
        return []
    items = []
    faces = [(at, one) for at in sheets for one in at.widgets if isinstance(one, ClockFace)]
    for sheet, face in faces:
        left = clock.left[face.player]
        runs = outlook.turn == face.player and not (outlook.over or outlook.waiting)
        last = left <= 1000 * TICKING_SECONDS and (runs or left == 0)
        look = "last" if last else "runs" if runs else "still"
        words = time_words(left)
        place = sheet.outside(face.rect)
        items.append(face_item(theme, face, place, sheet.quarter, words, look))
    return items
