"""Methods that a base class calls on its own object and leaves to its heirs: on objects of the heirs is it seen right.

A base names such a method as abstract, raises in it, gives it no body, or does not define it at all. Nobody has an
object of the base itself, or if so, what it calls does nothing there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import called_of, own_calls
from gatecheck.program.insiders import used_as_values
from gatecheck.program.unfinished import is_empty, is_missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gatecheck.program.link import FunctionInfo, Program

_MOST_HEIRS = 8


class Fillings:
    """Answers for one program; ``can_wait`` says of a function, by its key, whether to enter it may tell of a wait."""

    def __init__(self, program: Program, can_wait: Callable[[str], bool]) -> None:
        self._program = program
        self._can_wait = can_wait
        self._known: dict[str, tuple[str, ...]] = {}

    def objects(self, info: FunctionInfo) -> tuple[str, ...]:
        """The classes on whose objects a method is walked: its own, or one heir for each way to fill in its calls."""
        assert info.owner is not None
        if info.key not in self._known:
            self._known[info.key] = self._objects(info, info.owner)
        return self._known[info.key]

    def _objects(self, info: FunctionInfo, owner: str) -> tuple[str, ...]:
        called = self._called(info, owner) if len(self._program.heirs.get(owner, ())) > 1 else set()
        left = sorted(name for name in called if self._is_left_to_heirs(owner, name))
        if not left:
            return (owner,)
        able: dict[tuple[str, ...], str] = {}
        for heir in sorted(self._program.heirs[owner]):
            if comes_to(self._program, heir, info) and self._has_objects(heir, left):
                able.setdefault(self._methods(heir, left), heir)
        return tuple(able.values())[:_MOST_HEIRS] or (owner,)

    def _methods(self, cls: str, names: list[str]) -> tuple[str, ...]:
        found = (self._program.method(cls, name) for name in names)
        return tuple(method.key for method in found if method is not None)

    def _called(self, info: FunctionInfo, owner: str) -> set[str]:
        """What a method calls on its own object, at once or through other methods of its own class."""
        found: set[str] = set()
        todo: list[FunctionInfo] = [info]
        while todo:
            new = own_calls(todo.pop().record) - found
            found |= new
            todo += [m for name in new if (m := self._program.method(owner, name)) is not None]
        return found

    def _is_left_to_heirs(self, owner: str, name: str) -> bool:
        """Whether a class leaves a method to heirs, some of which may wait in it."""
        own = self._program.method(owner, name)
        if own is not None and not (is_empty(own.record) or is_missing(own.record)):
            return False
        filled = (self._program.method(heir, name) for heir in self._program.heirs[owner] - {owner})
        return any(method is not None and method is not own and self._can_wait(method.key) for method in filled)

    def _has_objects(self, cls: str, names: Iterable[str]) -> bool:
        """Whether there can be objects of a class: as far as its own heirs fill in nothing more, or code uses it."""
        methods = {name: self._program.method(cls, name) for name in names}
        if any(method is None or is_missing(method.record) for method in methods.values()):
            return False
        empty = [name for name, method in methods.items() if method is not None and is_empty(method.record)]
        further = (self._program.classes[heir].methods for heir in self._program.heirs[cls] - {cls})
        return not any(name in found for found in further for name in empty) or is_used(self._program, cls)


def is_used(program: Program, cls: str) -> bool:
    """Whether code calls a class, or passes it on."""
    name = program.classes[cls].name
    return any(name in used_as_values(info.record) for info in program.having({name}))


def comes_to(program: Program, cls: str, method: FunctionInfo) -> bool:
    """Whether an object of a class has a method, or calls it from what stands in its place."""
    name = method.record.name
    found = program.method(cls, name)
    return found is method or (found is not None and bool(called_of(found.record, {name})))
