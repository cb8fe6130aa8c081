"""What all tests share: the option --long for the full numbers."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="the full numbers instead of a tenth")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the full numbers are asked for."""
    return bool(request.config.getoption("--long"))
