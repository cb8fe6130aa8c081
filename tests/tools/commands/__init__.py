"""The commands of build.py: for each a function that adds its arguments and one that runs it."""

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
"""All of them by name, in the order of the help."""
