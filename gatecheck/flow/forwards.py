"""Forwards and replays: is a consumer selected before the model runs, does a wait stand before a graph is replayed?"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, walk_all
from gatecheck.flow.base import Frame, Place, Read
from gatecheck.flow.branches import Asked, all_ruled_out
from gatecheck.flow.graphs import Graphs, Way, makes_capture
from gatecheck.flow.modes import as_test
from gatecheck.flow.runs import RUNNERS, Lending, runs_of
from gatecheck.flow.screening import Screening
from gatecheck.flow.state import ARMED_TOKEN, State, Wait
from gatecheck.flow.taken import methods_taken
from gatecheck.flow.values import (
    ARMED,
    FALSE,
    NONE,
    TRUE,
    Counter,
    Func,
    Instance,
    Lit,
    Row,
    StreamCtx,
    Sym,
    Value,
    options,
    parts,
)
from gatecheck.program.asking import compared, leaves_nothing
from gatecheck.program.ungiven import Ungiven

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.flow.base import Arguments
    from gatecheck.flow.slots import Slot
    from gatecheck.program.link import FunctionInfo

WATCH_STEPS = 6_000
_MAX_WATCHED = 9
# What checks say together, the strongest first: what is no decode batch can load, unless it is no extend batch either.
_MEANING = (("decode", "decode"), ("extend", "extend"), ("rest", "decode"), ("other", "extend"))


class Event(msgspec.Struct, frozen=True):
    """A run of the model, or a replay of a graph, as one entry reaches it.

    ``ready`` says that it is prepared on every way (a consumer selected, a wait made), ``sometimes`` on some way;
    ``mode`` is ``extend``, ``decode`` or ``unknown``, by the checks of the batch's mode on the way; ``entered`` are the
    functions on the way; ``elsewhere`` says that a wait is made on every way, but binds another stream. ``witness`` is
    where it is prepared, on every way or on some.
    """

    kind: str
    entry: str
    place: Place
    hops: tuple[Place, ...]
    ready: bool
    sometimes: bool
    mode: str
    entered: tuple[str, ...] = ()
    elsewhere: bool = False
    witness: Place | None = None

    @property
    def open(self) -> bool:
        """Whether it may come unprepared, for a batch that can load."""
        return not self.ready and self.mode != "decode"


class Forwards(Screening):
    """Walks workers and graph runners."""

    events_seen: list[Event]
    # The ways to the captures that are going on, and to those in which a managed read was seen.
    capturing: frozenset[Way] = frozenset()
    captured: frozenset[Way] = frozenset()
    watching = ""
    entered_by = ""
    run_calls: frozenset[tuple[str, str]] = frozenset()
    lending: Lending | None = None
    graphs: Graphs
    recorded: frozenset[Slot] = frozenset()
    arm_attrs: frozenset[str] = frozenset()

    # -- what is watched ---------------------------------------------------------------------------------------------

    def armed(self, expr: r.Call, func: r.Attr, st: State) -> None:
        """A consumer is selected."""
        index = self.ev(expr.args[0].value, st) if expr.args else NONE
        self.select(index, self.selected_on(func, st), expr.at, st)

    def select(self, index: Value, whom: Iterable[Value], at: int, st: State) -> None:
        """Remember a selection as something that certainly happened on each of these; a negative one is none."""
        if isinstance(index, Lit) and isinstance(index.value, int) and index.value < 0:
            st.must = frozenset(w for w in st.must if w.token != ARMED_TOKEN)
            return
        for one in whom:
            st.wait(Wait(one, ARMED_TOKEN, None, self.place(at)))

    def selected_on(self, func: r.Attr, st: State) -> Iterable[Value]:
        """On what a call selects a consumer: on the counter of whoever runs the model, where nobody asks which."""
        del func, st
        return (ARMED,)

    def _select_by_value(self, func: Value, args: Arguments, node: r.Call, st: State) -> None:
        """The method that selects a consumer may have been taken from its counter, and be called by another name."""
        here, arms = self.frame.info, self.protocol.arm_methods
        if called_name(node) in arms or not (isinstance(func, Sym) or self._is_named(func, arms)):
            return
        taken = [pair for pair in methods_taken(node.func, here, self.origins) if pair[0].name in arms]
        if taken or self._is_named(func, arms):
            near = {one for method, info in taken if info is here for one in self.selected_on(method, st)}
            self.select(next(iter(args.all()), NONE), near or (ARMED,), node.at, st)

    def _is_named(self, func: Value, names: frozenset[str]) -> bool:
        """Whether a function is, or was taken as, one of these methods."""
        if isinstance(func, Func):
            return self.program.functions[func.key].record.name in names
        return isinstance(func, Sym) and func.op == "attr" and func.args[1] in names

    def reading(self, row: Row, st: State, at: int, kind: str = "consume") -> Read:
        """A read; one that is recorded in a graph too, whether it waits or not."""
        if self.capturing and kind != "lent" and (row.oid, row.attr) in self.managed_buffers:
            self.captured |= self.capturing
        return super().reading(row, st, at, kind)

    def gate(self, counter: Value, index: Value, st: State, at: int) -> None:
        """A gate; one that is recorded in a graph makes the graph one that reads managed buffers."""
        self.captured |= self.capturing
        super().gate(counter, index, st, at)

    def load_unknown(self, value: Value, name: str, st: State, at: int) -> Value:
        """A counter that a worker or a pool holds is there: no counter means that nothing loads."""
        if self.outside and name in self.arm_attrs | self.protocol.counter_attrs:
            return Counter("live", "registered")
        if self.outside and name in self.protocol.arm_indices:
            return ARMED
        return super().load_unknown(value, name, st, at)

    def load_missing(self, value: Instance, name: str, st: State, at: int) -> Value:
        """The same for an attribute of an object that is not built here, unless nobody ever gives it one."""
        if self.outside and name in self.arm_attrs | self.protocol.counter_attrs:
            cls = self.heap[value.oid].cls
            unset = not (self.watching or self.is_pool_class(cls)) and self.ungiven.is_ungiven(cls, name)
            return Counter("unset" if unset else "live", "registered")
        return super().load_missing(value, name, st, at)

    @cached_property
    def ungiven(self) -> Ungiven:
        """What readers keep for counters."""
        return Ungiven(self.program, self.protocol, self.changing)

    def ev_Compare(self, expr: r.Compare, st: State) -> Value:
        """Whoever holds the counter on which a consumer is selected is there: without it nothing loads."""
        value = super().ev_Compare(expr, st)
        if self.watching and isinstance(value, Sym) and value.op == "cmp" and value.args[2] == NONE:
            holder = value.args[1]
            if value.args[0] in {"is", "is not"} and self._holds_counter(holder):
                return FALSE if value.args[0] == "is" else TRUE
        return value

    def truth(self, value: Value) -> bool | None:
        """The same where it is asked for by itself."""
        return True if self.watching and self._holds_counter(value) else super().truth(value)

    def _holds_counter(self, value: object) -> bool:
        return isinstance(value, Sym) and value.op == "attr" and value.args[1] in self.protocol.arm_holders

    def call_value(self, func: Value, args: Arguments, st: State, node: r.Call) -> Value:
        """Any call; one that runs the model or replays a graph is noted."""
        if self.watching == "run":
            if self._note_run(node, args, st):
                return Sym("run", (self.place(node.at),))
            self._select_by_value(func, args, node, st)
        if self.watching == "replay" and isinstance(node.func, r.Attr):
            self._note_replay(node, node.func, st)
        if makes_capture(func):
            return Sym("capture", (frozenset({self._way(node.at)}), *args.positional))
        if isinstance(node.func, r.Attr) and node.func.name in {"capture_begin", "capture_end"}:
            begins = node.func.name == "capture_begin"
            self.capturing = frozenset({self._way(node.at)}) if begins else frozenset()
        return super().call_value(func, args, st, node)

    def _note_run(self, node: r.Call, args: Arguments, st: State) -> bool:
        """Note a call that runs the model: what happens in there is behind it, whatever was selected."""
        runs = any(self._runs(*pair) for pair in runs_of(node, self.frame.info.record)) or self._runs_lent(node)
        if runs:
            self.note("run", node.at, st, {w for w in st.must if w.token == ARMED_TOKEN}, st.maybe)
        if called_name(node) in RUNNERS:
            for handed in (value for value in args.all() if isinstance(value, Func) and value.receiver is not None):
                self.run_out_of_sight(handed, st, node.at)
        return runs

    def _note_replay(self, node: r.Call, func: r.Attr, st: State) -> None:
        if func.name == "replay" and self.graphs.is_one(func.value, self.frame.info, self.recorded):
            self.note("replay", node.at, st, {w for w in st.waits_of(st.stream) if _covers_all(w)}, st.maybe)

    def _way(self, at: int) -> Way:
        """The calls that lead from the entry to a place in the function that is walked."""
        return (*self._calls, self.place(at))

    def _runs(self, holder: str, method: str) -> bool:
        """Whether a call runs the model as an armed entry does, or by a variant of that method on the same object."""
        return any(holder == name and (method == run or method.startswith(f"{run}_")) for name, run in self.run_calls)

    def _runs_lent(self, node: r.Call) -> bool:
        """Whether a call runs the model on a runner that its function was given, or that a property hands out."""
        lent = self.lending.runs_of(node, self.frame.info, self._calls) if self.lending is not None else ()
        return any(self._runs(*pair) for pair in lent)

    def note(self, kind: str, at: int, st: State, ready: set[Wait], maybe: frozenset[Wait]) -> None:
        """Note a run or a replay, which ``ready`` has prepared on every way and ``maybe`` on some."""
        token = {w for w in maybe if (w.token == ARMED_TOKEN) is (kind == "run")}
        inside = self._in_entry()
        hops = tuple((f.info.key, f.at) for f in inside[:-1])
        entry = inside[0].info.key
        entered = tuple(f.info.key for f in self.frames[1:])
        elsewhere = kind == "replay" and not ready and any(map(_covers_all, st.must))
        mode, witness = self._mode(st), min((w.place for w in ready or token), default=None)
        event = Event(kind, entry, self.place(at), hops, bool(ready), bool(token), mode, entered, elsewhere, witness)
        if event not in self.events_seen:
            self.events_seen.append(event)

    def _in_entry(self) -> list[Frame]:
        """The functions on the way from the entry on: what its decorators make of it runs around it."""
        keys = [frame.info.key for frame in self.frames]
        return self.frames[keys.index(self.entered_by) if self.entered_by in keys else 1 :]

    def _mode(self, st: State) -> str:
        """What the checks on the way say of the batch's mode; outer activations count too."""
        entry = self.program.functions[self._in_entry()[0].info.key]
        if any(_no_batch(cond, truth, entry, self.protocol.arm_indices) for cond, truth in self._all_conds(st)):
            return "decode"
        found = {said for cond, truth in self._all_conds(st) if (said := self.modes.said(cond, truth)) is not None}
        return next((means for said, means in _MEANING if said in found), "unknown")

    def assume(self, test: r.Expr, value: Value, st: State, *, truth: bool) -> None:
        """A comparison of the batch's mode with members of its enumeration says what asking the mode would say."""
        super().assume(test, value, st, truth=truth)
        if not self.watching:
            return
        tests = self.tests_here()
        if tests.outcome(test, truth=truth).quiet or leaves_nothing(all_ruled_out(st)):
            st.conds[Sym("mode", tuple(sorted(self.modes.decode)))] = True
            return
        test, truth = tests.plain(test, truth=truth)
        asked = tests.members(test) or compared(test)
        # What is none of these modes may be another that can load.
        if asked is not None and (truth is asked[1] or not tests.outcome(test, truth=truth).ruled_out):
            st.conds[as_test(asked[0])] = truth is asked[1]

    def ask_several(self, test: r.BoolOp, st: State) -> Asked:
        """Of tests any of which lets a batch through, those that let one through that can load count."""
        cond, yes, no = super().ask_several(test, st)
        if self.watching and test.op == "or" and yes is not None:
            names = frozenset(name for operand in test.values for name in self._mode_tests(operand))
            if names <= self.modes.every:
                yes.conds[Sym("mode", tuple(sorted(names & self.modes.extend or names)))] = True
        return cond, yes, no

    def _mode_tests(self, test: r.Expr) -> tuple[str, ...]:
        """The tests of the mode that an expression makes, or is called; its own text where it is anything else."""
        if isinstance(test, r.Call) and isinstance(test.func, r.Attr):
            return (test.func.name,)
        members, wanted = self.tests_here().members(test) or compared(test) or ((), False)
        return tuple(str(name) for name in as_test(members).args) if wanted else (repr(test),)

    def _all_conds(self, st: State) -> list[tuple[Value, bool]]:
        return [item for conds in (st.conds, *self._outer_conds) for item in conds.items()]

    _outer_conds: tuple[dict[Value, bool], ...] = ()
    _calls: Way = ()

    def call_function(self, func, args, st, at):  # type: ignore[no-untyped-def]
        """Follow a call without forgetting what was checked before it, and without a memo while events are watched."""
        if not self.watching or self.building:
            return super().call_function(func, args, st, at)
        self.memo.clear()
        outer, way = self._outer_conds, self._calls
        self._outer_conds, self._calls = (*outer, st.conds), self._way(at)
        try:
            return super().call_function(func, args, st, at)
        finally:
            self._outer_conds, self._calls = outer, way

    def _with(self, stmt: r.With, position: int, st: State) -> list[State]:
        """A block that captures a graph is noted while it runs."""
        before = self.capturing
        ends = super()._with(stmt, position, st)
        self.capturing = before
        return ends

    def as_stream(self, value: Value) -> StreamCtx | None:
        """What is entered may be a capture."""
        for option in options(value):
            if isinstance(option, Sym) and option.op == "capture":
                assert isinstance(option.args[0], frozenset)
                self.capturing |= option.args[0]
        return super().as_stream(value)

    def matters(self, func: Func, args: Arguments) -> bool:
        """Whether a call is followed: while something is watched, wherever that may stand."""
        if not self.watching or len(self.frames) >= _MAX_WATCHED:
            return super().matters(func, args)
        if func.key == self.entered_by:
            return True
        own = func.receiver is not None and func.receiver == self._in_entry()[0].receiver
        info = self.program.functions[func.key]
        return own or info.owner in self.watched or self._prepares_watched(info, args) or super().matters(func, args)

    def _prepares_watched(self, info: FunctionInfo, args: Arguments) -> bool:
        """Whether a function may prepare what is watched, by itself or by a method that it is given."""
        if self.watching not in {"run", "replay"}:
            return False
        arms = self.protocol.arm_methods
        return self.may_prepare(info) or any(self._is_named(part, arms) for arg in args.all() for part in parts(arg))

    # Classes whose methods are followed wherever they are called while a runner is watched.
    watched: frozenset[str] = frozenset()

    # -- entries -------------------------------------------------------------------------------------------------------

    def watch(self, info: FunctionInfo, cls: str | None, kind: str) -> list[Event]:
        """Walk a function, a method on an object of a class, and note its runs or replays."""
        self.watch_to_end(info, cls, kind)
        return [_beside(event, self.events_seen) for event in self.events_seen]

    def watch_to_end(
        self, info: FunctionInfo, cls: str | None, kind: str, init: FunctionInfo | None = None
    ) -> State | None:
        """The same, for the state at the function's end; on an object that ``init`` has run on, where it is given."""
        self.events_seen = []
        self.watching, self.entered_by = kind, info.key
        self.capturing, self._calls = frozenset(), ()
        self.choice = 0
        made_by = init.key if init is not None else None
        receiver = Instance(self.heap.allocate(cls, self.site(), made_by).oid) if cls is not None else None
        self.outside, self.budget = True, WATCH_STEPS
        self.memo.clear()
        if init is not None and receiver is not None and not self.heap[receiver.oid].attrs:
            self.settle_into(receiver.oid, init, self.outside_arguments(init, receiver))
        _, end = self.run_entry(info, receiver, self.outside_arguments(info, receiver))
        self.outside = False
        self.watching = self.entered_by = ""
        return end

    def captures_gates(self, info: FunctionInfo, cls: str, init: FunctionInfo | None = None) -> frozenset[Way]:
        """The ways from a method to where it begins to capture graphs in which it records gated reads.

        ``init`` is the constructor of what holds a wrapper: it may have given that what is recorded.
        """
        self.captured, known = frozenset(), set(self.limits)
        self.watch(info, cls, "capture")
        if not self.captured and init is not None and info is not init:
            self.watch_to_end(info, cls, "capture", init)
        # Many classes hold wrappers, few have them capture: that a look at one came to no end tells of nothing.
        self.limits = known if init is not None else self.limits
        return self.captured


