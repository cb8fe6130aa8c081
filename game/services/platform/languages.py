"""The languages a desktop prefers: by environment variables, SDL, locale."""

import locale
import os
import re
from collections.abc import Iterator
from contextlib import suppress

import pygame


def languages_of_system() -> list[str]:
    """Return the codes of the preferred languages, such as "de", best first; maybe none."""
    named = (*_named_by_environment(), *_named_by_system())
    found = (re.match(r"([a-z]{2,3})(?![^\W_])", name.strip().lower()) for name in named)
    return list(dict.fromkeys(code[1] for code in found if code))


def _named_by_environment() -> Iterator[str]:
    chosen = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)),
        "",
    )
    if chosen.split(".")[0] not in ("", "C", "POSIX"):
        yield from os.environ.get("LANGUAGE", "").split(":")
        yield chosen


def _named_by_system() -> Iterator[str]:
    with suppress(pygame.error, AttributeError, KeyError, NotImplementedError):  # an older SDL
        for preferred in pygame.system.get_pref_locales():
            yield str(preferred["language"])
    with suppress(ValueError):  # a locale that Python does not know
        yield locale.getlocale()[0] or ""
