"""Attributes that are numbers, as their own class shows: it makes memory of that size, or counts up to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_name, own_attribute, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, Program

# Torch's factories whose positional arguments are all sizes, and the methods of tensors that are like them.
_SIZED = frozenset({"zeros", "empty", "ones", "rand", "randn", "new_zeros", "new_empty", "new_ones"})
# Those that take the sizes first, and something else behind them.
_SIZED_FIRST = frozenset({"full", "new_full"})


class Sizes:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[tuple[str, str], bool] = {}

    def is_one(self, cls: ClassInfo, attr: str) -> bool:
        """Whether a method of a class takes this attribute of its own object for a size."""
        key = (cls.key, attr)
        if key not in self._known:
            methods = (m for base in cls.mro for m in self._program.classes[base].methods.values())
            self._known[key] = any(attrs_of(m.record, {attr}) and _measures(m.record, attr) for m in methods)
        return self._known[key]


def _measures(record: r.Function, attr: str) -> bool:
    return any(
        own_attribute(part, record) == attr
        for node in walk_all(record.body)
        if isinstance(node, r.Call)
        for size in _sizes(node)
        for part in _factors(size)
    )


def _sizes(node: r.Call) -> list[r.Expr]:
    """What a call takes for sizes."""
    name = called_name(node)
    positional = [arg.value for arg in node.args if arg.name is None and not arg.stars]
    if isinstance(node.func, r.Name):
        return positional if name == "range" else []
    named = [arg.value for arg in node.args if arg.name == "size"]
    if name in _SIZED:
        return positional + named
    return positional[:1] + named if name in _SIZED_FIRST else []


def _factors(size: r.Expr) -> Iterator[r.Expr]:
    """A size, each of several, and what one is computed from."""
    if isinstance(size, r.Seq):
        for item in size.items:
            yield from _factors(item)
    elif isinstance(size, r.Bin):
        yield from _factors(size.left)
        yield from _factors(size.right)
    else:
        yield size
