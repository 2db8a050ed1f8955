"""Questions of what kind something is: ``type(x)``, ``isinstance(x, C)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.extremes import Extremes
from gatecheck.flow.operators import is_none
from gatecheck.flow.values import (
    NONE,
    Cls,
    Counter,
    External,
    Fresh,
    Func,
    Instance,
    ListOf,
    Lit,
    Named,
    Row,
    Seq,
    Sym,
    Table,
    Union_,
    Value,
    lit,
    options,
    parts,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.state import State

_OF_NONE = "types.NoneType"


class Kinds(Extremes):
    """Answers them."""

    def fn_type(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        base = args.positional[0] if len(args.positional) == 1 else None
        if isinstance(base, Instance):
            return Cls(self.heap[base.oid].cls)
        if base == NONE:
            return External(_OF_NONE)
        if isinstance(base, Union_) and all(isinstance(o, Instance) for o in base.options):
            return union(*(Cls(self.heap[o.oid].cls) for o in base.options if isinstance(o, Instance)))
        return None

    def fn_isinstance(self, args: Arguments, _st: State, _node: r.Call) -> Value | None:
        if len(args.positional) != 2:
            return None
        value, wanted = args.positional
        if _is_of_none(parts(wanted)):
            outcome = is_none(value)
            return Sym("cmp", ("is", value, NONE)) if outcome is None else lit(outcome)
        verdicts = {self._is_instance(o, parts(wanted)) for o in options(value)}
        verdict = verdicts.pop() if len(verdicts) == 1 else None
        return Sym("isinstance", (value, wanted)) if verdict is None else lit(verdict)

    def _is_instance(self, value: Value, wanted: tuple[Value, ...]) -> bool | None:
        """Whether a value is an instance of one of these classes, where that is known."""
        if _is_of_none(wanted):
            return is_none(value)
        if isinstance(value, Counter):
            return self._is_counter(value, wanted)
        classes = [c for c in wanted if isinstance(c, Cls)]
        outside = {c.name.rsplit(".", 1)[-1] for c in wanted if isinstance(c, External)}
        if isinstance(value, Instance):
            return self._is_object(value, classes, complete=len(classes) == len(wanted))
        if len(classes) + len(outside) != len(wanted):
            return None
        if isinstance(value, (Row, Fresh)):
            return "Tensor" in outside
        if isinstance(value, (Table, ListOf, Seq, Named)):
            return bool(outside & {"list", "tuple", "dict", "Sequence", "Iterable"}) or None
        if isinstance(value, Lit):
            return value.tag in outside or (None if outside - {"list", "tuple", "dict", "Tensor"} else False)
        return False if isinstance(value, Func) else None

    def _is_counter(self, value: Counter, wanted: tuple[Value, ...]) -> bool | None:
        """Asked of what class its counter is, a pool asks whether it has one: where no other class is waited for."""
        classes = [c.key for c in wanted if isinstance(c, Cls)]
        others = self.stand_ins.waiting - {key for each in classes for key in self.program.classes[each].mro}
        only = all(any(self.program.is_a(key, each) for each in classes) for key in others)
        return True if only and value.state != "foreign" else None

    def _is_object(self, value: Instance, classes: list[Cls], *, complete: bool) -> bool | None:
        cls = self.heap[value.oid].cls
        if any(self.program.is_a(cls, c.key) for c in classes):
            return True
        may_be_heir = self.stands_for_heirs(value.oid) and any(self.program.is_a(c.key, cls) for c in classes)
        return False if complete and not may_be_heir else None

    def stands_for_heirs(self, oid: int) -> bool:
        """Whether an object is one that only its declaration tells of: its class may be another that inherits."""
        return self.heap[oid].handed_in

    def kind_filter(self, test: r.Call, st: State, *, truth: bool) -> Callable[[Value], bool] | None:
        """For ``isinstance(x, C)``: which alternatives of ``x`` remain."""
        if len(test.args) != 2 or not (isinstance(test.func, r.Name) and test.func.id == "isinstance"):
            return None
        wanted = parts(self.ev(test.args[1].value, st))
        return lambda value: self._is_instance(value, wanted) is not (not truth)


def _is_of_none(wanted: tuple[Value, ...]) -> bool:
    """Whether what is asked for is to be None."""
    return bool(wanted) and all(isinstance(c, External) and c.name == _OF_NONE for c in wanted)
