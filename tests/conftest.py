"""What every test stands on."""

from __future__ import annotations

import pytest
from hypothesis import settings

# A loaded machine is no failure of the property.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the terminal of whoever runs the tests out of them."""
    for name in ("NO_COLOR", "FORCE_COLOR", "GITHUB_ACTIONS", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _cache_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let no test answer for another, nor for a run outside of the tests."""
    monkeypatch.setattr("gatecheck.run.default_cache", lambda: str(tmp_path_factory.mktemp("cache")))
