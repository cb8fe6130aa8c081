"""All saves except matches: documents in JSON that people can read.

A document is a JSON object with its `kind`, the `version` of its format, and the fields of a
dataclass. The types of the fields define the valid values. `Annotated[str, pattern]` is a string
that matches the pattern; `Annotated[int, range]` is a number in the range. Other strings contain no
unprintable characters except line ends and tabs. `Any` is any JSON value.
"""

import json
import re
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, lru_cache, partial
from itertools import islice
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
_K = TypeVar("_K")
_V = TypeVar("_V")

_VERSION = 1
"""The version of all formats. A newer Flipside may write a higher number."""


class BadDocument(ValueError):
    """Raised for a text that is not a valid document; `newer`: its version is higher than ours."""

    def __init__(self, reason: str, newer: bool = False) -> None:
        super().__init__(reason)
        self.newer = newer


@dataclass(frozen=True)
class JsonFormat(Generic[_T]):
    """The format of documents of one kind."""

    kind: str
    of: type[_T]
    """The dataclass of the fields."""
    max_characters: int = MAX_TEXT_BYTES

    def dump(self, value: _T) -> str:
        """Return a value as a document, with a line for each field and each entry of a mapping."""
        rows = [(each.name, getattr(value, each.name)) for each in fields(cast(Any, value))]
        return _block([("kind", self.kind), ("version", _VERSION), *rows], "") + "\n"

    def parse(self, text: str) -> _T:
        """Return the value of a document. Raises BadDocument."""
        value, below = self.split(text)
        if below:
            raise BadDocument("text after the document")
        return value

    def split(self, text: str) -> tuple[_T, str]:
        """Return the value of the document at the start of a text, and the text after it.

        Raises BadDocument.
        """
        text, kind = text.strip(), cast(Hashable, self.of)
        if len(text) > self.max_characters:
            raise BadDocument("too long")
        newer = False
        try:
            entries, end = _DECODER.raw_decode(text)
            _demand(type(entries) is dict and entries.pop("kind", None) == self.kind)
            version = entries.pop("version", None)
            newer = type(version) is int and version > _VERSION
            _demand(type(version) is int and version == _VERSION)
            (value,) = _reader(kind)([entries])
        except (ValueError, RecursionError) as bad:
            raise BadDocument(str(bad), newer) from None
        return value, text[end:].lstrip()


@dataclass(frozen=True)
class Document(JsonFormat[_T]):
    """A document that exists once in the storage, under its kind; all fields have defaults."""

    merge_values: Callable[[_T, _T], _T] = field(kw_only=True)
    """Merges the values of this device, the first argument, with those of another."""
    durable: bool = field(default=True, kw_only=True)
    """Whether players depend on the document. If not, damage is not reported, and saving waits
    neither for the disk nor for other windows."""

    def load(self, storage: Storage) -> _T:
        """Return the stored value; set aside a text that is damaged or of a newer Flipside."""
        return self._load(storage)[1]

    def merge(self, storage: Storage, theirs: _T) -> bool:
        """Merge the values of another device into the stored ones; False if they are too many."""
        return self.change(storage, lambda here: self.merge_values(here, theirs))

    def change(self, storage: Storage, changed: Callable[[_T], _T]) -> bool:
        """Replace the stored value by `changed(value)`, also if another window saves meanwhile.

        Return False, and save nothing, if the text would be too long.
        """
        rejection: _T | None = None
        """A value that was not saved because another window saved first. It is merged again: parts
        of it may exist only in memory."""
        while True:
            text, here = self._load(storage)
            value = changed(here if rejection is None else self.merge_values(here, rejection))
            if value == here:
                return True
            after = self.dump(value)
            if len(after.encode()) > self.max_characters:
                return False
            if not self.durable:
                storage.save(self.kind, after, durable=False)
            elif storage.replace(self.kind, text, after) is Outcome.ELSEWHERE:
                rejection = value
                continue
            _known[self] = after, value
            return True

    def _load(self, storage: Storage) -> tuple[str | None, _T]:
        text = storage.load(self.kind)
        if text is None:
            return None, self.of()
        if self in _known and _known[self][0] == text:
            return text, _known[self][1]
        try:
            _known[self] = text, self.parse(text)
            return _known[self]
        except BadDocument as bad:
            storage.quarantine(self.kind, report=self.durable or bad.newer)
            return None, self.of()


_known: dict[Document[Any], tuple[str, Any]] = {}
"""The last text of each document with its value, which is never changed. Parsing takes long."""


def united(
    here: Mapping[_K, _V], theirs: Mapping[_K, _V], choose: Callable[[_V, _V], _V]
) -> dict[_K, _V]:
    """Return the entries of both; `choose` merges two values of the same key."""
    both = {key: choose(here[key], theirs[key]) for key in here.keys() & theirs.keys()}
    return {**here, **theirs, **both}


def newest(entries: Mapping[str, _V], most: int) -> dict[str, _V]:
    """Return at most so many entries, without those whose names come first: names are times."""
    return {name: entries[name] for name in sorted(entries)[-most:]}


