"""Functions that begin to capture a graph for others: managers of a context, and what hands one out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import called_of, decorator_names
from gatecheck.flow.contexts import MANAGER_MAKERS
from gatecheck.flow.graphs import MAKERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo, Program

_DEPTH = 2


def beginning(program: Program) -> dict[str, FunctionInfo]:
    """The functions that belong to no object, and the managers of a context that do, which make or capture graphs.

    Also those that do so by way of another one of them.
    """
    found: dict[str, FunctionInfo] = {}
    names = MAKERS
    for _ in range(_DEPTH):
        new = {info.key: info for info in _calling(program, names) if info.key not in found}
        found |= new
        names = frozenset(info.record.name for info in new.values())
    return found


def _calling(program: Program, names: frozenset[str]) -> Iterator[FunctionInfo]:
    for info in program.having(names) if names else ():
        if info.outer is None and _serves_others(info) and called_of(info.record, names):
            yield info


def _serves_others(info: FunctionInfo) -> bool:
    return info.owner is None or not MANAGER_MAKERS.isdisjoint(decorator_names(info.record))
