"""The marker of tests that repair whole releases; they run where ``-m corpus`` asks for them."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "corpus: checks whole releases from the package index; run with -m corpus")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "corpus" in config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("corpus")]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if item not in slow]
