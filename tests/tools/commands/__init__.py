"""The commands of build.py. Each has a function that adds its arguments and one that runs it."""

from tests.tools.commands import checks, matches, pictures, publishing, texts
from web import commands as pages

BUILD_COMMANDS = {
    **checks.BUILD_COMMANDS,
    **pictures.BUILD_COMMANDS,
    **texts.BUILD_COMMANDS,
    **matches.BUILD_COMMANDS,
    **pages.BUILD_COMMANDS,
    **publishing.BUILD_COMMANDS,
}
"""All commands by name, in the order of the help."""
