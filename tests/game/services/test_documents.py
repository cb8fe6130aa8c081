"""Documents hold what their dataclass says, and nothing else; what is no document is told apart."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Annotated, Any, Literal

import pytest

from flipside.game.saves.matches import KNOWN_NAMES, LAST_PLAYED
from flipside.game.saves.task_progress import LESSONS, PROBLEMS
from flipside.game.services.storage.document import BadDocument, Document, JsonFormat
from flipside.game.services.storage.storage import Storage
from tests.game.live_match.machine import Machine
from tests.game.saves.test_export import OURS
from tests.game.services.stores import MemoryStore, document


@dataclass(frozen=True)
class Leaf:
    word: Annotated[str, "[a-z]{1,3}"] = "a"
    number: Annotated[int, range(-9, 10)] | None = None


@dataclass(frozen=True)
class Tree:
    on: bool = True
    kind_of: Literal["one", "two"] = "one"
    pair: tuple[int, str] = (1, "x")
    leaves: tuple[Leaf, ...] = ()
    by_name: dict[Annotated[str, "[a-z]+"], Leaf] = field(default_factory=dict)
    any_of: int | str | bool = 0


TREE = JsonFormat("tree", Tree)

GROWN = Tree(
    False, "two", (2, "ž\n"), (Leaf(), Leaf("b", 3)), {"b": Leaf("c"), "a": Leaf("d", -9)}, "y"
)

TEXT = """{
  "kind": "tree",
  "version": 1,
  "on": false,
  "kind_of": "two",
  "pair": [2, "ž\\n"],
  "leaves": [
    {"word": "a", "number": null},
    {"word": "b", "number": 3}
  ],
  "by_name": {
    "a": {"word": "d", "number": -9},
    "b": {"word": "c", "number": null}
  },
  "any_of": "y"
}
"""


def test_a_document_is_readable_and_sorted() -> None:
    assert TREE.dump(GROWN) == TEXT
    for text in (TEXT, json.dumps(json.loads(TEXT)), f"\n {TEXT}\r\n"):
        assert TREE.parse(text) == GROWN
    assert TREE.parse(TREE.dump(Tree())) == Tree()


def test_what_follows_a_document_is_told() -> None:
    assert TREE.split(f"{TEXT}Flipside 1\n") == (GROWN, "Flipside 1")
    with pytest.raises(BadDocument):
        TREE.parse(f"{TEXT}Flipside 1\n")


def leaf(**changed: object) -> dict[str, object]:
    return {"word": "a", "number": 1, **changed}


WRONG: dict[str, list[Any]] = {
    "on": [0, 1, "true", None],
    "kind_of": ["three", None, ["one"], {}],
    "pair": [
        *([1], [1, "x", 2], ["1", "x"], [1.0, "x"], [True, "x"], {}, [1, None]),
        *([1, "\0"], [1, "\ud800"], [1, "\u202e"], [1, "\ufeff"]),
    ],
    "leaves": [
        *({}, None, [1], [[]], [{}], "ab", [leaf(more=1)], [leaf(word=1)], [leaf(word=None)]),
        *([leaf(word=""), leaf(word="abcd")], [leaf(word="A")], [leaf(word="a\n")]),
        *([leaf(number=10)], [leaf(number=-10)], [leaf(number="1")], [leaf(number=True)]),
        *([leaf(number=1.0)], [leaf(number=1e999)]),
    ],
    "by_name": [[], None, {"": {}}, {"A": leaf()}],
    "any_of": [None, 0.5, [], {}, float("nan"), float("inf")],
    "more": [1],
}


@pytest.mark.parametrize(
    ("name", "wrong"), [(name, value) for name in WRONG for value in WRONG[name]]
)
def test_a_value_of_another_type_is_refused(name: str, wrong: Any) -> None:
    fields = json.loads(TEXT)
    assert TREE.parse(json.dumps(fields)) == GROWN
    with pytest.raises(BadDocument) as error:
        TREE.parse(json.dumps(fields | {name: wrong}))
    assert not error.value.newer


@pytest.mark.parametrize("gone", ["kind", "version", "on", "leaves", "any_of"])
def test_a_field_that_is_missing_or_there_twice_is_refused(gone: str) -> None:
    fields = json.loads(TEXT)
    value = json.dumps(fields.pop(gone))
    with pytest.raises(BadDocument):
        TREE.parse(json.dumps(fields))
    with pytest.raises(BadDocument):
        TREE.parse(TEXT.replace("{", f'{{"{gone}": {value},', 1))


@pytest.mark.parametrize(
    ("version", "newer"),
    [(2, True), (10**9, True), *[(wrong, False) for wrong in (0, -1, "2", 2.0, True, None)]],
)
def test_a_newer_version_is_told_apart(version: object, newer: bool) -> None:
    with pytest.raises(BadDocument) as error:
        TREE.parse(json.dumps({"kind": "tree", "version": version, "new": []}))
    assert error.value.newer == newer


@pytest.mark.parametrize("part", ["9", "[", '{"a":', "[[],", '"x', "-", "1e9"])
def test_a_long_run_ends_the_reading(part: str) -> None:
    run = 300_000 * part
    for text in (run, TEXT.replace("false", run), document("tree", x=0).replace("0", run)):
        with pytest.raises(BadDocument):
            TREE.parse(text)


KINDS: dict[str, Document[Any]] = {
    document.kind: document for document in (KNOWN_NAMES, LAST_PLAYED, LESSONS, PROBLEMS)
}

_BITS = [
    *'{}[]",:0-.\\ \n\0',
    "\u202e",
    "null",
    "NaN",
    "[]",
    "9" * 5_000,
    '"version": 2',
    "\\ud800",
]


def _damaged(text: str, random: Random) -> str:
    """A text with a few characters replaced, inserted or lost."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randrange(len(text))
        stop = min(len(text), start + random.choice((0, 1, 5, 40)))
        text = text[:start] + random.choice(("", *_BITS)) + text[stop:]
    return text


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_accepted_whole_or_set_aside_whole(kind: str) -> None:
    format_of, random, counts = KINDS[kind], Random(kind), {False: 0, True: 0}
    for _ in range(1_250):
        storage = Storage(MemoryStore(), Machine())
        text = _damaged(OURS[kind], random)
        storage.store.save(kind, text)
        value = format_of.load(storage)
        accepted = storage.store.load(kind) == text
        counts[accepted] += 1
        if accepted:
            assert format_of.parse(format_of.dump(value)) == value
        else:
            assert value == format_of.of()
            assert storage.store.load(f"{kind}.set-aside-1") == text
        assert format_of.merge(storage, format_of.parse(OURS[kind]))
        assert format_of.load(storage) == format_of.merge_values(value, format_of.parse(OURS[kind]))
    assert min(counts.values()) > 20
