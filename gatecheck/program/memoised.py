"""Functions whose result is kept for the next call: their body runs once for the same arguments, whatever loads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r

if TYPE_CHECKING:
    from gatecheck.program.link import FunctionInfo, Program

_LIBRARY = "functools"
_KEEPING = frozenset({"cache", "cached_property", "lru_cache"})


def is_memoised(program: Program, info: FunctionInfo) -> bool:
    """Whether a function keeps its results by one of Python's own decorators."""
    return any(_keeps(program, info.path, each) for each in info.record.decorators)


def _keeps(program: Program, path: str, decorator: r.Expr) -> bool:
    name = decorator.func if isinstance(decorator, r.Call) else decorator
    if isinstance(name, r.Attr) and isinstance(name.value, r.Name):
        bound = program.lookup(path, name.value.id)
        module = isinstance(bound, r.Binding) and bound.name is None and bound.module == _LIBRARY
        return module and name.name in _KEEPING
    bound = program.lookup(path, name.id) if isinstance(name, r.Name) else None
    return isinstance(bound, r.Binding) and bound.module == _LIBRARY and bound.name in _KEEPING
