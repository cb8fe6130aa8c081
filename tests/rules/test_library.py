"""The examples of the page about the rules as a library answer as it says."""

import doctest
from pathlib import Path

import flipside.rules

PAGE = Path(flipside.rules.__file__).with_name("LIBRARY.md")


def test_every_example_answers_as_written() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 20
    assert not failed
