"""Holds the loader before each layer's copy, on a value in host memory that this process raises layer by layer.

``cuStreamWaitValue32`` (CUDA driver API, stream memory operations) blocks one stream only; the host stays free.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import torch

from gatecheck.runtime_verify.faults import EventTables
from gatecheck.runtime_verify.records import Fault

AT_LEAST = 0
SLOTS = 16
MOST_STREAMS = 64


class HoldError(Exception):
    """The driver refused a stream memory operation."""


class Flag:
    """A number in pinned host memory that streams can wait for."""

    def __init__(self) -> None:
        self._memory = torch.zeros(SLOTS, dtype=torch.int32).pin_memory()

    def set(self, value: int) -> None:
        """Let everything pass that waits for ``value`` or less."""
        self._memory[0] = value

    @property
    def value(self) -> int:
        """What was last set."""
        return int(self._memory[0])

    # Any: a torch.cuda.Stream, whose class is not typed.
    def wait(self, stream: Any, value: int) -> None:
        """Make ``stream`` wait until the flag is at least ``value``.

        Raises:
            HoldError: the driver refuses.
        """
        from cuda.bindings import driver

        (result,) = driver.cuStreamWaitValue32(stream.cuda_stream, self._memory.data_ptr(), value, AT_LEAST)
        if result != driver.CUresult.CUDA_SUCCESS:
            raise HoldError(f"cuStreamWaitValue32: {result}")


class Watchdog:
    """Releases a flag if it is not stopped in time, so that a wrong guess never hangs the device."""

    def __init__(self, flag: Flag, value: int, seconds: float) -> None:
        self.fired = False
        self._flag = flag
        self._value = value
        self._timer = threading.Timer(seconds, self._release)
        self._timer.daemon = True

    def _release(self) -> None:
        self.fired = True
        self._flag.set(self._value)

    def __enter__(self) -> Watchdog:  # noqa: PYI034 - not meant to be subclassed
        self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()


class LoaderHooks:
    """Sees every record of and wait for a layer's event, whatever code makes it, and can change both.

    Installed on torch's event class: ``Stream.wait_event`` ends in ``Event.wait``.
    """

    def __init__(self, tables: EventTables) -> None:
        self.tables = tables
        self.load_stream: Any = None
        self.fault: Fault | None = None
        self.before_layer: Callable[[int], None] | None = None
        self.on_wait: Callable[[int], None] | None = None
        self._record = torch.cuda.Event.record
        self._wait = torch.cuda.Event.wait

    def __enter__(self) -> LoaderHooks:  # noqa: PYI034 - not meant to be subclassed
        hooks = self

        def record(event: Any, stream: Any = None) -> None:
            hooks.recorded(event, stream or torch.cuda.current_stream())

        def wait(event: Any, stream: Any = None) -> None:
            hooks.waited(event, stream or torch.cuda.current_stream())

        torch.cuda.Event.record = record
        torch.cuda.Event.wait = wait
        return self

    def __exit__(self, *error: object) -> None:
        torch.cuda.Event.record = self._record
        torch.cuda.Event.wait = self._wait

    def begin(self) -> None:
        """Call before a load whose stream is known: what comes before layer 0 is enqueued now."""
        if self.load_stream is None or self.before_layer is None:
            return
        if self.fault is Fault.EARLY_EVENT:
            for table in self.tables.tables():
                self._record(table[0], self.load_stream)
        self.before_layer(0)

    def recorded(self, event: Any, stream: Any) -> None:
        """A record; behind a layer's record comes what belongs before the next layer."""
        place = self.tables.place(event)
        early = self.fault is Fault.EARLY_EVENT and self.before_layer is not None
        if place is None or not early:
            self._record(event, stream)
        if place is None:
            return
        self.load_stream = stream
        following = place.position + 1
        if self.before_layer is None or following >= len(place.table):
            return
        if early:
            self._record(place.table[following], stream)
        self.before_layer(following)

    def waited(self, event: Any, stream: Any) -> None:
        """A wait, changed as the active fault says."""
        place = self.tables.place(event)
        if place is None or stream == self.load_stream:
            self._wait(event, stream)
            return
        if self.on_wait is not None:
            self.on_wait(place.position)
        if self.fault is Fault.GATE_REMOVED:
            return
        position = place.position - (self.fault is Fault.PREVIOUS_LAYER)
        if position >= 0:
            self._wait(place.table[position], stream)


def stream_apart(*others: Any) -> Any:
    """A stream that is none of the given ones underneath.

    torch hands out a few dozen streams in turn, and a read on the load stream itself would be in order for no merit.

    Raises:
        HoldError: torch has no other stream.
    """
    taken = {other.cuda_stream for other in others}
    for _ in range(MOST_STREAMS):
        stream = torch.cuda.Stream()
        if stream.cuda_stream not in taken:
            return stream
    raise HoldError("torch has no stream apart from those in use")


def wait_for(done: Callable[[], bool], seconds: float, pause: float = 0.0005) -> bool:
    """Poll ``done`` for at most ``seconds``; never synchronises the device."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(pause)
    return True
