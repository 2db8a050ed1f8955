"""CUDA graphs in which managed reads are recorded: under which names they are found again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, named_of, walk_all
from gatecheck.flow.slots import Local, Own, Read, Result, Slot, Slots, Taken, Written
from gatecheck.flow.values import External, Sym, Value
from gatecheck.program.origins import passed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.flow.base import Place
    from gatecheck.program.link import FunctionInfo, Program

MAKERS = frozenset({"graph", "CUDAGraph", "capture_begin"})
# The places of calls that lead to one another.
Way = tuple[tuple[str, int], ...]
_NEAR = MAKERS | {"replay"}
_MAX_CALLERS = 40
_DEPTH = 6


def makes_capture(func: Value) -> bool:
    """``torch.cuda.graph`` or the like-named context of another device module."""
    if isinstance(func, External):
        return func.name.startswith("torch") and func.name.endswith(".graph")
    return isinstance(func, Sym) and func.op == "attr" and func.args[1] == "graph"


class Graphs:
    """Follows captured graphs through one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._slots = Slots(program)

    def recorded(self, captures: Iterable[Way]) -> frozenset[Slot]:
        """The names under which a graph whose capture begins at the end of one of these ways may be found."""
        return self.spread(slot for way in captures for slot in self._captured(way))

    def spread(self, slots: Iterable[Slot]) -> frozenset[Slot]:
        """The names under which whatever has one of these may be found."""
        found = set(slots)
        work = list(found)
        links: dict[Slot, set[Slot]] = {}
        asked: set[str] = set()
        while work:
            slot = work.pop()
            more = set(self._by_name(slot))
            for info in [each for each in self._users(slot) if each.key not in asked]:
                asked.add(info.key)
                for source, goal in self._slots.links(info):
                    links.setdefault(source, set()).add(goal)
                    more |= {goal} if source in found else set()
            more = (more | links.get(slot, set())) - found
            found |= more
            work += more
        return frozenset(found)

    def is_one(self, expr: r.Expr, info: FunctionInfo, known: frozenset[Slot]) -> bool:
        """Whether an expression is a graph that is found under one of these names."""
        return bool(self._slots.of(expr, self._outermost(info)) & known)

    def kept_under(self, expr: r.Expr, info: FunctionInfo) -> set[Slot]:
        """The names under which an expression leaves its value."""
        return self._slots.of(expr, info, into=True)

    def _outermost(self, info: FunctionInfo) -> FunctionInfo:
        while info.outer is not None:
            info = self._program.functions[info.outer]
        return info

    def _captured(self, way: Way) -> set[Slot]:
        """The names of the graph whose capture begins at the end of a way."""
        call, info = self.call_at(way[-1])
        graph = _graph_of(call) if call is not None else None
        return self._named(graph, info, way[:-1]) if graph is not None else set()

    def _named(self, expr: r.Expr, info: FunctionInfo, way: Way, depth: int = _DEPTH) -> set[Slot]:
        """The names that an expression leaves its value under; for a parameter, those that the caller has for it."""
        found = self._slots.of(expr, info, into=True)
        params = {str(slot.name) for slot in found if isinstance(slot, Local)} & {p.name for p in info.record.params}
        if not params or depth == 0:
            return found
        last = [self.call_at(way[-1])] if way else []
        known = [(call, caller) for call, caller in last if call is not None and called_name(call) == info.record.name]
        given = [
            (arg, caller)
            for call, caller in known or self._calls_of(info)
            for name in sorted(params)
            for arg in passed(info, call, name)
        ]
        above = way[:-1] if known else ()
        return found.union(*(self._named(arg, caller, above, depth - 1) for arg, caller in given))

    def _calls_of(self, info: FunctionInfo) -> Iterator[tuple[r.Call, FunctionInfo]]:
        """The calls of a function by its name: in its class and those akin to it, or anywhere, if it has none."""
        for caller in self._naming(info.record.name):
            akin = info.owner is None or (caller.owner is not None and self._is_akin(caller.owner, info.owner))
            for node in walk_all(caller.record.body) if akin else ():
                if isinstance(node, r.Call) and called_name(node) == info.record.name:
                    yield node, caller

    def _is_akin(self, one: str, other: str) -> bool:
        return self._slots.family(one) == self._slots.family(other)

    def call_at(self, place: Place) -> tuple[r.Call | None, FunctionInfo]:
        """The call that stands at a place, and the outermost function around it."""
        info = self._outermost(self._program.functions[place[0]])
        calls = (n for n in walk_all(info.record.body) if isinstance(n, r.Call) and n.at == place[1])
        return next(calls, None), info

    def _by_name(self, slot: Slot) -> Iterator[Slot]:
        """An attribute of an object of which nothing is known is that of any object, and the other way round."""
        if isinstance(slot, (Own, Written)):
            yield Read(slot.name)
        if isinstance(slot, Written):
            for info in self._program.having({slot.name}):
                if info.owner is not None and named_of(info.record, {slot.name}):
                    yield Own(self._slots.family(info.owner), slot.name)

    def _users(self, slot: Slot) -> Iterator[FunctionInfo]:
        """The functions in which something may come from this name."""
        if isinstance(slot, Local):
            yield self._program.functions[slot.function]
            return
        for info in self._naming(slot.name):
            if isinstance(slot, (Read, Written)):
                fits = bool(called_of(info.record, _NEAR))
            elif isinstance(slot, Own):
                fits = info.owner is not None and self._slots.family(info.owner) == slot.family
            else:
                fits = self._may_use(slot, info)
            if fits:
                yield info

    def _may_use(self, slot: Result | Taken, info: FunctionInfo) -> bool:
        """Whether a function is, calls or holds one of those that a slot speaks of."""
        own = self._slots.family(info.owner) if info.owner is not None else ""
        if slot.scope in {own, info.key}:
            return True
        near = slot.scope == "*" or slot.scope in self._program.modules
        return near and (info.record.name == slot.name or bool(called_of(info.record, {slot.name})))

    def _naming(self, name: str) -> list[FunctionInfo]:
        """The outermost functions that hold a word, or are called so; none where they are too many."""
        found = [i for i in self._program.having({name}) if i.outer is None]
        named = [i for i in found if i.record.name == name or named_of(i.record, {name})]
        return named if len(named) <= _MAX_CALLERS else [i for i in named if called_of(i.record, _NEAR)]


def _graph_of(call: r.Call) -> r.Expr | None:
    """The graph that a call begins to capture."""
    if called_name(call) == "capture_begin":
        return call.func.value if isinstance(call.func, r.Attr) else None
    return next((a.value for a in call.args if a.name in {None, "cuda_graph"}), None)
