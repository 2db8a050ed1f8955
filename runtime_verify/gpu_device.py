"""One stack on one GPU: its load stream, its buffers, and what each of its accessors reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch
from msgspec import Struct

from gatecheck.runtime_verify.accessors import Accessor, accessors_of, returns_nothing, tensors_returned
from gatecheck.runtime_verify.constructing import CannotBuildError
from gatecheck.runtime_verify.contents import buffers_of, fill_host, poison
from gatecheck.runtime_verify.faults import EventTables
from gatecheck.runtime_verify.hold import Flag, LoaderHooks, stream_apart
from gatecheck.runtime_verify.reading import PACKAGE, Reading, Snapshot
from gatecheck.runtime_verify.recipes import AccessorValues, UnknownParameterError, Values
from gatecheck.runtime_verify.records import Skipped
from gatecheck.runtime_verify.refusals import Asked, describe, refuses, why_open
from gatecheck.runtime_verify.stacks import Loading, Slots, Stack, begin_load, finish_load, take_slots

SEED = 20


class Target(Struct, frozen=True):
    """One accessor of one root: which arguments it takes, and what it reads while all is poison, by layer.

    ``handed_out`` is whether all it returns are buffers of the pool themselves, nothing that was computed from them.
    """

    root: Any
    accessor: Accessor
    variant: int
    poisoned: dict[int, Snapshot]
    refused: dict[int, str]
    through: tuple[str, ...]
    handed_out: bool

    @property
    def symbol(self) -> str:
        """Class.method."""
        return self.accessor.symbol

    def reading(self, variants: tuple[Values, ...]) -> Reading:
        """The accessor with arguments of one load."""
        return Reading(self.root, self.accessor, variants[self.variant])


class Explored(Struct, frozen=True):
    """The accessors that read loaded bytes, the methods that do not, and those that stay open; each with its reason."""

    targets: tuple[Target, ...]
    skipped: tuple[Skipped, ...]
    unclear: tuple[Skipped, ...]


class ExplorationError(Exception):
    """An accessor failed before anything could be seen; the text is its error."""


class Started(Struct, frozen=True):
    """A load under way, with arguments that point at its slots."""

    loading: Loading
    variants: tuple[Values, ...]


class Device:
    """Loads a stack on the GPU, and explores what its accessors read."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.hooks = LoaderHooks(EventTables(stack.counter, torch.cuda.Event))
        self.flag = Flag()
        self.buffers = buffers_of(stack.roots, "cuda")
        self.host_slots = stack.controller.mem_pool_host.alloc(stack.tokens)
        self.scratch = torch.zeros((2, 1024), dtype=torch.uint8, device="cuda")
        self.streams: dict[str, Any] = {}
        fill_host(buffers_of((stack.controller.mem_pool_host,), "cpu"), SEED)
        self.learn_stream()

    def learn_stream(self) -> None:
        """One load that is not held, which shows the hooks the stream that layers are loaded on.

        Raises:
            CannotBuildError: no layer's event was recorded.
        """
        with self.hooks:
            self.finish(self.load())
        if self.hooks.load_stream is None:
            raise CannotBuildError("the load recorded no layer's event")

    def load(self) -> Started:
        """Take slots, poison every buffer, start the load; what the hooks say happens between its layers."""
        slots = take_slots(self.stack, self.host_slots)
        variants = self.values(slots)
        poison(self.buffers)
        torch.cuda.synchronize()
        self.hooks.begin()
        return Started(begin_load(self.stack, slots), variants)

    def values(self, slots: Slots) -> tuple[Values, ...]:
        """Arguments that point at the slots, in each shape that may be wanted."""
        page = int(self.stack.controller.page_size)
        pages = (slots.tokens.view(-1, page)[:, 0] // page).int()
        return AccessorValues(slots.tokens, pages, int(slots.tokens.numel()), page).variants()

    def finish(self, started: Started) -> None:
        """Wait for everything and give the slots back."""
        torch.cuda.synchronize()
        finish_load(self.stack, started.loading)

    def stream(self, symbol: str) -> Any:
        """The stream of one accessor's reads, apart from all others."""
        if symbol not in self.streams:
            others = (self.hooks.load_stream, torch.cuda.current_stream(), *self.streams.values())
            self.streams[symbol] = stream_apart(*others)
        return self.streams[symbol]

    def layers(self) -> range:
        """The layer ids to ask for."""
        return self.stack.geometry.layer_ids

    def explore(self, root: Any) -> Explored:
        """Every public method of a root that takes a layer."""
        targets: list[Target] = []
        skipped: list[Skipped] = []
        unclear: list[Skipped] = []
        for accessor in accessors_of(type(root)):
            if returns_nothing(type(root), accessor.name):
                skipped.append(Skipped(accessor.symbol, "returns nothing: it stores"))
                continue
            try:
                target = self.explored(root, accessor)
            except (UnknownParameterError, ExplorationError) as error:
                unclear.append(Skipped(accessor.symbol, str(error)))
                continue
            if target.poisoned:
                targets.append(target)
            else:
                reason = "; ".join(dict.fromkeys(target.refused.values())) or "no loaded byte was read"
                skipped.append(Skipped(accessor.symbol, reason))
        return Explored(tuple(targets), tuple(skipped), tuple(unclear))

    def explored(self, root: Any, accessor: Accessor) -> Target:
        """Read every layer once loaded and once poisoned, in order; a layer counts where the two differ.

        Raises:
            ExplorationError: the accessor failed for a reason that is no refusal.
            UnknownParameterError: a parameter has no value.
        """
        started = self.load()
        try:
            torch.cuda.synchronize()
            variant = self.first_that_works(root, accessor, started.variants)
            reading = Reading(root, accessor, started.variants[variant])
            loaded, refused, through = self.read_all(reading)
            poison(self.buffers)
            torch.cuda.synchronize()
            poisoned, _, _ = self.read_all(reading)
            handed_out = self.hands_out(reading, loaded)
        finally:
            self.finish(started)
        managed = {layer: poisoned[layer] for layer, shot in loaded.items() if not shot.same_as(poisoned[layer])}
        symbols = tuple(name for name in through if name != accessor.symbol)
        return Target(root, accessor, variant, managed, refused, symbols, handed_out)

    def hands_out(self, reading: Reading, layers: Iterable[int]) -> bool:
        """Whether an accessor returns nothing but buffers of the pool, for every one of the layers."""
        own = {buffer.untyped_storage().data_ptr() for buffer in self.buffers}
        given = [tensor for layer in layers for tensor in tensors_returned(reading.read(layer).result)]
        return all(tensor.untyped_storage().data_ptr() in own for tensor in given)

    def first_that_works(self, root: Any, accessor: Accessor, variants: tuple[Values, ...]) -> int:
        """The first arguments that some layer takes, else the first there are."""
        for number, values in enumerate(variants):
            reading = Reading(root, accessor, values)
            if any(reading.read(layer).error is None for layer in self.layers()):
                return number
        return 0

    def read_all(self, reading: Reading) -> tuple[dict[int, Snapshot], dict[int, str], dict[str, None]]:
        """What each layer holds now, which layers are refused and why, and what ran inside.

        Raises:
            ExplorationError: a layer failed for a reason that is no refusal.
        """
        shots: dict[int, Snapshot] = {}
        refused: dict[int, str] = {}
        through: dict[str, None] = {}
        for layer in self.layers():
            answer = reading.read(layer)
            if answer.error is None:
                shots[layer] = reading.snapshot(layer)
                through.update(dict.fromkeys(answer.through))
            elif refuses(answer.error, Asked(reading.root, reading.accessor.name, PACKAGE)):
                refused[layer] = describe(answer.error)
            else:
                raise ExplorationError(why_open(answer.error, PACKAGE))
        return shots, refused, through

    def warm(self, targets: tuple[Target, ...]) -> None:
        """Run every read on its own stream, twice and with all results kept, so that a held pass takes no memory."""
        for _ in range(2):
            started = self.load()
            torch.cuda.synchronize()
            kept = []
            for target in targets:
                with torch.cuda.stream(self.stream(target.symbol)):
                    kept += [target.reading(started.variants).snapshot(layer) for layer in target.poisoned]
            self.finish(started)
            del kept
            torch.cuda.synchronize()
