"""Loads that are under way: which of them a method leaves behind it, and which it has seen land."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.flow.entering import Entering
from gatecheck.flow.gates import WHOLE_DEVICE, event_index
from gatecheck.flow.state import Wait
from gatecheck.flow.values import ALL_LAYERS, CURRENT_STREAM, Instance, Sym, Value

if TYPE_CHECKING:
    from gatecheck.flow.base import Place
    from gatecheck.flow.state import State

_UNDER_WAY = "under way"


class Landing(Entering):
    """Keeps in the state what has been issued on another stream and that nobody is behind yet.

    A load under way stands among what perhaps holds: it is under way as soon as it is on one of the ways to a point.
    It carries the events that mark it, so that an event of one way says nothing of a load on another.
    """

    tracking = False
    # The events that are recorded behind loads, whoever waits for them, and the tables that they stand in.
    landed: frozenset[Value] = frozenset()

    def issue(self, oids: tuple[int, ...], st: State) -> None:
        """Loads into these pools start on the current stream; events that were recorded before do not mark them."""
        st.maybe |= {Wait(Sym("load", (oid, frozenset())), _UNDER_WAY, st.stream, ("", -1)) for oid in oids}

    def under_way(self, st: State) -> set[tuple[int, Value]]:
        """The pools that loads are still under way into, each with the loads' stream."""
        found: set[tuple[int, Value]] = set()
        for wait in _loads(st.maybe):
            assert isinstance(wait.index, Sym)
            assert wait.stream is not None
            oid = wait.index.args[0]
            assert isinstance(oid, int)
            found.add((oid, wait.stream))
        return found

    def sync(self, st: State, place: Place) -> None:
        """Everything has landed."""
        super().sync(st, place)
        st.maybe -= _loads(st.maybe)

    def mark(self, event: Value, stream: Value, st: State) -> None:
        """An event marks the loads that were issued on its stream before it, and no longer those on another."""
        if self.tracking:
            loads = _loads(st.maybe)
            st.maybe = (st.maybe - loads) | {
                _marked_by(w, _marks(w) | {event} if w.stream == stream else _marks(w) - {event}) for w in loads
            }
            self.landed |= {event, table_of(event)} if any(w.stream == stream for w in loads) else frozenset()

    def catch_up(self, behind: Value | None, what: Value, st: State, place: Place) -> None:
        """A stream comes behind the loads on another stream, or behind those that an event marks."""
        if self.tracking and behind in {None, CURRENT_STREAM}:
            st.maybe -= {w for w in _loads(st.maybe) if w.stream == what or what in _marks(w)}
        elif not self.tracking and what in self.landed:
            st.wait(Wait(ALL_LAYERS, WHOLE_DEVICE, behind, place))
        elif not self.tracking and table_of(what) in self.landed:
            st.wait(Wait(event_index(what), WHOLE_DEVICE, behind, place))


def table_of(event: Value) -> Value:
    """The attribute whose object keeps an event among others, whichever of its kind the object is; else the event."""
    table = event
    while isinstance(table, Sym) and table.op == "item":
        table = table.args[0]  # type: ignore[assignment]
    if table is event or not (isinstance(table, Sym) and table.op == "attr" and isinstance(table.args[0], Instance)):
        return event
    return Sym("attr", (Instance(table.args[0].oid), table.args[1]))


def _loads(waits: frozenset[Wait]) -> frozenset[Wait]:
    return frozenset(w for w in waits if w.token == _UNDER_WAY)


def _marks(load: Wait) -> frozenset[Value]:
    """The events that mark a load."""
    assert isinstance(load.index, Sym)
    marks = load.index.args[1]
    assert isinstance(marks, frozenset)
    return marks


def _marked_by(load: Wait, marks: frozenset[Value]) -> Wait:
    assert isinstance(load.index, Sym)
    return msgspec.structs.replace(load, index=Sym("load", (load.index.args[0], marks)))
