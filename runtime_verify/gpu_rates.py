"""How many reads are stale when the loader is late: an illustration of what a missing wait does, never a verdict.

Each session reads its own rows on its own stream, layer by layer, as a forward does; the loader sleeps once, before the
first layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.accessors import Accessor, tensors_returned
from gatecheck.runtime_verify.contents import buffers_of, fill_host, poison
from gatecheck.runtime_verify.faults import EventTables
from gatecheck.runtime_verify.hold import LoaderHooks, stream_apart
from gatecheck.runtime_verify.reading import Slice, Snapshot, bytes_of, slice_of
from gatecheck.runtime_verify.recipes import AccessorValues, Values, arguments_for
from gatecheck.runtime_verify.records import Fault, StaleRate
from gatecheck.runtime_verify.stacks import Loading, Stack, begin_load, finish_load, take_slots

SEED = 64
CYCLES_PER_MS = 1_700_000
CASES: tuple[tuple[str, Fault | None], ...] = (("as it is", None), ("every gate removed", Fault.GATE_REMOVED))


class Session(Struct, frozen=True):
    """One reader: its rows, its stream, and the arguments that point at its rows."""

    rows: Slice
    stream: Any
    variants: tuple[Values, ...]


class Rates:
    """Reads of many sessions on one stack, against what the same reads see when all is loaded."""

    def __init__(self, stack: Stack, delay_ms: int) -> None:
        self.stack = stack
        self.delay = delay_ms * CYCLES_PER_MS
        self.hooks = LoaderHooks(EventTables(stack.counter, torch.cuda.Event))
        self.buffers = buffers_of(stack.roots, "cuda")
        self.host_slots = stack.controller.mem_pool_host.alloc(stack.geometry.sessions * stack.geometry.tokens)
        fill_host(buffers_of((stack.controller.mem_pool_host,), "cpu"), SEED)
        with self.hooks:
            self.finish(self.load())
        self.streams = [stream_apart(self.hooks.load_stream) for _ in range(stack.geometry.sessions)]

    def measure(self, root: Any, accessors: list[Accessor], tell: Callable[[str], None]) -> Iterator[StaleRate]:
        """One rate for each accessor and case."""
        for accessor in accessors:
            for case, fault in CASES:
                tell(f"{type(root).__name__}.{accessor.name}: {len(self.streams)} sessions, {case}")
                yield self.rate(root, accessor, case, fault)

    def rate(self, root: Any, accessor: Accessor, case: str, fault: Fault | None) -> StaleRate:
        """One run with the loader late, compared with a read after everything has come."""
        with self.hooks as hooks:
            warm = self.load()
            self.read_all(root, accessor, self.sessions(warm))
            self.finish(warm)
            hooks.fault = fault
            hooks.before_layer = self.sleep
            loading = self.load()
            hooks.before_layer = None
            sessions = self.sessions(loading)
            seen = self.read_all(root, accessor, sessions)
            torch.cuda.synchronize()
            right = self.read_all(root, accessor, sessions)
            self.finish(loading)
            hooks.fault = None
        stale = [
            [not seen[layer][number].same_as(right[layer][number]) for layer in seen] for number in range(len(sessions))
        ]
        reads = sum(map(len, stale))
        bad = sum(map(any, stale))
        counted = (reads, sum(map(sum, stale)), bad, len(sessions))
        return StaleRate(type(root).__name__, accessor.name, case, *counted, self.stack.geometry.variant.name)

    def load(self) -> Loading:
        """Poison and start a load of all sessions."""
        slots = take_slots(self.stack, self.host_slots)
        poison(self.buffers)
        torch.cuda.synchronize()
        self.hooks.begin()
        return begin_load(self.stack, slots)

    def finish(self, loading: Loading) -> None:
        """Wait for everything and give the slots back."""
        torch.cuda.synchronize()
        finish_load(self.stack, loading)

    def sleep(self, layer: int) -> None:
        """Keep the load stream busy before the first layer."""
        if layer == 0:
            with torch.cuda.stream(self.hooks.load_stream):
                torch.cuda._sleep(self.delay)  # noqa: SLF001 - torch has no public way to keep a stream busy

    def sessions(self, loading: Loading) -> list[Session]:
        """Each session's part of the load; synchronises, before any read."""
        page = int(self.stack.controller.page_size)
        parts = loading.slots.tokens.view(len(self.streams), -1)
        with torch.cuda.stream(self.streams[0]):
            rows = [slice_of(slots, page) for slots in parts]
        made = [AccessorValues(row.slots, row.pages.int(), int(row.slots.numel()), page).variants() for row in rows]
        return [Session(*entry) for entry in zip(rows, self.streams, made, strict=True)]

    def read_all(self, root: Any, accessor: Accessor, sessions: list[Session]) -> dict[int, list[Snapshot]]:
        """Every session reads every layer that the pool does not refuse."""
        layers = self.stack.geometry.layer_ids
        seen = {layer: read_layer(root, accessor, sessions, layer) for layer in layers}
        return {layer: shots for layer, shots in seen.items() if shots}


def read_layer(root: Any, accessor: Accessor, sessions: list[Session], layer: int) -> list[Snapshot]:
    """Every session reads one layer; nothing, where the pool refuses it."""
    try:
        return [read(root, accessor, session, layer) for session in sessions]
    except (AssertionError, KeyError, ValueError, IndexError):
        return []


def read(root: Any, accessor: Accessor, session: Session, layer: int) -> Snapshot:
    """One read on the session's stream, with the first arguments that the accessor takes."""
    method = getattr(root, accessor.name)
    refused: Exception | None = None
    with torch.cuda.stream(session.stream):
        for values in session.variants:
            try:
                result = method(**arguments_for(method, {**values, accessor.parameter: accessor.argument(layer)}))
            except ValueError as error:
                refused = error
                continue
            return Snapshot(tuple(bytes_of(tensor, session.rows) for tensor in tensors_returned(result)))
    raise refused or ValueError(accessor.name)
