"""Simulated streams and events: nothing runs late here, but nothing is ordered either unless something ordered it.

Each stream carries a vector clock. Work of a stream counts as done for another stream only if an event, a stream wait
or a synchronisation of the host says so, which is the most hostile schedule that a device may choose. Semantics after
the CUDA programming guide, "Streams": an event that was never recorded orders nothing, an event keeps its last record.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from typing_extensions import Self


Clock = dict[int, int]
POLLS_UNTIL_DONE = 1000


class Ordering(Struct, frozen=True):
    """One ordering act of a reading stream: the event waited for, or None for a full synchronisation."""

    event: Event | None


class World:
    """All streams of one simulated device, with the host's own clock."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self.host: Clock = {}
        self.records: list[Recorded] = []
        self.orderings: list[Ordering] = []
        self.rewrite: Rewrite = Rewrite()
        self._current = threading.local()
        self.default = self.new_stream()

    def new_stream(self) -> Stream:
        """A stream that nothing is ordered with yet, except by what the host has already waited for."""
        stream = Stream.__new__(Stream)
        stream.join(self)
        return stream

    @property
    def current(self) -> Stream:
        """The calling thread's current stream; each thread starts on the default stream, as in torch."""
        return getattr(self._current, "stream", self.default)

    @contextlib.contextmanager
    def on(self, stream: Stream | None) -> Iterator[None]:
        """Make ``stream`` current for a while; None changes nothing, as ``torch.cuda.stream(None)`` does."""
        before = self.current
        self._current.stream = stream or before
        try:
            yield
        finally:
            self._current.stream = before

    def synchronize(self) -> None:
        """The host waits for all streams; everything launched later is behind everything launched before."""
        if self.rewrite.keeps_synchronisation():
            self.orderings.append(Ordering(None))
            for stream in self.streams:
                merge(self.host, stream.clock)

    def event_recorded(self, event: Event, stream: Stream) -> None:
        """Note a record in launch order, with the clock that the active fault lets the event have."""
        clock = self.rewrite.recorded(event, stream, [r for r in self.records if r.stream is stream])
        event.snapshot = clock
        self.records.append(Recorded(event, stream, stream.clock[stream.number], dict(stream.clock)))


class Recorded(Struct, frozen=True):
    """One ``Event.record``: ``tick`` is the stream's own time, ``honest`` what a waiter would learn without a fault."""

    event: Event
    stream: Stream
    tick: int
    honest: Clock


class Rewrite:
    """How a seeded fault changes ordering; this one changes nothing."""

    def keeps_synchronisation(self) -> bool:
        """Whether a synchronisation of the host still orders anything."""
        return True

    def waited(self, event: Event, stream: Stream) -> Event | None:
        """The event that a wait really waits for, or None where the wait is gone."""
        del stream
        return event

    def recorded(self, event: Event, stream: Stream, earlier: list[Recorded]) -> Clock:
        """What a record of ``event`` on ``stream`` covers."""
        del event, earlier
        return dict(stream.clock)


class Stream:
    """Stands in for ``torch.cuda.Stream``; made for one world by ``device_module``."""

    world: World
    device_type = "cuda"
    device_index = 0

    def __init__(self, *_args: object, **_options: object) -> None:
        self.join(self.world)

    def join(self, world: World) -> None:
        """Become a stream of ``world``."""
        self.world = world
        self.number = len(world.streams)
        self.cuda_stream = self.number
        self.clock: Clock = {self.number: 0}
        world.streams.append(self)

    def launch(self) -> int:
        """Put one piece of work on the stream; returns the stream's own time of it."""
        self.clock[self.number] += 1
        merge(self.clock, self.world.host)
        return self.clock[self.number]

    def wait_event(self, event: Event) -> None:
        """Later work of this stream is behind the event's last record."""
        seen = self.world.rewrite.waited(event, self)
        if seen is None:
            return
        self.world.orderings.append(Ordering(seen))
        merge(self.clock, seen.snapshot or {})

    def wait_stream(self, other: Stream) -> None:
        """Later work of this stream is behind all work of the other so far."""
        other.record_event(Event.of(self.world)).wait(self)

    def record_event(self, event: Event | None = None) -> Event:
        """Record an event behind all work of this stream so far."""
        made = event or Event.of(self.world)
        made.record(self)
        return made

    def synchronize(self) -> None:
        """The host waits for this stream."""
        self.world.orderings.append(Ordering(None))
        merge(self.world.host, self.clock)

    def query(self) -> bool:
        """Whether the host knows that all work is done."""
        return covers(self.world.host, self.clock)

    def __enter__(self) -> Self:
        self._entered = self.world.on(self)
        self._entered.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._entered.__exit__(None, None, None)


class Event:
    """Stands in for ``torch.cuda.Event``."""

    world: World

    def __init__(self, *_args: object, **_options: object) -> None:
        self.snapshot: Clock | None = None
        self._polls = 0

    @classmethod
    def of(cls, world: World) -> Event:
        """An event of ``world``."""
        event = cls()
        event.world = world
        return event

    def record(self, stream: Stream | None = None) -> None:
        """Stand behind all work of ``stream`` (or the current one) so far; an earlier record is forgotten."""
        on = stream or self.world.current
        on.launch()
        self._polls = 0
        self.world.event_recorded(self, on)

    def wait(self, stream: Stream | None = None) -> None:
        """Make ``stream`` (or the current one) wait."""
        (stream or self.world.current).wait_event(self)

    def query(self) -> bool:
        """Whether the host knows that it passed; a loop that polls for long enough does wait in the end."""
        if self.snapshot is None or covers(self.world.host, self.snapshot):
            return True
        self._polls += 1
        if self._polls < POLLS_UNTIL_DONE:
            return False
        self.synchronize()
        return True

    def synchronize(self) -> None:
        """The host waits for this event."""
        seen = self.world.rewrite.waited(self, self.world.current)
        if seen is not None:
            self.world.orderings.append(Ordering(seen))
            merge(self.world.host, seen.snapshot or {})

    def elapsed_time(self, _other: Event) -> float:
        """Nothing takes time here; milliseconds."""
        return 0.0


def merge(into: Clock, other: Clock) -> None:
    """Learn everything that ``other`` knows."""
    for number, tick in other.items():
        into[number] = max(into.get(number, 0), tick)


def covers(known: Clock, wanted: Clock) -> bool:
    """Whether ``known`` is at or past ``wanted`` for every stream."""
    return all(known.get(number, 0) >= tick for number, tick in wanted.items())


class DeviceModule:
    """Stands in for what ``torch.get_device_module()`` returns on a device with streams."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.Stream: type[Stream] = type("Stream", (Stream,), {"world": world})
        self.Event: type[Event] = type("Event", (Event,), {"world": world})
        self.stream: Callable[[Stream | None], contextlib.AbstractContextManager[None]] = world.on
        self.__name__ = "simulated"

    def current_stream(self, _device: object = None) -> Stream:
        """The calling thread's current stream."""
        return self.world.current

    def default_stream(self, _device: object = None) -> Stream:
        """The stream that every thread starts on."""
        return self.world.default

    def synchronize(self, _device: object = None) -> None:
        """The host waits for all streams."""
        self.world.synchronize()

    def current_device(self) -> int:
        """The only device there is."""
        return 0

    def device_count(self) -> int:
        """One."""
        return 1

    def is_available(self) -> bool:
        """No, as with a torch that knows the CPU only: a tree that asks must not choose code for a real device."""
        return False
