"""The result card: the end of a match and the next steps, in the place of a player's panel."""


from flipside.game.scenes.play.panel_parts import PanelData, cells_beside, extra_room, status_lines
from flipside.game.scenes.play.panels import panel_button
from flipside.game.ui.containers import Card, Column, Grid, Row, Scroll, Space, WidgetList
from flipside.game.ui.layout import Box, Shape
from flipside.game.ui.panel_widgets import piece_picture
from flipside.game.ui.sheet import Sheet
from flipside.game.ui.widgets import Label, Widget
from flipside.rules.contract.position import Player

_LARGE_HEIGHT, _LARGE_WIDTH = 180, 240
"""CSS pixels of the card from which the headline and the piece are large."""

_CELLS_HEIGHT = 420
"""CSS pixels of a card beside the board from which it shows the cells beside the board."""


def result_card(
    data: PanelData, place: Box, quarter_turns: int, player: Player, shape: Shape
) -> Sheet:
    """Return the sheet of the card at a panel's place; the winner's has a strong rim."""
    sheet, theme, see = Sheet(data.theme, place, quarter_turns), data.theme, data.match_view
    assert see.result is not None
    is_wide, pad = shape == "wide", 8 if min(sheet.rect.size) < theme.px(140) else 12
    width, height = sheet.rect.inflate(-2 * theme.px(pad), -2 * theme.px(pad)).size
    is_large = height >= theme.px(_LARGE_HEIGHT) and width >= theme.px(_LARGE_WIDTH)
    foot: WidgetList = [8, _actions(data, player, width, height, is_wide)]
    if is_wide and extra_room(data) and height >= theme.px(_CELLS_HEIGHT):
        foot = [8, cells_beside(data, player, width, height // 3), *foot]
    left = height - Column(foot, 0).height_for(theme, width)
    winner = player if see.result.winner is None else see.result.winner
    piece = see.emblems[winner]
    picture = [] if piece is None else [piece_picture(theme, piece, 52 if is_large else 36)]
    close = panel_button(data, "result", player, text="", icon="close", look="quiet", width=44,
                         accessible_name=data.text("result.close"))  # fmt: skip
    head = Row([*picture, Space(), close])
    if is_wide:
        left -= head.height_for(theme, width) + theme.px(8)
        body: Widget = Column([head, 8, _words(data, player, is_large, width, left)], 0, fills=True)
    else:
        beside = [*picture, close]
        room = width - sum(widget.natural_width(theme) + theme.px(8) for widget in beside)
        words = _words(data, player, is_large, room, left)
        body = Row([*picture, words, close], align_y=0, fills=True)
    content = Column([body, *foot], 0, fills=True)
    name, accent = f"card{player}", see.result.winner == player
    return sheet.fill(Card([content], pad=pad, name=name, accent=accent))


def _words(data: PanelData, player: Player, is_large: bool, width: int, height: int) -> Widget:
    """Return the headline, which may scroll, and the further sentences that fit into that size."""
    theme = data.theme
    (headline, _), *further = status_lines(data, player)
    labels = [Label(headline, "head" if is_large else "bold", "ink")]
    for sentence, style in further:
        more = [*labels, Label(sentence, style)]
        if Column(more, 4).height_for(theme, width) <= height:
            labels = more
    column = Column(labels, 4, fills=True)
    return (
        column
        if column.height_for(theme, width) <= height
        else Column([Scroll(column)], fills=True)
    )


def _actions(data: PanelData, player: Player, width: int, height: int, is_wide: bool) -> Grid:
    """Return the buttons of the next steps; the first is the main one."""
    possible = data.commands.is_possible
    steps = ["rematch", "review", "abandon", "next-level", "share"]
    if possible("send"):  # the opponent has not seen the end yet
        steps = ["send", "rematch", "review"]
    optional = "abandon", "next-level"
    names = [name for name in steps if name not in optional or possible(name)]
    high = data.theme.px(150)
    buttons = [
        panel_button(data, name, player, stacked=True, height=52 if height >= high else 48,
                     grows=True, look="primary" if name == names[0] else "plain")
        for name in names
    ]  # fmt: skip
    narrow = is_wide or width < data.theme.px(_LARGE_WIDTH)
    return Grid(buttons, 2 if narrow else len(buttons))
