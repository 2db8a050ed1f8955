"""Attributes whose assignment runs a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import is_function
from gatecheck.facts.visit import is_name
from gatecheck.flow.base import Arguments
from gatecheck.flow.callbacks import Callbacks
from gatecheck.flow.values import Func, Instance, Value
from gatecheck.program.build import flatten
from gatecheck.program.link import FunctionInfo

if TYPE_CHECKING:
    from gatecheck.flow.state import State


class Properties(Callbacks):
    """Assignments to properties."""

    def set_property(self, getter: FunctionInfo, target: Instance, new: Value, st: State, at: int) -> None:
        """Assign to a property: what its setter does, happens; without one, nothing is known to."""
        setter = self._setter_of(getter)
        if setter is not None:
            self.call_function(Func(setter.key, target, bare=True), Arguments((new,)), st, at)
            st.ended = False

    def _setter_of(self, getter: FunctionInfo) -> FunctionInfo | None:
        """The function of the program that a property's assignments run, known by a key of its own."""
        functions, key = self.program.functions, f"{getter.key}.<setter>"
        record = self._written_behind(getter) if key not in functions else functions[key].record
        if record is None:
            return None
        return functions.setdefault(
            key, FunctionInfo(key, getter.path, getter.symbol, record, getter.owner, getter.key)
        )

    def _written_behind(self, getter: FunctionInfo) -> r.Function | None:
        """The setter that the class of a property gives it."""
        if getter.owner is None:
            return None
        name = getter.record.name
        same = (s for s in flatten(self.program.classes[getter.owner].record.body) if is_function(s) and s.name == name)
        return next((statement for statement in same if _sets(statement, name)), None)


def _sets(function: r.Function, name: str) -> bool:
    """Whether a function is decorated as the setter of a property."""
    return any(isinstance(d, r.Attr) and d.name == "setter" and is_name(d.value, name) for d in function.decorators)
