"""Which bytes the loader wrote when, and whether a read of them is behind that write."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    import torch

    from gatecheck.runtime_verify.streams import Stream, World


class Phase(Enum):
    """What accesses mean at the moment."""

    IDLE = "idle"
    LOADING = "loading"
    PROBING = "probing"


class Extent(Struct, frozen=True):
    """The bytes from ``first`` to before ``end`` of one tensor view; holes between its rows count as part of it."""

    first: int
    end: int

    def meets(self, other: Extent) -> bool:
        """Whether they share a byte."""
        return self.first < other.end and other.first < self.end


class Write(Struct, frozen=True):
    """One copy of the loader into device memory: ``tick`` is the time of ``stream``."""

    extent: Extent
    stream: Stream
    tick: int
    by: str


class Read(Struct, frozen=True):
    """One read of loaded bytes, with the writes that it was not behind."""

    by: str
    writes: tuple[Write, ...]
    unordered: tuple[Write, ...]


class Ledger:
    """Accesses of one simulated device."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.phase = Phase.IDLE
        self.writes: list[Write] = []
        self.reads: list[Read] = []

    def forget(self) -> None:
        """Start over: what an earlier load or probe did is of no interest."""
        self.writes.clear()
        self.reads.clear()

    def access(self, by: str, reads: Iterable[torch.Tensor], writes: Iterable[torch.Tensor]) -> None:
        """One piece of work, launched on the current stream."""
        if self.phase is Phase.IDLE:
            return
        stream = self.world.current
        tick = stream.launch()
        if self.phase is Phase.LOADING:
            self.writes += [Write(extent_of(tensor), stream, tick, by) for tensor in writes]
        else:
            self._note_reads(by, stream, reads)

    def _note_reads(self, by: str, stream: Stream, tensors: Iterable[torch.Tensor]) -> None:
        for tensor in tensors:
            extent = extent_of(tensor)
            met = tuple(write for write in self.writes if write.extent.meets(extent))
            if met:
                self.reads.append(Read(by, met, tuple(write for write in met if not behind(stream, write))))

    def at_address(self, address: int) -> Write | None:
        """The load whose destination starts at ``address``, as pointer tables name it."""
        return next((write for write in self.writes if write.extent.first == address), None)


def behind(stream: Stream, write: Write) -> bool:
    """Whether work launched on ``stream`` now comes after the write, whatever the device does."""
    return stream is write.stream or stream.clock.get(write.stream.number, 0) >= write.tick


def extent_of(tensor: torch.Tensor) -> Extent:
    """The bytes between the first and the last element of a strided tensor."""
    first = tensor.data_ptr()
    if tensor.numel() == 0:
        return Extent(first, first)
    last = sum((size - 1) * stride for size, stride in zip(tensor.shape, tensor.stride(), strict=True))
    return Extent(first, first + (last + 1) * tensor.element_size())
