"""Narrows a value to the type that a test knows it to have."""

from typing import TypeVar

T = TypeVar("T")


def of_type(kind: type[T], value: object) -> T:
    """The value, which must be of that type."""
    assert isinstance(value, kind)
    return value
