"""Hold and probe: the loader is held before each layer, every accessor's read is launched, and who finishes is seen."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
import torch
from msgspec import Struct

from gatecheck.runtime_verify.accessors import Accessor, accessors_of, returns_nothing
from gatecheck.runtime_verify.contents import POISON, as_bytes, buffers_of, fill_host, poison
from gatecheck.runtime_verify.faults import EventTables
from gatecheck.runtime_verify.hold import Flag, LoaderHooks, Watchdog, stream_apart, wait_for
from gatecheck.runtime_verify.reading import PACKAGE, Reading, Snapshot
from gatecheck.runtime_verify.recipes import AccessorValues, UnknownParameterError
from gatecheck.runtime_verify.records import Fault, LayerVerdict, Skipped
from gatecheck.runtime_verify.refusals import describe, refuses
from gatecheck.runtime_verify.stacks import CannotBuildError, Loading, Stack, finish_load, start_load
from gatecheck.runtime_verify.verdicts import Content, Observation, judge

WINDOW = 0.02
RELEASE = 2.0
PER_LAYER = 4.0
SEED = 20


class Target(Struct, frozen=True):
    """One accessor with what it reads, layer by layer, when all is loaded and when all is poison."""

    reading: Reading
    symbol: str
    loaded: dict[int, Snapshot]
    poisoned: dict[int, Snapshot]
    refused: dict[int, str]
    through: tuple[str, ...]


# Any: streams and events of torch, which are not typed.
class Launched(Struct, frozen=True):
    """A read that was launched: its stream's event and what it copied."""

    target: Target
    event: Any
    snapshot: Snapshot
    waited: tuple[int, ...]


