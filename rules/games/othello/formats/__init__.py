"""Formats of other programs for matches of Othello: readers and writers."""

import re
from functools import partial

from flipside.rules.contract.diagram import write_position
from flipside.rules.contract.position import PASS
from flipside.rules.games.othello import OTHELLO
from flipside.rules.games.othello.formats.boards import BOARD_VALUE, read_boards
from flipside.rules.games.othello.formats.ends import laid_by_players
from flipside.rules.games.othello.formats.ggf import read_ggf, write_ggf
from flipside.rules.games.othello.formats.json_moves import read_json
from flipside.rules.games.othello.formats.pgn import read_pgn
from flipside.rules.games.othello.formats.sgf import read_sgf, write_sgf, write_study_sgf
from flipside.rules.games.othello.formats.transcript import read_moves
from flipside.rules.games.othello.formats.wthor import names_for_wthor, read_wthor
from flipside.rules.games.othello.position import Othello
from flipside.rules.match.formats import Format
from flipside.rules.match.match import Match


def write_transcript(match: Match) -> str | None:
    """Return the moves played so far in one row without passes; None for unusual options.

    A first position that was set up is on the line above.
    """
    if match.choices != OTHELLO.choices({}) or laid_by_players(match):
        return None
    names = zip(match.moves[: match.ply], match.names(), strict=False)
    moves = "".join(name for move, name in names if move != PASS)
    return f"{match.start}\n{moves}".strip()


def write_board(match: Match) -> str | None:
    """Return the position as a line of an `.obf` file; the first line has the match's comment.

    Return None while opening discs are laid, and if the fewest discs win.
    """
    position = match.position
    assert isinstance(position, Othello)
    text = write_position(OTHELLO, match.choices, position)
    if text is None or position.setup.fewest or position.laying:
        return None
    if match.ply or not match.comment:
        return f"{text};"
    values = re.match(BOARD_VALUE, match.comment, re.IGNORECASE)
    return f"{text}; {'' if values else '% '}{match.comment}"


FORMATS = (
    Format("ggf", OTHELLO.key, read_ggf, write=write_ggf),
    Format("sgf", OTHELLO.key, read_sgf, write=write_sgf, write_study=write_study_sgf),
    Format("wthor", OTHELLO.key, read_file=read_wthor, names=names_for_wthor),
    Format("json", OTHELLO.key, read_json),
    Format("pgn", OTHELLO.key, read_pgn),
    Format("obf", OTHELLO.key, read_boards, write=write_board),
    Format(
        "transcript",
        OTHELLO.key,
        partial(read_moves, begin=partial(Match, OTHELLO)),
        write=write_transcript,
        bare=read_moves,
    ),
)
