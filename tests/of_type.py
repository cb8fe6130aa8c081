"""What type checkers do not see: the type that a test knows a value to have, and what the types of
Pillow leave out."""

from typing import Any, TypeVar

T = TypeVar("T")


def of_type(kind: type[T], value: object) -> T:
    """The value, which must be of that type."""
    assert isinstance(value, kind)
    return value


def frames_of(picture: Any) -> int:
    """The number of frames of a picture of Pillow that may move."""
    return int(picture.n_frames)
