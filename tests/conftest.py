"""What all tests share: the option --long for the full numbers, and examples that do not
depend on the day or on how busy the machine is."""

import gc

import pytest
from hypothesis import settings

settings.register_profile("flipside", deadline=None, derandomize=True)
settings.load_profile("flipside")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the full numbers instead of a tenth")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what costs more than it finds, unless the full numbers are asked for.

    Groups come first: they are long, and one that came last would be waited for by all others.
    """
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)
    if not config.getoption("--long"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="only with --long"))


def pytest_collection_finish() -> None:
    """Let no collection of garbage go through what was imported: the program collects between all
    scenes."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the full numbers are asked for."""
    return bool(request.config.getoption("--long"))