def _beside(event: Event, others: Iterable[Event]) -> Event:
    """An event, prepared on some ways where one of the others shows that another way to the same place is."""
    if event.ready or event.sometimes:
        return event
    same = ((o.place, o.witness) for o in others if o.hops == event.hops)
    witness = min((by for place, by in same if place == event.place and by is not None), default=None)
    return msgspec.structs.replace(event, sometimes=witness is not None, witness=witness)


def _no_batch(cond: Value, truth: object, entry: FunctionInfo, indices: frozenset[str]) -> bool:
    """Whether an argument that every caller gives, or that is asked which consumer to select, is None on this way."""
    if not (isinstance(cond, Sym) and cond.op == "cmp" and cond.args[2] == NONE):
        return False
    subject = cond.args[1]
    if not (isinstance(subject, Sym) and subject.op in {"param", "int"} and subject.args[0] == entry.key):
        return False
    name = subject.args[1]
    given = any(p.name == name and p.default is None for p in entry.record.params)
    return (given or _asks_for_consumer(entry.record, name, indices)) and (cond.args[0] == "is") is truth


def _asks_for_consumer(record: r.Function, name: object, indices: frozenset[str]) -> bool:
    """Whether a parameter is asked for the consumer that it belongs to."""
    return any(
        isinstance(node, r.Attr) and node.name in indices and isinstance(node.value, r.Name) and node.value.id == name
        for node in walk_all(record.body)
    )


def _covers_all(wait: Wait) -> bool:
    return wait.token != ARMED_TOKEN and not isinstance(wait.index, Lit)
