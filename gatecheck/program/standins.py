"""Stand-ins for a counter: objects whose wait does nothing, which code keeps in the place of None."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gatecheck.facts import records as r

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import Program


class StandIns:
    """Answers for one program."""

    def __init__(self, program: Program, wait_methods: AbstractSet[str]) -> None:
        self._program = program
        self._wait_methods = wait_methods

    def is_one(self, cls: str) -> bool:
        """Whether the objects of a class can be waited for, and every wait of theirs returns at once."""
        return cls in self._classes

    def is_named(self, path: str, name: str) -> bool:
        """Whether a name, as a module sees it, stands for such an object."""
        if not self._classes:
            return False
        target = self._program.lookup(path, name)
        return any(target is made for made in self._made)

    @cached_property
    def _classes(self) -> frozenset[str]:
        return frozenset(key for key in self._program.classes if self._waits_for_nothing(key))

    def _waits_for_nothing(self, cls: str) -> bool:
        found = (self._program.method(cls, name) for name in self._wait_methods)
        waits = [method.record for method in found if method is not None]
        return bool(waits) and all(_does_nothing(record) for record in waits)

    @cached_property
    def waiting(self) -> frozenset[str]:
        """The classes whose objects can be waited for, those stand-ins left out."""
        waits = {key for key in self._program.classes if any(self._program.method(key, n) for n in self._wait_methods)}
        return frozenset(waits - self._classes)

    @cached_property
    def _made(self) -> tuple[r.Call, ...]:
        """Where modules make one for a name of theirs."""
        calls = (
            (module.path, target)
            for module in self._program.modules.values()
            for targets in module.names.values()
            for target in targets
            if isinstance(target, r.Call)
        )
        kinds = ((call, self._program.class_of(path, call.func)) for path, call in calls)
        return tuple(call for call, cls in kinds if cls is not None and cls.key in self._classes)


def _does_nothing(record: r.Function) -> bool:
    """Whether a body is nothing but a docstring or a plain return; an abstract method leaves it to others."""
    says = (s.value for s in record.body if isinstance(s, (r.ExprStmt, r.Return)))
    plain = all(value is None or isinstance(value, r.Const) for value in says)
    return plain and not record.decorators and all(isinstance(s, (r.ExprStmt, r.Return)) for s in record.body)
