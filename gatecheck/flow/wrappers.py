"""Objects that record graphs for a runner: under which names they are found again, in whatever they are kept."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk_all
from gatecheck.program.calling import CALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.flow.graphs import Graphs, Way
    from gatecheck.flow.slots import Slot
    from gatecheck.program.link import FunctionInfo, Program


class Wrappers:
    """Answers for one runner. Nothing is interpreted: this looks at what is written down.

    An object of the same class that records something else goes by other names, and is none of these.
    """

    def __init__(self, program: Program, graphs: Graphs, captures: Iterable[Way]) -> None:
        self._program = program
        self._graphs = graphs
        slots: dict[str, set[Slot]] = {}
        for way in captures:
            for cls, names in self._on(way):
                slots.setdefault(cls, set()).update(names)
        self._names = {cls: graphs.spread(names) for cls, names in sorted(slots.items())}

    def entered(self, node: r.Call, info: FunctionInfo) -> Iterator[tuple[str, FunctionInfo]]:
        """The methods that a call of one of these objects enters, each with the class of the object."""
        func = node.func
        asked = [(func, CALL), *([(func.value, func.name)] if isinstance(func, r.Attr) else [])]
        for base, names in self._names.items():
            for held, method in asked:
                if self._has(base, method) and self._graphs.is_one(held, info, names):
                    yield from self._methods(base, method, names)

    def is_other(self, held: r.Expr, info: FunctionInfo, cls: str) -> bool:
        """Whether an object of the class of some of these is none of them, as whoever holds it calls it."""
        mro = self._program.classes[cls].mro
        names = [self._names[base] for base in mro if base in self._names]
        inside = info.owner is not None and (info.owner in mro or cls in self._program.classes[info.owner].mro)
        return bool(names) and not inside and not any(self._graphs.is_one(held, info, each) for each in names)

    def _on(self, way: Way) -> Iterator[tuple[str, set[Slot]]]:
        """The objects of other classes whose methods lead to a capture: their classes, and what they are called."""
        for place, (entered, _) in pairwise(way):
            method = self._program.functions[entered]
            call, caller = self._graphs.call_at(place)
            held = _held_in(call, method.record.name) if call is not None and method.owner != caller.owner else None
            if held is not None and method.owner is not None:
                yield method.owner, self._graphs.kept_under(held, caller)

    def _has(self, base: str, method: str) -> bool:
        heirs = self._program.heirs.get(base, ())
        return any(self._program.method(heir, method) is not None for heir in (base, *heirs))

    def _methods(self, base: str, method: str, names: frozenset[Slot]) -> Iterator[tuple[str, FunctionInfo]]:
        """A method of the classes that objects by these names can have: those that are seen to be made, if any are."""
        heirs = sorted({base, *self._program.heirs.get(base, ())})
        made = [heir for heir in heirs if len(heirs) > 1 and self._graphs.spread(self._made(heir)) & names]
        for cls in made or [base]:
            found = self._program.method(cls, method)
            if found is not None:
                yield cls, found

    def _made(self, cls: str) -> Iterator[Slot]:
        """What the objects of a class are called where they are made."""
        info, name = self._program.classes[cls], frozenset({self._program.classes[cls].name})
        makers = (i for i in self._program.having(name) if i.outer is None and called_of(i.record, name))
        for maker in makers:
            for node in walk_all(maker.record.body):
                if isinstance(node, r.Call) and self._program.class_of(maker.path, node.func) is info:
                    yield from self._graphs.kept_under(node, maker)


def _held_in(call: r.Call, method: str) -> r.Expr | None:
    """The object whose method of this name a call enters."""
    if method == "__init__":
        return call
    if method == CALL:
        return call.func
    return call.func.value if isinstance(call.func, r.Attr) and called_name(call) == method else None