# -- writing ---------------------------------------------------------------------------------------

_encode = json.JSONEncoder(ensure_ascii=False, default=vars).encode


def _value_text(value: object, margin: str) -> str:
    """Return the JSON of a value.

    Each entry of a mapping, and each entry of a list of lists or objects, is on its own line.
    """
    if isinstance(value, dict) and value:
        return _block(sorted(value.items()), margin)
    if isinstance(value, tuple) and value and not isinstance(value[0], str | int | NoneType):
        rows = f",\n{margin}  ".join(map(_encode, value))
        return f"[\n{margin}  {rows}\n{margin}]"
    if is_dataclass(value):
        with suppress(TypeError):  # some contain mappings, which have no hash
            return _entry_text(cast(Hashable, value))
    return _encode(value)


@lru_cache(maxsize=10_000)
def _entry_text(entry: Hashable) -> str:
    """Return the JSON of an object. It is cached, because a text of thousands changes in one.

    Equal objects have the same text: a field never contains both 1 and True.
    """
    return _encode(entry)


def _block(items: Any, margin: str) -> str:
    indent = margin + "  "
    rows = [f"{indent}{_encode(key)}: {_value_text(value, indent)}" for key, value in items]
    return "{\n" + ",\n".join(rows) + f"\n{margin}}}"


# -- reading ---------------------------------------------------------------------------------------


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    _demand(len(entries) == len(pairs))
    return entries


_DECODER = json.JSONDecoder(object_pairs_hook=_object)
"""Raises ValueError or RecursionError for a text that is not JSON, and for whole numbers of more
than 4,300 digits."""


def _demand(condition: object) -> None:
    if not condition:
        raise ValueError("another value expected")


def _demand_type(kind: type, values: list[Any]) -> None:
    _demand(set(map(type, values)) <= {kind})


@cache
def _reader(kind: Any) -> Callable[[list[Any]], list[Any]]:
    """Return a function that converts JSON values to the type `kind`.

    The function raises ValueError if a value does not have that type. It takes all values of a type
    in a document together, because thousands of calls for single values would take several times
    as long.
    """
    form, parts = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        return partial(_read_objects, kind, {name: _reader(hints[name]) for name in hints})
    if form is Annotated:
        is_range = isinstance(parts[1], range)
        contains = parts[1].__contains__ if is_range else re.compile(parts[1]).fullmatch
        return partial(_read_domain, _reader(parts[0]), contains)
    if form in (Union, UnionType):
        return partial(_read_union, {part: _reader(part) for part in parts}, _reader(parts[0]))
    if form is dict:
        return partial(_read_mappings, _reader(parts[0]), _reader(parts[1]))
    if form is tuple and parts[-1] is ...:
        return partial(_read_lists, _reader(parts[0]))
    if form is tuple:
        return partial(_read_rows, [*map(_reader, parts)])
    return partial(_read_literals, parts) if form is Literal else partial(_read_plain, kind)


_Read = Callable[[list[Any]], list[Any]]


def _read_objects(kind: Any, fields: Mapping[str, _Read], values: list[Any]) -> list[Any]:
    _demand_type(dict, values)
    _demand(all(value.keys() == fields.keys() for value in values))
    columns = [read([value[name] for value in values]) for name, read in fields.items()]
    return [*map(kind, *columns)]


def _read_domain(read: _Read, contains: Callable[[Any], Any], values: list[Any]) -> list[Any]:
    _demand(all(map(contains, {*read(values)})))
    return values


def _read_union(readers: Mapping[Any, _Read], other: _Read, values: list[Any]) -> list[Any]:
    results = {
        kind: iter(readers.get(kind, other)([value for value in values if type(value) is kind]))
        for kind in set(map(type, values))
    }
    return [next(results[type(value)]) for value in values]


def _read_mappings(read_keys: _Read, read_entries: _Read, values: list[Any]) -> list[Any]:
    _demand_type(dict, values)
    keys = iter(read_keys([key for value in values for key in value]))
    entries = iter(read_entries([entry for value in values for entry in value.values()]))
    return [dict(islice(zip(keys, entries, strict=True), len(value))) for value in values]


def _read_lists(read_entries: _Read, values: list[Any]) -> list[Any]:
    _demand_type(list, values)
    entries = iter(read_entries([entry for value in values for entry in value]))
    return [tuple(islice(entries, len(value))) for value in values]


def _read_rows(readers: list[_Read], values: list[Any]) -> list[Any]:
    _demand_type(list, values)
    _demand(set(map(len, values)) <= {len(readers)})
    columns = [read([value[at] for value in values]) for at, read in enumerate(readers)]
    return [*zip(*columns, strict=True)]


def _read_literals(words: tuple[Any, ...], values: list[Any]) -> list[Any]:
    _demand(all(value in words for value in values))
    return values


def _read_plain(kind: Any, values: list[Any]) -> list[Any]:
    if kind is not Any:
        _demand_type(kind, values)
        _demand(kind is not str or is_plain("".join(values)))
    return values
