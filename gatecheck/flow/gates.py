"""Waits, streams and events: what orders the work that follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.base import Again, Arguments
from gatecheck.flow.execute import Execute
from gatecheck.flow.lookups import known_number
from gatecheck.flow.state import DeadGate, State, Wait
from gatecheck.flow.values import (
    ALL_LAYERS,
    CURRENT_STREAM,
    NONE,
    Counter,
    External,
    Instance,
    Module,
    Num,
    Row,
    StreamCtx,
    Sym,
    Table,
    Union_,
    Value,
    options,
)

if TYPE_CHECKING:
    from gatecheck.flow.base import Place

WHOLE_DEVICE = "device"
"""The token of a wait for everything that has been issued on the device."""
_ORDERING = frozenset({"wait_stream", "wait_event", "record", "record_event", "wait", "synchronize"})


class Gates(Execute):
    """Everything that waits."""

    def gate_call(self, expr: r.Call, func: r.Attr, st: State) -> Value | None:
        """A call of a wait method, of an event's wait, or of one of torch's ordering methods; None for any other."""
        protocol = self.protocol
        if func.name in protocol.wait_methods:
            receiver = self.ev(func.value, st)
            return self.wait_call(receiver, self.arguments(expr.args, st, used=False), st, expr.at)
        if func.name in protocol.event_waits:
            receiver = self.ev(func.value, st)
            counter_of = counter_inside(receiver)
            if counter_of is not None:
                args = self.arguments(expr.args, st, used=False).all()
                known = args[0] if args and not _is_stream(args[0]) else event_index(receiver)
                self.gate(counter_of, known, st, expr.at)
                return NONE
        if func.name in protocol.arm_methods:
            self.armed(expr, func, st)
        if func.name in _ORDERING:
            receiver = self.ev(func.value, st)
            if not any(isinstance(o, (Row, Table, Instance, Module)) for o in options(receiver)):
                return self._ordering(receiver, expr, func, st)
        return None

    def wait_call(self, receiver: Value, args: Arguments, st: State, at: int) -> Value:
        """Wait on a counter, or on whichever of several it is."""
        index = args.all()[0] if args.all() else ALL_LAYERS
        for counter in options(receiver):
            self.gate(counter, index, st, at)
        return NONE

    def armed(self, expr: r.Call, func: r.Attr, st: State) -> None:
        """A consumer is selected here."""

    def arguments(self, nodes: tuple[r.Arg, ...], st: State, *, used: bool) -> Arguments:
        """Evaluate arguments in order."""
        raise NotImplementedError

    def gate(self, counter: Value, index: Value, st: State, at: int) -> None:
        """Wait on one counter for one event."""
        if counter == NONE or self.waits_for_nothing(counter):
            return
        place = self.place(at)
        if isinstance(counter, Counter) and counter.state in {"muted", "unset"}:
            st.dead |= {DeadGate(counter, index, place)}
            return
        token = token_of(counter)
        for one in index.options if isinstance(index, Union_) else (index,):
            wait = Wait(self.normal_index(one, counter), token, st.stream, place)
            if isinstance(counter, Counter) and counter.state == "live":
                self._repeated(wait, st)
            st.wait(wait)

    def _repeated(self, wait: Wait, st: State) -> None:
        """Note a live wait for what the same stream has waited for already, on the same counter."""
        if self.building or self.repeating:
            return
        before = [w for w in st.must if w.token == wait.token and w.implies(wait)]
        if before:
            self.reads.append(Again(min(w.place for w in before), wait.place))

    def normal_index(self, index: Value, counter: Value) -> Value:
        """The last event of the table covers all layers."""
        if isinstance(index, Num) and index.const == -1 and len(index.terms) == 1 and index.terms[0][1] == 1:
            count = index.terms[0][0]
            if count.op == "attr" and count.args[0] == counter:
                return ALL_LAYERS
        known = known_number(index, self.heap)
        return known if known is not None else index

    def mark(self, event: Value, stream: Value, st: State) -> None:
        """An event is recorded on a stream."""

    def catch_up(self, behind: Value | None, what: Value, st: State, place: Place) -> None:
        """A stream (None: the host, and with it every stream) comes behind another stream, or behind an event."""

    def sync(self, st: State, place: Place) -> None:
        """The host waits for everything: all streams are behind all loads."""
        st.wait(Wait(ALL_LAYERS, WHOLE_DEVICE, None, place))

    def _ordering(self, receiver: Value, expr: r.Call, func: r.Attr, st: State) -> Value | None:
        """Torch's own ordering of streams and events. Source: torch.cuda.Stream and torch.cuda.Event."""
        name, at = func.name, expr.at
        args = self.arguments(expr.args, st, used=False)
        first = args.all()[0] if args.all() else None
        if name == "synchronize":
            if self.is_device(receiver) or self._on_load_stream(func.value, receiver):
                self.sync(st, self.place(at))
            # The host goes on once this stream or event has come to its end, and every stream starts behind the host.
            st.order(None, st.events.get(receiver, st.waits_of(receiver)))
            self.catch_up(None, receiver, st, self.place(at))
            return NONE
        self._tell_order(name, receiver, first, st, at)
        if name == "wait_stream" and first is not None:
            st.order(receiver, st.waits_of(first))
            if self._on_load_stream(expr.args[0].value, first):
                st.wait(Wait(ALL_LAYERS, "device", receiver, self.place(at)))
        elif name == "record" and not isinstance(receiver, External):
            st.events[receiver] = st.waits_of(first if first is not None and first != NONE else st.stream)
        elif name == "record_event":
            event = first if first is not None else Sym("event", (self.place(at),))
            st.events[event] = st.waits_of(receiver)
            return event
        elif name == "wait_event" and first is not None:
            counter = counter_inside(first)
            if counter is not None:
                current, st.stream = st.stream, receiver
                self.gate(counter, event_index(first), st, at)
                st.stream = current
            st.order(receiver, st.events.get(first, frozenset()))
        elif name == "wait" and receiver in st.events:
            st.order(first if first is not None else st.stream, st.events[receiver])
        else:
            return None
        return NONE

    def _tell_order(self, name: str, receiver: Value, first: Value | None, st: State, at: int) -> None:
        """Tell of the events that are recorded, and of the streams that come behind one or behind each other."""
        given = first if first is not None and first != NONE else None
        if name == "record":
            self.mark(receiver, given or st.stream, st)
        elif name == "record_event":
            self.mark(given or Sym("event", (self.place(at),)), receiver, st)
        elif name in {"wait_stream", "wait_event"} and given is not None:
            self.catch_up(receiver, given, st, self.place(at))
        elif name == "wait":
            self.catch_up(given or st.stream, receiver, st, self.place(at))

    def is_device(self, receiver: Value) -> bool:
        """Whether ``receiver.synchronize()`` waits for the whole device: torch.cuda, or the platform's equivalent."""
        if isinstance(receiver, External):
            return True
        if isinstance(receiver, Sym):
            if receiver.op == "global":
                return True
            return receiver.op == "call" and ("get_device_module" in repr(receiver.args[0]) or _is_of_torch(receiver))
        return False

    def _on_load_stream(self, expr: r.Expr, receiver: Value) -> bool:
        if isinstance(expr, r.Attr) and expr.name in self.protocol.load_stream_attrs:
            return True
        return counter_inside(receiver) is not None

    def stream_call(self, name: str, args: Arguments, st: State, at: int) -> Value | None:
        """Functions of a device module that concern streams; None for any other."""
        last = name.rsplit(".", 1)[-1]
        if "." not in name:
            return None
        if last == "current_stream":
            return st.stream
        if last == "set_stream" and len(args.positional) == 1:
            st.stream = args.positional[0]
            return NONE
        if last in {"stream", "StreamContext"} and len(args.positional) == 1:
            stream = args.positional[0]
            return StreamCtx(stream if stream != NONE else st.stream)
        if last == "Stream":
            return Sym("stream", (self.place(at), self._maker()))
        if last == "Event":
            return Sym("event", (self.place(at), self._maker()))
        if last == "synchronize":
            self.sync(st, self.place(at))
            return NONE
        return None

    def as_stream(self, value: Value) -> StreamCtx | None:
        """A stream object used as a context manager makes itself current."""
        if isinstance(value, Sym) and value.op == "stream":
            return StreamCtx(value)
        return None

    def _maker(self) -> int:
        receiver = self.frame.receiver
        return receiver.oid if isinstance(receiver, Instance) else -1


def counter_inside(value: object) -> Counter | None:
    """The counter that an unknown was reached from (its table of events, one of its slots)."""
    if isinstance(value, Counter):
        return value
    if isinstance(value, Sym) and value.op in {"attr", "item"}:
        return counter_inside(value.args[0])
    return None


def token_of(counter: Value) -> str:
    """What tells counters apart: those that a registration is given, and those that are made on the spot."""
    if isinstance(counter, Instance):
        return f"made here: {counter.oid}"
    return counter.token if isinstance(counter, Counter) else "registered"


def event_index(event: Value) -> Value:
    """The layer of an event that was taken out of a counter's table."""
    return event.args[1] if isinstance(event, Sym) and event.op == "item" else ALL_LAYERS  # type: ignore[return-value]


def _is_of_torch(made: Sym) -> bool:
    """Whether a call picks a module of torch by the name of a device: ``getattr(torch, device)``."""
    func, positional = made.args[:2]
    picks = func == Sym("func", (repr(External("getattr")),))
    return picks and isinstance(positional, tuple) and positional[:1] == (External("torch"),)


def _is_stream(value: Value) -> bool:
    return value == CURRENT_STREAM or (isinstance(value, Sym) and value.op == "stream")
