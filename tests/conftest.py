"""What every test shares: property tests that give the same answer on every machine, however slow."""

from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ardennes", deadline=None, derandomize=True, print_blob=False)
settings.load_profile("ardennes")

TESTS = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Examples in docstrings are those of the packages; tests have none, and need not be searched for them."""
    found = yield
    return [one for one in found if type(one) is pytest.Module or TESTS not in file_path.parents]
