"""Properties: what happens where something is stored in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts.visit import decorator_names
from gatecheck.flow.base import Arguments
from gatecheck.flow.statics import PROPERTIES, Statics
from gatecheck.flow.values import Func, Sym

if TYPE_CHECKING:
    from gatecheck.facts import records as r
    from gatecheck.flow.state import State
    from gatecheck.flow.values import Instance, Value


def is_property(record: r.Function) -> bool:
    """Whether reading the attribute runs the function."""
    return any(name in PROPERTIES or name.endswith("property") for name in decorator_names(record))


class Setters(Statics):
    """Runs setters."""

    def taken_by_property(self, target: Instance, name: str, new: Value, st: State, at: int) -> bool:
        """Whether an attribute is a property: its setter then does with what is stored whatever it does."""
        cls = self.heap[target.oid].cls
        setter = self.program.setter(cls, name)
        if setter is not None:
            self._run_setter(setter.key, target, new, st, at)
            return True
        method = self.program.method(cls, name)
        if method is not None:
            return is_property(method.record)
        made = self.static_attr(cls, name)
        if not isinstance(made, Sym) or made.op != "property":
            return False
        for written in made.args[1:]:
            assert isinstance(written, Func)
            self._run_setter(written.key, target, new, st, at)
        return True

    def _run_setter(self, key: str, target: Instance, new: Value, st: State, at: int) -> None:
        self.call_function(Func(key, target, bare=True), Arguments((new,), used=False), st, at)
