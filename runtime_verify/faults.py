"""The faults that a proof seeds into its own simulation to show that it would see them.

They change what a wait or a record means, not the tree's code, so they reach every form of gate alike.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gatecheck.runtime_verify.records import Fault
from gatecheck.runtime_verify.streams import Clock, Event, Recorded, Rewrite, Stream

DEEPEST_TABLE = 5


# Any: the events of a device, simulated here and torch's own on a GPU.
class Place(Struct, frozen=True):
    """Where an event stands: in which list, and at which position."""

    table: tuple[Any, ...]
    position: int


class EventTables:
    """The events that a counter holds, found by walking it; an event speaks for the layer at its place in its list."""

    def __init__(self, counter: object, kind: type = Event) -> None:
        self._kind = kind
        self._places: dict[int, Place] = {}
        self._walk(counter, DEEPEST_TABLE)

    def _walk(self, value: object, depth: int) -> None:
        items = list(value) if isinstance(value, (list, tuple)) else list(getattr(value, "__dict__", {}).values())
        events = tuple(item for item in items if isinstance(item, self._kind))
        if isinstance(value, (list, tuple)) and events:
            for position, event in enumerate(events):
                self._places[id(event)] = Place(events, position)
        elif depth:
            for item in items:
                self._walk(item, depth - 1)

    def tables(self) -> tuple[tuple[Any, ...], ...]:
        """Each list of events once: a counter keeps one for each load that can be under way."""
        return tuple({id(place.table): place.table for place in self._places.values()}.values())

    def place(self, event: object) -> Place | None:
        """Where the event stands, or None if it is no layer's event."""
        return self._places.get(id(event))

    def position(self, event: object) -> int | None:
        """The event's position in its list."""
        place = self.place(event)
        return None if place is None else place.position


class GateRemoved(Rewrite):
    """Waits for layer events, and synchronisations, order nothing."""

    def __init__(self, tables: EventTables) -> None:
        self.tables = tables

    def keeps_synchronisation(self) -> bool:
        """A synchronisation inside the accessor is its gate, too."""
        return False

    def waited(self, event: Event, stream: Stream) -> Event | None:
        """Nothing, where a layer's event was meant."""
        del stream
        return None if self.tables.place(event) else event


class PreviousLayer(Rewrite):
    """Whoever waits for the layer ``own`` or a later one waits for the one before it."""

    def __init__(self, tables: EventTables, own: int) -> None:
        self.tables = tables
        self.own = own

    def waited(self, event: Event, stream: Stream) -> Event | None:
        """The event one before; nothing, for the first."""
        del stream
        place = self.tables.place(event)
        if place is None:
            return event
        position = min(place.position, self.own) - 1
        earlier: Event | None = place.table[position] if position >= 0 else None
        return earlier


class EarlyEvent(Rewrite):
    """Each layer's event covers what the event before it covered: it was recorded before the layer's copy."""

    def __init__(self, tables: EventTables) -> None:
        self.tables = tables

    def recorded(self, event: Event, stream: Stream, earlier: list[Recorded]) -> Clock:
        """The clock as it was at the record before."""
        if self.tables.place(event) is None:
            return dict(stream.clock)
        return dict(earlier[-1].honest) if earlier else {}


def rewrite_for(fault: Fault, tables: EventTables, own: int) -> Rewrite:
    """The change that a fault makes for a read whose data is covered by event ``own``."""
    if fault is Fault.GATE_REMOVED:
        return GateRemoved(tables)
    if fault is Fault.PREVIOUS_LAYER:
        return PreviousLayer(tables, own)
    return EarlyEvent(tables)
