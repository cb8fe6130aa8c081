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
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    TypeVar,
    Union,
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
            value: _T = _read(self.of, fields)
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    _demand(len(found) == len(pairs))
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
"""It reads whole numbers of at most 4,300 digits, and raises ValueError or RecursionError for what
is no JSON."""


def _demand(right: object) -> None:
    if not right:
        raise ValueError("another value expected")


@cache
def _parts(kind: Any) -> tuple[Any, Any]:
    """A type without its parameters, and these; for a dataclass the types of its fields by name."""
    if is_dataclass(kind):
        return dataclass, get_type_hints(kind, include_extras=True)
    return get_origin(kind), get_args(kind)


def _read(kind: Any, value: Any) -> Any:
    """Return the value of a type for which JSON stands. Raises ValueError if there is none."""
    form, parts = _parts(kind)
    if form is Annotated:
        value, allowed = _read(parts[0], value), parts[1]
        _demand(value in allowed if isinstance(allowed, range) else re.fullmatch(allowed, value))
    elif form in (Union, UnionType):
        value = _read(next((one for one in parts if type(value) is one), parts[0]), value)
    elif form is dict:
        _demand(type(value) is dict)
        value = {_read(parts[0], key): _read(parts[1], one) for key, one in value.items()}
    elif form is tuple:
        _demand(type(value) is list)
        kinds = parts[:1] * len(value) if parts[-1] is ... else parts
        _demand(len(kinds) == len(value))
        value = tuple(map(_read, kinds, value))
    elif form is dataclass:
        _demand(type(value) is dict and value.keys() == parts.keys())
        value = kind(**{name: _read(one, value[name]) for name, one in parts.items()})
    elif form is Literal:
        _demand(value in parts)
    elif kind is not Any:
        _demand(type(value) is kind and (kind is not str or is_plain(value)))
    return value
