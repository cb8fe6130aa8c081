"""The commands of build.py: for each a function that adds its arguments and one that runs it."""

from tests.tools.commands import checks, matches, pictures, publishing
from web import commands as pages

COMMANDS = {
    **checks.COMMANDS,
    **pictures.COMMANDS,
    **matches.COMMANDS,
    **pages.COMMANDS,
    **publishing.COMMANDS,
}
"""All of them by name, in the order of the help."""
