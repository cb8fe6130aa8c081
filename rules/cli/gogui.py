"""The `gogui-rules_...` commands of GTP, by which a program supplies the rules of a game to GoGui.
GoGui draws the first line of a board as the row of the highest number, so it shows Othello's row 1
at the foot; the names of the squares are the same."""

from collections.abc import Callable

from flipside.rules.contract.position import PASS, player_name
from flipside.rules.match.match import Match


def rules_can_be_told(match: Match) -> bool:
    """Whether GoGui can show the game: a move places a black or white stone on a square board."""
    board, position = match.board, match.position
    return (
        board.columns == board.rows
        and set(position.colours or ()) == {"black", "white"}
        and all(len(move) == 1 for move in match.legal())
    )


def _board(match: Match) -> str:
    rows = match.position.show()["board"]
    assert isinstance(rows, list)
    return "\n".join(" ".join(row) for row in reversed(rows))


def _legal_moves(match: Match) -> str:
    """Names of moves; empty after the end, which is how GoGui sees it."""
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
