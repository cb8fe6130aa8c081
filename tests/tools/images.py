"""Reads what Pillow's types leave out."""

from typing import Any

from PIL import Image


def frames_of(picture: Image.Image) -> int:
    """The number of frames of a picture that may move."""
    moving: Any = picture
    return int(moving.n_frames)
