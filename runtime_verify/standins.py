"""Packages of which the tree needs no more than that their import succeeds, stood in for where they are absent.

A stood-in package makes ``try: import`` succeed and so can change which code runs. The list is short for that reason,
and a report names what was stood in. An installed package always wins.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# None of these takes part in memory pools, host pools or the cache controller; each is imported at module level by
# something that they import (``sglang/utils.py``, ``sglang/srt/utils``, ``sglang/srt/layers/quantization``).
IMPORT_ONLY = (
    "IPython",
    "compressed_tensors",
    "einops",
    "gguf",
    "partial_json_parser",
    "sentencepiece",
    "soundfile",
    "torchvision",
    "xgrammar",
)


class Inert(type):
    """The class of stood-in names: any attribute is another one, calls and unions do nothing."""

    def __getattr__(cls, name: str) -> Inert:
        """Another inert class; dunder look-ups fail as on any class."""
        if name.startswith("__"):
            raise AttributeError(name)
        return inert(f"{cls.__qualname__}.{name}")

    def __or__(cls, other: object) -> Inert:
        return cls

    def __ror__(cls, other: object) -> Inert:
        return cls


def inert(name: str) -> Inert:
    """A class that can be subclassed, called, subscripted and used as a decorator."""

    # Any: a decorator hands back the function that it was given.
    def call(_self: object, *args: Any, **_named: object) -> Any:
        return args[0] if len(args) == 1 and callable(args[0]) else None

    def ignore(_self: object, *_args: object, **_named: object) -> None:
        return None

    def itself(cls: object, _item: object) -> object:
        return cls

    def attribute(_self: object, name: str) -> Inert:
        if name.startswith("__"):
            raise AttributeError(name)
        return inert(name)

    def any_schema(_cls: object, *_args: object) -> Any:
        from pydantic_core import core_schema

        return core_schema.any_schema()

    body = {
        "__init__": ignore,
        "__call__": call,
        "__getattr__": attribute,
        "__class_getitem__": classmethod(itself),
        "__get_pydantic_core_schema__": classmethod(any_schema),
    }
    return Inert(name.rsplit(".", 1)[-1], (), {**body, "__qualname__": name})


class StandIn(ModuleType):
    """A module of an absent package: every public name is inert."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__path__: list[str] = []
        self.__version__ = "0.0.0"

    def __getattr__(self, name: str) -> Inert:
        """An inert class under that name."""
        if name.startswith("__"):
            raise AttributeError(name)
        return inert(f"{self.__name__}.{name}")


class StandInFinder(MetaPathFinder, Loader):
    """Answers imports of absent packages; stands last, so that whatever is installed is found first.

    A name with a leading ``!`` is a module that stays absent.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self.packages = frozenset(name for name in packages if not name.startswith("!"))
        self.absent = frozenset(name[1:] for name in packages if name.startswith("!"))
        self.used: set[str] = set()

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """A spec for any module of a listed package."""
        package = fullname.split(".", maxsplit=1)[0]
        wanted = package in self.packages and fullname not in self.absent
        return ModuleSpec(fullname, self, is_package=True) if wanted else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The stand-in, noted for the report."""
        self.used.add(spec.name.split(".")[0])
        return StandIn(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing to run."""


def install(packages: Sequence[str] = IMPORT_ONLY) -> StandInFinder:
    """Stand in for those of ``packages`` that are not installed."""
    absent = [name for name in packages if name.startswith("!") or importlib.util.find_spec(name) is None]
    finder = StandInFinder(absent)
    sys.meta_path.append(finder)
    return finder
