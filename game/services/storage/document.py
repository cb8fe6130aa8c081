"""Documents: all that is saved besides matches, as JSON that people can read.

A document is an object with its kind, the version of its form, and the fields of a dataclass. The
types of the fields tell what a text may hold. `Annotated[str, pattern]` is a word of that pattern,
`Annotated[int, range]` a number in that range; other strings hold nothing unprintable but line
ends. `Any` stands for whatever JSON can say.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from flipside.game.services.plain import is_plain
from flipside.game.services.storage.storage import Outcome, Storage
from flipside.game.services.storage.store import MAX_TEXT_BYTES

_T = TypeVar("_T")

_VERSION = 1
"""The version of every form; a newer Flipside writes higher ones."""


class BadDocument(ValueError):
    """Raised for a text that is no document of the kind; `newer`: its version is higher."""

    def __init__(self, reason: str, newer: bool = False) -> None:
        super().__init__(reason)
        self.newer = newer


@dataclass(frozen=True)
class JsonFormat(Generic[_T]):
    """The form of the documents of a kind."""

    kind: str
    of: type[_T]
    """The dataclass that holds the fields."""
    max_characters: int = MAX_TEXT_BYTES

    def text(self, value: _T) -> str:
        """Return the document of a value; a field, or an entry of a mapping, has a line."""
        return _block({"kind": self.kind, "version": _VERSION, **vars(value)}.items(), "") + "\n"

    def parse(self, text: str) -> _T:
        """Return the value of a document. Raises BadDocument for any other text."""
        value, below = self.split(text)
        if below:
            raise BadDocument("something follows")
        return value

    def split(self, text: str) -> tuple[_T, str]:
        """Return the value of the document with which a text begins, and what follows. Raises
        BadDocument."""
        text = text.strip()
        if len(text) > self.max_characters:
            raise BadDocument("too long")
        newer = False
        try:
            fields, end = _DECODER.raw_decode(text)
            _demand(type(fields) is dict and fields.pop("kind", None) == self.kind)
            version = fields.pop("version", None)
            newer = type(version) is int and version > _VERSION
            _demand(type(version) is int and version == _VERSION)
            value: _T = _reader(cast(Any, self.of))(fields)
        except (ValueError, RecursionError) as bad:
            raise BadDocument(str(bad), newer) from None
        return value, text[end:].lstrip()


@dataclass(frozen=True)
class Document(JsonFormat[_T]):
    """A kind of documents of which storage has one, under the name of the kind. The dataclass has a
    default for every field."""

    merged: Callable[[_T, _T], _T] = field(kw_only=True)
    """The values here, the first ones, together with those of another device."""
    durable: bool = field(default=True, kw_only=True)
    """Whether players depend on it. Else nobody is told of damage, and saving neither waits for the
    disk nor for another window."""

    def load(self, storage: Storage) -> _T:
        """Return the stored value; a damaged text is set aside, and one of a newer Flipside too."""
        return self._load(storage)[1]

    def merge(self, storage: Storage, theirs: _T) -> bool:
        """Add the values of another device; return False, saving nothing, if they are too many."""
        return self.change(storage, lambda here: self.merged(here, theirs))

    def change(self, storage: Storage, changed: Callable[[_T], _T]) -> bool:
        """Save what `changed` makes of the stored value, also where another window writes another
        at the same time. Return False, saving nothing, if that is too long."""
        refused: _T | None = None
        """A value that another window was ahead of; some of it may have waited in memory alone."""
        while True:
            text, here = self._load(storage)
            value = changed(here if refused is None else self.merged(here, refused))
            after = self.text(value)
            if len(after) > self.max_characters:
                return False
            if after == self.text(here):
                return True
            if not self.durable:
                storage.save(self.kind, after, durable=False)
                return True
            if storage.replace(self.kind, text, after) is not Outcome.ELSEWHERE:
                return True
            refused = value

    def _load(self, storage: Storage) -> tuple[str | None, _T]:
        text = storage.load(self.kind)
        if text is None:
            return None, self.of()
        try:
            return text, self.parse(text)
        except BadDocument as bad:
            storage.set_aside(self.kind, tell=self.durable or bad.newer)
            return None, self.of()


# -- writing ---------------------------------------------------------------------------------------

_encode = json.JSONEncoder(ensure_ascii=False, default=vars).encode


def _written(value: object, margin: str) -> str:
    """A mapping, and a list of more than words and numbers, with a line for each of its items."""
    if isinstance(value, dict) and value:
        return _block(sorted(value.items()), margin)
    if isinstance(value, tuple) and value and not isinstance(value[0], str | int | NoneType):
        rows = f",\n{margin}  ".join(map(_encode, value))
        return f"[\n{margin}  {rows}\n{margin}]"
    return _encode(value)


def _block(items: Any, margin: str) -> str:
    within = margin + "  "
    rows = [f"{within}{_encode(key)}: {_written(value, within)}" for key, value in items]
    return "{\n" + ",\n".join(rows) + f"\n{margin}}}"


# -- reading ---------------------------------------------------------------------------------------


_Reader = Callable[[Any], Any]
"""Returns the value of a type for which JSON stands. Raises ValueError if there is none."""


def _demand(right: object) -> None:
    if not right:
        raise ValueError("another value expected")


def _typed(kind: type[_T], value: Any) -> _T:
    if type(value) is not kind:
        raise ValueError("a value of another type expected")
    return value


def _plain(value: Any) -> str:
    _demand(is_plain(_typed(str, value)))
    return str(value)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    _demand(len(found) == len(pairs))
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
"""It reads numbers of at most 4,300 digits, and raises ValueError or RecursionError for what is no
JSON."""


@cache
def _reader(kind: Any) -> _Reader:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _narrowed(_reader(args[0]), args[1])
    if origin is Literal:
        return _narrowed(_plain, args)
    if origin in (Union, UnionType):
        readers = {one: _reader(one) for one in args}
        return lambda value: readers.get(type(value), readers[args[0]])(value)
    if origin is dict:
        key, each = map(_reader, args)
        return lambda value: {key(name): each(one) for name, one in _typed(dict, value).items()}
    if origin is tuple and args[-1] is ...:
        item = _reader(args[0])
        return lambda value: tuple(map(item, _typed(list, value)))
    if origin is tuple:
        items = [_reader(one) for one in args]
        return lambda value: tuple(
            read(one) for read, one in zip(items, _typed(list, value), strict=True)
        )
    if is_dataclass(kind):
        return _made(cast(Any, kind))
    if kind is Any:
        return lambda value: value
    return _plain if kind is str else partial(_typed, kind)


def _narrowed(read: _Reader, allowed: str | range | tuple[str, ...]) -> _Reader:
    fits = re.compile(allowed).fullmatch if isinstance(allowed, str) else allowed.__contains__

    def narrowed(value: Any) -> Any:
        _demand(fits(read(value)))
        return value

    return narrowed


def _made(kind: Callable[..., _T]) -> Callable[[Any], _T]:
    readers = {
        name: _reader(hint) for name, hint in get_type_hints(kind, include_extras=True).items()
    }

    def made(value: Any) -> _T:
        _demand(_typed(dict, value).keys() == readers.keys())
        return kind(**{name: read(value[name]) for name, read in readers.items()})

    return made
