"""The tests of Flipside."""
