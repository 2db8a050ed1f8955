"""Forwards and replays: is a consumer selected before the model runs, does a wait stand before a graph is replayed?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, walk_all
from gatecheck.flow.base import Place
from gatecheck.flow.outside import OutsideWalker
from gatecheck.flow.state import State, Wait
from gatecheck.flow.values import (
    ARMED,
    NONE,
    Counter,
    External,
    Instance,
    Lit,
    Sym,
    Value,
)

if TYPE_CHECKING:
    from gatecheck.flow.base import Arguments
    from gatecheck.program.link import FunctionInfo

WATCH_STEPS = 6_000
_ARMED_TOKEN = "consumer"  # noqa: S105 - a name for a kind of wait


class Event(msgspec.Struct, frozen=True):
    """A run of the model, or a replay of a graph, as one entry reaches it.

    ``ready`` says that it is prepared on every way (a consumer selected, a wait made), ``sometimes`` on some way;
    ``mode`` is ``extend``, ``decode`` or ``unknown``, by the checks of the batch's mode on the way.
    """

    kind: str
    entry: str
    place: Place
    hops: tuple[Place, ...]
    ready: bool
    sometimes: bool
    mode: str


class Forwards(OutsideWalker):
    """Walks workers and graph runners."""

    events_seen: list[Event]
    capturing = 0
    captured = False
    watching = ""
    run_calls: frozenset[tuple[str, str]] = frozenset()
    graph_attrs: frozenset[str] = frozenset()
    extend_tests: frozenset[str] = frozenset()
    decode_tests: frozenset[str] = frozenset()
    arm_attrs: frozenset[str] = frozenset()

    # -- what is watched ---------------------------------------------------------------------------------------------

    def armed(self, expr: r.Call, func: r.Attr, st: State) -> None:
        """A consumer is selected: remember it as something that certainly happened."""
        del func
        st.wait(Wait(ARMED, _ARMED_TOKEN, None, self.place(expr.at)))

    def gate(self, counter: Value, index: Value, st: State, at: int) -> None:
        """A gate; one that is recorded in a graph makes the graph one that reads managed buffers."""
        if self.capturing:
            self.captured = True
        super().gate(counter, index, st, at)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """A counter that a worker or a pool holds is there: no counter means that nothing loads."""
        if self.outside and name in self.arm_attrs | self.protocol.counter_attrs:
            return Counter("live", "registered")
        return super().load_unknown(value, name, st, at)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """The same for an attribute of an object that is not built here."""
        if self.outside and name in self.arm_attrs | self.protocol.counter_attrs:
            return Counter("live", "registered")
        return super().load_missing(value, name, st, at)

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Any call; one that runs the model or replays a graph is noted."""
        if self.watching and isinstance(node.func, r.Attr):
            self._note(node, node.func, st)
        if isinstance(func, External) and func.name == "torch.cuda.graph":
            return Sym("capture", args.positional)
        return super().call_value(func, args, st, node)

    def _note(self, node: r.Call, func: r.Attr, st: State) -> None:
        inner = func.value
        if self.watching == "run" and isinstance(inner, r.Attr) and (inner.name, func.name) in self.run_calls:
            self._event("run", node.at, st, {w for w in st.must if w.token == _ARMED_TOKEN}, st.maybe)
        if self.watching == "replay" and func.name == "replay" and _names(inner) & self.graph_attrs:
            self._event("replay", node.at, st, {w for w in st.must if _covers_all(w)}, st.maybe)

    def _event(self, kind: str, at: int, st: State, ready: set[Wait], maybe: frozenset[Wait]) -> None:
        token = {w for w in maybe if (w.token == _ARMED_TOKEN) is (kind == "run")}
        hops = tuple((f.info.key, f.at) for f in self.frames[1:-1])
        entry = self.frames[1].info.key
        event = Event(kind, entry, self.place(at), hops, bool(ready), bool(token), self._mode(st))
        if event not in self.events_seen:
            self.events_seen.append(event)

    def _mode(self, st: State) -> str:
        """What the checks on the way say of the batch's mode; outer activations count too."""
        found = set()
        if any(_no_batch(cond, truth, self.frames[1].info.key) for cond, truth in self._all_conds(st)):
            return "decode"
        for conds in (st.conds, *self._outer_conds):
            for cond, truth in conds.items():
                name = _method_of(cond)
                if name in self.extend_tests:
                    found.add("extend" if truth else "decode")
                elif name in self.decode_tests and truth:
                    found.add("decode")
        return "decode" if "decode" in found else "extend" if "extend" in found else "unknown"

    def _all_conds(self, st: State) -> list[tuple[Value, bool]]:
        return [item for conds in (st.conds, *self._outer_conds) for item in conds.items()]

    _outer_conds: tuple[dict[Value, bool], ...] = ()

    def call_function(self, func, args, st, at):  # type: ignore[no-untyped-def]
        """Follow a call without forgetting what was checked before it, and without a memo while events are watched."""
        if not self.watching or self.building:
            return super().call_function(func, args, st, at)
        self.memo.clear()
        outer = self._outer_conds
        self._outer_conds = (*outer, st.conds)
        try:
            return super().call_function(func, args, st, at)
        finally:
            self._outer_conds = outer

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """A block that captures a graph is noted while it runs."""
        captures = position == 0 and any(_is_capture(item.value) for item in stmt.items)
        self.capturing += captures
        ends = super()._with(stmt, position, st)
        self.capturing -= captures
        return ends

    def _matters(self, func, args):  # type: ignore[no-untyped-def]
        own = self.watching and func.receiver is not None and func.receiver == self.frames[1].receiver
        return (bool(own) and len(self.frames) < 7) or super()._matters(func, args)

    # -- entries -------------------------------------------------------------------------------------------------------

    def watch(self, info: FunctionInfo, cls: str, kind: str) -> list[Event]:
        """Walk a method on an object of a class and note its runs or replays."""
        self.events_seen = []
        self.watching = kind
        receiver = Instance(self.heap.allocate(cls, ("<outside>", 0), None).oid)
        self.outside, self.budget = True, WATCH_STEPS
        self.memo.clear()
        self.choice = 0
        self.run_entry(info, receiver, self.outside_arguments(info, receiver))
        self.outside = False
        self.watching = ""
        return self.events_seen

    def captures_gates(self, info: FunctionInfo, cls: str) -> bool:
        """Whether a method records gated reads in a graph."""
        self.captured = False
        self.watch(info, cls, "capture")
        return self.captured