class Device:
    """One stack on one GPU, with all memory taken that a probe needs."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.hooks = LoaderHooks(EventTables(stack.counter, torch.cuda.Event))
        self.flag = Flag()
        self.buffers = buffers_of(stack.roots, "cuda")
        self.host_slots = stack.controller.mem_pool_host.alloc(stack.tokens)
        self.scratch = torch.zeros(1024, dtype=torch.uint8, device="cuda")
        self.streams: dict[str, Any] = {}
        fill_host(buffers_of((stack.controller.mem_pool_host,), "cpu"), SEED)
        learn_stream(self)
        self.control_stream = stream_apart(self.hooks.load_stream)

    def load(self) -> Loading:
        """Poison the device's buffers and start a load; what the hooks say happens between the layers."""
        poison(self.buffers)
        torch.cuda.synchronize()
        self.hooks.begin()
        return start_load(self.stack, self.host_slots)

    def finish(self, loading: Loading) -> None:
        """Wait for everything and give the slots back."""
        torch.cuda.synchronize()
        finish_load(self.stack, loading)

    def stream(self, symbol: str) -> Any:
        """The stream of one accessor's reads."""
        if symbol not in self.streams:
            others = (self.hooks.load_stream, self.control_stream)
            self.streams[symbol] = stream_apart(*others)
        return self.streams[symbol]

    def targets(self, root: Any) -> tuple[list[Target], list[Skipped], list[tuple[str, str]]]:
        """Accessors that read loaded bytes; methods that do not, with the reason; and those that stay open."""
        found: list[Target] = []
        skipped: list[Skipped] = []
        unclear: list[tuple[str, str]] = []
        for accessor in accessors_of(type(root)):
            if returns_nothing(type(root), accessor.name):
                skipped.append(Skipped(accessor.symbol, "returns nothing: it stores"))
                continue
            try:
                target = self.explore(root, accessor)
            except (UnknownParameterError, ExplorationError) as error:
                unclear.append((accessor.symbol, str(error)))
                continue
            if target.loaded:
                found.append(target)
            else:
                reason = "; ".join(dict.fromkeys(target.refused.values())) or "no loaded byte was read"
                skipped.append(Skipped(accessor.symbol, reason))
        return found, skipped, unclear

    def explore(self, root: Any, accessor: Accessor) -> Target:
        """Read every layer once poisoned and once loaded, in order; a layer counts where the two differ.

        Raises:
            ExplorationError: the accessor failed for a reason that is no refusal.
            UnknownParameterError: a parameter has no value.
        """
        loading = self.load()
        torch.cuda.synchronize()
        reading = self.first_that_works(root, accessor, loading)
        loaded, refused, through = self.read_all(reading)
        self.finish(loading)
        poison(self.buffers)
        torch.cuda.synchronize()
        poisoned, _, _ = self.read_all(reading)
        kept = {layer: shot for layer, shot in loaded.items() if not shot.same_as(poisoned[layer])}
        symbols = tuple(name for name in through if name != accessor.symbol)
        return Target(reading, accessor.symbol, kept, poisoned, refused, symbols)

    def first_that_works(self, root: Any, accessor: Accessor, loading: Loading) -> Reading:
        """The accessor with the first arguments that some layer takes, else with the first there are."""
        page = int(self.stack.controller.page_size)
        slots = loading.slots
        pages = (slots.view(-1, page)[:, 0] // page).int()
        variants = AccessorValues(slots, pages, int(slots.numel())).variants()
        for values in variants:
            reading = Reading(root, accessor, values)
            if any(reading.read(layer).error is None for layer in self.layers()):
                return reading
        return Reading(root, accessor, variants[0])

    def read_all(self, reading: Reading) -> tuple[dict[int, Snapshot], dict[int, str], dict[str, None]]:
        """What each layer holds now, which layers are refused and why, and what ran inside."""
        shots: dict[int, Snapshot] = {}
        refused: dict[int, str] = {}
        through: dict[str, None] = {}
        for layer in self.layers():
            answer = reading.read(layer)
            if answer.error is None:
                shots[layer] = reading.snapshot(layer)
                through.update(dict.fromkeys(answer.through))
            elif refuses(answer.error, reading.accessor.name, PACKAGE):
                refused[layer] = describe(answer.error)
            else:
                raise ExplorationError(describe(answer.error))
        return shots, refused, through

    def layers(self) -> range:
        """The layer ids to ask for."""
        return self.stack.geometry.layer_ids

    def warm(self, targets: Sequence[Target]) -> None:
        """Run every read on its own stream, twice, so that no memory has to be taken under the hold."""
        for _ in range(2):
            for target in targets:
                with torch.cuda.stream(self.stream(target.symbol)):
                    for layer in target.loaded:
                        target.reading.snapshot(layer)
                with torch.cuda.stream(self.control_stream):
                    for layer, shot in target.loaded.items():
                        shot.same_as(target.poisoned[layer])
                        (as_bytes(shot.parts[0]) == POISON).all()
            with torch.cuda.stream(self.control_stream):
                self.scratch.clone()
            torch.cuda.synchronize()


class ExplorationError(Exception):
    """An accessor failed before anything could be seen; the text is its error."""


def probe(device: Device, targets: Sequence[Target], fault: Fault | None = None) -> dict[str, dict[int, LayerVerdict]]:
    """One pass over all layers under a held loader; verdicts by symbol and layer."""
    verdicts: dict[str, dict[int, LayerVerdict]] = {target.symbol: {} for target in targets}
    with device.hooks as hooks:
        hooks.fault = fault
        hooks.before_layer = lambda layer: device.flag.wait(hooks.load_stream, layer + 1)
        count = len(device.layers())
        device.flag.set(0)
        with Watchdog(device.flag, count, PER_LAYER * count) as watchdog:
            loading = device.load()
            try:
                for seen, symbol in observe(device, targets, watchdog):
                    verdicts[symbol][seen.layer] = judge(seen)
            finally:
                device.flag.set(count)
                hooks.before_layer = None
                hooks.fault = None
                device.finish(loading)
    return verdicts


def learn_stream(device: Device) -> None:
    """One load that is not held, which shows the hooks the stream that layers are loaded on.

    Raises:
        CannotBuildError: no layer's event was recorded.
    """
    with device.hooks:
        device.finish(device.load())
    if device.hooks.load_stream is None:
        raise CannotBuildError("the load recorded no layer's event")


def observe(device: Device, targets: Sequence[Target], watchdog: Watchdog) -> Iterator[tuple[Observation, str]]:
    """Layer by layer: launch, look, release, look again. Reads still blocked are released with later layers."""
    pending: list[tuple[Launched, Observation]] = []
    for own, layer in enumerate(device.layers()):
        device.flag.set(own)
        launched = [launch(device, target, layer) for target in targets if layer in target.loaded]
        control = control_read(device)
        time.sleep(WINDOW)
        alive = bool(control.query())
        seen = [Observation(layer, own, ran=bool(one.event.query()), control=alive) for one in launched]
        yield from (finished(device, one, at, watchdog) for one, at in zip(launched, seen, strict=True) if at.ran)
        pending += [(one, at) for one, at in zip(launched, seen, strict=True) if not at.ran]
        device.flag.set(own + 1)
        wait_for(partial(all_done, [one for one, _ in pending]), RELEASE)
        done = [one.event.query() for one, _ in pending]
        for (one, at), is_done in zip(pending, done, strict=True):
            if is_done:
                yield finished(device, one, msgspec.structs.replace(at, released_by=own), watchdog)
        pending = [entry for entry, is_done in zip(pending, done, strict=True) if not is_done]
    yield from ((msgspec.structs.replace(at, watchdog=watchdog.fired), one.target.symbol) for one, at in pending)


def all_done(launched: Sequence[Launched]) -> bool:
    """Whether every one of these reads has finished."""
    return all(one.event.query() for one in launched)


def launch(device: Device, target: Target, layer: int) -> Launched:
    """Put one read on its own stream; the host does not wait for it."""
    waited: list[int] = []
    device.hooks.on_wait = waited.append
    with torch.cuda.stream(device.stream(target.symbol)):
        snapshot = target.reading.snapshot(layer)
        event = torch.cuda.Event()
        event.record()
    device.hooks.on_wait = None
    return Launched(target, event, snapshot, tuple(dict.fromkeys(waited)))


def control_read(device: Device) -> Any:
    """A read that needs no load, on a stream of its own; its event."""
    with torch.cuda.stream(device.control_stream):
        device.scratch.clone()
        event = torch.cuda.Event()
        event.record()
    return event


def finished(device: Device, one: Launched, at: Observation, watchdog: Watchdog) -> tuple[Observation, str]:
    """A finished read with what it saw, compared on the control stream."""
    with torch.cuda.stream(device.control_stream):
        if one.snapshot.same_as(one.target.loaded[at.layer]):
            content = Content.LOADED
        elif one.snapshot.same_as(one.target.poisoned[at.layer]):
            content = Content.POISON
        else:
            content = Content.MIXED
    seen = msgspec.structs.replace(at, content=content, waited=one.waited, watchdog=watchdog.fired)
    return seen, one.target.symbol
