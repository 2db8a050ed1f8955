"""Hold and probe: the loader is held before each layer, every accessor's read is launched, and who finishes is seen."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
import torch
from msgspec import Struct

from gatecheck.runtime_verify.gpu_device import Device, Started, Target
from gatecheck.runtime_verify.hold import Watchdog, wait_for
from gatecheck.runtime_verify.reading import Snapshot
from gatecheck.runtime_verify.records import Fault, LayerVerdict, Verdict
from gatecheck.runtime_verify.verdicts import Content, Observation, judge

# How long a read is given to finish while its layer is held, and to finish once it is released; seconds.
WINDOW = 0.02
RELEASE = 2.0
START = 3.0
PER_LAYER = 4.0

Verdicts = dict[str, dict[int, LayerVerdict]]


# Any: an event of torch, which is not typed.
class Launched(Struct, frozen=True):
    """A read that was launched: what it copied, and what has been observed of it so far.

    ``alive`` is the event of a control read, which needs no load, just before it on the same stream; ``done`` its own.
    """

    target: Target
    alive: Any
    done: Any
    snapshot: Snapshot
    seen: Observation


def probe(device: Device, targets: Sequence[Target], fault: Fault | None = None) -> Verdicts:
    """One pass over all layers under a held loader; verdicts by symbol and layer."""
    count = len(device.layers())
    with device.hooks as hooks:
        hooks.fault = fault
        hooks.before_layer = lambda layer: device.flag.wait(hooks.load_stream, layer + 1)
        device.flag.set(0)
        try:
            with Watchdog(device.flag, count, START) as at_start:
                started = device.load()
            with Watchdog(device.flag, count, PER_LAYER * count) as watchdog:
                launched = [] if at_start.fired else observe(device, targets, started)
        finally:
            device.flag.set(count)
            hooks.before_layer = None
            hooks.fault = None
            torch.cuda.synchronize()
        verdicts = blocked(targets) if at_start.fired else judged(launched, started, late=watchdog.fired)
        device.finish(started)
    return verdicts


def blocked(targets: Sequence[Target]) -> Verdicts:
    """No verdict: the host hung in the loader itself, so what a reader would have seen cannot be told."""
    reason = "the loader blocks the host while it is held, as it does where it copies synchronously"
    return {
        target.symbol: {layer: LayerVerdict(layer, Verdict.INCONCLUSIVE, reason=reason) for layer in target.poisoned}
        for target in targets
    }


def observe(device: Device, targets: Sequence[Target], started: Started) -> list[Launched]:
    """Layer by layer: launch, look, release, look again. Reads still blocked are looked at after later layers."""
    finished: list[Launched] = []
    pending: list[Launched] = []
    for own, layer in enumerate(device.layers()):
        device.flag.set(own)
        new = [
            launch(device, target, started, Observation(layer, own)) for target in targets if layer in target.poisoned
        ]
        time.sleep(WINDOW)
        new = [noted(one, ran=bool(one.done.query()), control=bool(one.alive.query())) for one in new]
        finished += [one for one in new if one.seen.ran]
        pending += [one for one in new if not one.seen.ran]
        device.flag.set(own + 1)
        wait_for(partial(all_done, pending), RELEASE)
        released = [bool(one.done.query()) for one in pending]
        finished += [noted(one, released_by=own) for one, gone in zip(pending, released, strict=True) if gone]
        pending = [one for one, gone in zip(pending, released, strict=True) if not gone]
    return finished + pending


def launch(device: Device, target: Target, started: Started, seen: Observation) -> Launched:
    """Put one read on its own stream; the host does not wait for it."""
    waited: list[int] = []
    device.hooks.on_wait = waited.append
    with torch.cuda.stream(device.stream(target.symbol)):
        device.scratch[1].copy_(device.scratch[0])
        alive = torch.cuda.Event()
        alive.record()
        snapshot = target.reading(started.variants).snapshot(seen.layer)
        done = torch.cuda.Event()
        done.record()
    device.hooks.on_wait = None
    return noted(Launched(target, alive, done, snapshot, seen), waited=tuple(dict.fromkeys(waited)))


def noted(one: Launched, **changes: object) -> Launched:
    """The read with more observed of it."""
    return msgspec.structs.replace(one, seen=msgspec.structs.replace(one.seen, **changes))


def all_done(launched: Sequence[Launched]) -> bool:
    """Whether every one of these reads has finished."""
    return all(one.done.query() for one in launched)


def judged(launched: Sequence[Launched], started: Started, *, late: bool) -> Verdicts:
    """Compare each read with the same read now that everything is there, and judge."""
    verdicts: Verdicts = {}
    for one in launched:
        right = one.target.reading(started.variants).snapshot(one.seen.layer)
        seen = noted(one, content=content_of(one, right), watchdog=late).seen
        verdicts.setdefault(one.target.symbol, {})[seen.layer] = judge(seen)
    return verdicts


def content_of(one: Launched, right: Snapshot) -> Content:
    """What a read saw: what it should have, nothing but poison, or neither."""
    if one.snapshot.same_as(right):
        return Content.LOADED
    return Content.POISON if one.snapshot.same_as(one.target.poisoned[one.seen.layer]) else Content.MIXED
