from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator

import pytest

from gatecheck.runtime_verify import standins


@pytest.fixture
def finder() -> Iterator[standins.StandInFinder]:
    made = standins.install(("nosuchpackage", "json", "!nosuchpackage.absent"))
    yield made
    sys.meta_path.remove(made)
    for name in [name for name in sys.modules if name.startswith("nosuchpackage")]:
        del sys.modules[name]


def test_an_absent_package_is_stood_in_for_and_named(finder: standins.StandInFinder) -> None:
    module = importlib.import_module("nosuchpackage.deep.down")
    assert issubclass(module.Thing, object)
    assert module.Thing.Other | None
    assert module.Thing[int]
    assert finder.used == {"nosuchpackage"}


def test_a_decorator_gives_back_what_it_decorates(finder: standins.StandInFinder) -> None:
    decorate = importlib.import_module("nosuchpackage").decorate()
    assert decorate(len) is len
    assert finder.used


def test_an_installed_package_wins(finder: standins.StandInFinder) -> None:
    assert importlib.import_module("json").dumps([1]) == "[1]"
    assert "json" not in finder.packages


def test_an_excepted_module_stays_absent(finder: standins.StandInFinder) -> None:
    assert finder.absent == {"nosuchpackage.absent"}
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("nosuchpackage.absent")
