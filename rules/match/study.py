"""Study: a match with branches, as a tree of moves.

The record of a study has the main line as `moves` and one line for each branch. The branch
`line 4 d3 c5` shares its first 4 plies with the line above it. Below a line are its comments:
`note 6 Too greedy` is about the position after 6 plies of the line.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypeAlias, TypeVar

from flipside.rules.contract.game import AnyGame
from flipside.rules.contract.position import Move
from flipside.rules.match.match import Match, replay
from flipside.rules.match.record import BadRecord, Line, Record, parse_moves, plain_line

_M = TypeVar("_M", Move, str)
"""A move, or its name."""

_Tree: TypeAlias = "dict[str, _Tree]"
"""The next moves by name, each with the tree after it. The first move continues the line."""


def shared_moves(line: Sequence[_M], other: Sequence[_M]) -> int:
    """Return the length of the common beginning of both lines."""
    pairs = zip(line, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def replay_study(record: Record, games: Mapping[str, AnyGame]) -> Match:
    """Return the match of a record with its moves played; BadRecord if it or a line is invalid."""
    match = replay(record, games)
    Study(match, record.lines)
    return match


class Study:
    """A tree of moves, with its current line as a match without clock."""

    def __init__(self, match: Match, lines: Iterable[Line] = ()) -> None:
        """Copy the moves of `match` as main line, add `lines`; BadRecord if one is invalid."""
        self.match = match.truncated(len(match.moves))
        """The current line, at the current position."""
        self._root: _Tree = {}
        self._comments: dict[tuple[str, ...], str] = {}
        """Comments by the names of the moves that lead to their position."""
        self._take_in()
        for line in lines:
            if line.ply > len(self.match.moves):
                raise BadRecord("line", f"{line.ply} {line.moves or line.comment}")
            if line.comment:
                self._comments[tuple(self.match.names()[: line.ply])] = line.comment
                continue
            self.match.goto_ply(line.ply)
            self.match.read_moves(line.moves)
            self._take_in()
        self.show_line(match.names()[: match.ply])

    def __reduce__(self) -> tuple[object, ...]:
        """Return the lines for pickle, because the tree of a long match is too deep for it."""
        record, main = self.to_record(), self.match.truncated(0)
        main.read_moves(record.moves)
        return _rebuild, (main, record.lines, self.match.names(), self.match.ply)

    @property
    def path(self) -> list[str]:
        """The names of the moves that lead to the current position."""
        return self.match.names()[: self.match.ply]

    def _below(self, path: Iterable[str]) -> _Tree:
        tree = self._root
        for name in path:
            tree = tree[name]
        return tree

    def _take_in(self) -> bool:
        """Add the moves up to the current position to the tree; return whether any are new."""
        tree, new = self._root, False
        for name in self.path:
            new |= name not in tree
            tree = tree.setdefault(name, {})
        return new

    @property
    def comment(self) -> str:
        """The comment on the current position; empty if there is none."""
        return self._comments.get(tuple(self.path), "")

    @comment.setter
    def comment(self, words: str) -> None:
        self._comments[tuple(self.path)] = plain_line(words)
        if not self.comment:
            del self._comments[tuple(self.path)]

    # -- the current line --------------------------------------------------------------------------

    def follow(self) -> bool:
        """Update tree and line after a move of `match`; return whether the move is new.

        Undone moves become the first continuation in the tree.
        """
        match, ply, new = self.match, self.match.ply, self._take_in()
        match.clear_redo()
        tree = self._below(self.path)
        while tree:
            name = next(iter(tree))
            match.read_moves(name)
            tree = tree[name]
        match.goto_ply(ply)
        return new

    def show_line(self, names: Sequence[str]) -> None:
        """Play these moves from the start and add new ones to the tree; BadRecord if illegal."""
        same = shared_moves(self.match.names(), names)
        self.match.goto_ply(same)
        if same < len(names):
            self.match.read_moves(" ".join(names[same:]))
        self.follow()

    def branches(self) -> list[Move]:
        """Return the moves that the tree has after the current position, in order."""
        moves = (parse_moves(self.match.position, name) for name in self._below(self.path))
        return [move[0] for move in moves if move is not None]

    def forks(self) -> set[int]:
        """Return the plies of the current line after which the tree has several moves."""
        tree, plies = self._root, set[int]()
        for ply, name in enumerate(self.match.names()):
            if len(tree) > 1:
                plies.add(ply)
            tree = tree[name]
        return plies

    # -- the tree ----------------------------------------------------------------------------------

    @property
    def is_main(self) -> bool:
        """Whether the moves up to the current position belong to the main line."""
        tree = self._root
        for name in self.path:
            if name != next(iter(tree)):
                return False
            tree = tree[name]
        return True

    def promote(self) -> None:
        """Make the moves up to the current position the beginning of the main line."""
        tree = self._root
        for name in self.path:
            others = {other: tree.pop(other) for other in list(tree) if other != name}
            tree.update(others)
            tree = tree[name]

    def size(self) -> int:
        """Return the number of moves in the tree from the last move on, including branches."""
        ahead, count = [self._below(self.path)], 0
        while ahead:
            tree = ahead.pop()
            count += 1
            ahead += tree.values()
        return count if self.match.ply else 0

    def delete(self, name: str) -> None:
        """Delete the branch that begins with this move here; KeyError if there is none."""
        del self._below(self.path)[name]
        gone = (*self.path, name)
        for path in [path for path in self._comments if path[: len(gone)] == gone]:
            del self._comments[path]
        self.follow()

    def walk(self) -> Iterator[tuple[int, str, str]]:
        """Yield the ply before each move of the tree, its name and its comment, line by line."""
        ahead, path = [(0, *child) for child in reversed(self._root.items())], list[str]()
        while ahead:
            ply, name, tree = ahead.pop()
            path[ply:] = [name]
            yield ply, name, self._comments.get(tuple(path), "")
            ahead += [(ply + 1, *child) for child in reversed(tree.items())]

    @property
    def first_comment(self) -> str:
        """The comment on the first position; empty if there is none."""
        return self._comments.get((), "")

    def to_record(self) -> Record:
        """Return the record: all lines, and the ply to which current and main line agree."""
        main, lines = list[str](), list[Line]()
        names, end = main, 0
        comments = [Line(0, "", self.first_comment)] if self.first_comment else []
        branches: list[tuple[int, list[str], list[Line]]] = [(0, main, comments)]
        for ply, name, comment in self.walk():
            if ply < end:
                names, comments = [], []
                branches.append((ply, names, comments))
            names.append(name)
            end = ply + 1
            if comment:
                comments.append(Line(end, "", comment))
        for ply, names, comments in branches:
            lines += [] if names is main else [Line(ply, " ".join(names))]
            lines += comments
        stand = shared_moves(main, self.path)
        return replace(
            self.match.to_record(),
            moves=" ".join(main),
            ply=stand if stand < len(main) else None,
            lines=tuple(lines),
        )


def _rebuild(main: Match, lines: Iterable[Line], names: Sequence[str], ply: int) -> Study:
    """Return a study whose current position is at `ply` of the line `names`."""
    study = Study(main, lines)
    study.show_line(names)
    study.match.goto_ply(ply)
    return study