def _no_batch(cond: Value, truth: bool, entry: str) -> bool:
    """Whether a way is taken only without the batch: an argument of the entry is None there."""
    if not (isinstance(cond, Sym) and cond.op == "cmp" and cond.args[2] == NONE):
        return False
    subject = cond.args[1]
    of_entry = isinstance(subject, Sym) and subject.op in {"param", "int"} and subject.args[0] == entry
    return of_entry and (cond.args[0] == "is") is truth


def _is_capture(expr: r.Expr) -> bool:
    """``torch.cuda.graph(...)`` or a like-named context of another device module."""
    return isinstance(expr, r.Call) and isinstance(expr.func, r.Attr) and expr.func.name == "graph"


def _covers_all(wait: Wait) -> bool:
    return wait.token != _ARMED_TOKEN and not isinstance(wait.index, Lit)


def _names(expr: r.Expr) -> set[str]:
    if isinstance(expr, r.Attr):
        return {expr.name} | _names(expr.value)
    if isinstance(expr, r.Sub):
        return _names(expr.value)
    return {expr.id} if isinstance(expr, r.Name) else set()


def _method_of(cond: Value) -> str | None:
    """The method that a remembered condition is the result of."""
    if isinstance(cond, Sym) and cond.op == "call" and isinstance(cond.args[0], Sym) and cond.args[0].op == "attr":
        return str(cond.args[0].args[1])
    return None


def graph_attributes(functions: list[FunctionInfo]) -> frozenset[str]:
    """The attributes and names that hold a captured graph."""
    found: set[str] = set()
    for info in functions:
        if not called_of(info.record, frozenset({"graph", "CUDAGraph"})):
            continue
        for node in walk_all(info.record.body):
            if isinstance(node, r.With):
                for item in node.items:
                    if _is_capture(item.value) and isinstance(item.value, r.Call):
                        found |= {n for a in item.value.args for n in _names(a.value)}
            elif (
                isinstance(node, r.Assign)
                and isinstance(node.value, r.Call)
                and _names(node.value.func) & {"CUDAGraph"}
            ):
                found |= {n for t in node.targets for n in _names(t)}
    return frozenset(found - {"self"})
