"""Builds one pool with its host side and controller, through the tree's own builder, and loads from host to device.

Builders, in the order tried: the cache classes that make their own host pools (``hi_mamba_radix_cache.py``,
``hiradix_cache.py``) and the assembler of the unified cache (``hybrid_cache/hybrid_pool_assembler.py``, from 0.5.12).
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import torch
from msgspec import Struct

from gatecheck.runtime_verify.constructing import CannotBuildError, construct, names_of
from gatecheck.runtime_verify.recipes import (
    SERVER_VALUES,
    Geometry,
    Values,
    arguments_for,
    pool_values,
    request_values,
)
from gatecheck.runtime_verify.sglang_tree import Tree, first_line


class Arrangement(Struct, frozen=True):
    """Page size, host layout, and the copy backend where only one goes with them."""

    page_size: int
    layout: str
    io_backend: str = ""


# What most pools take, what state pools ask for from 0.5.14 on, what block-scaled ones want, and the oldest.
ARRANGEMENTS = (
    Arrangement(64, "layer_first"),
    Arrangement(64, "page_first_direct"),
    Arrangement(128, "page_first", "kernel"),
    Arrangement(128, "layer_first"),
    Arrangement(1, "layer_first"),
)
MOST_PAGES = 4


# Any: pools, allocators, caches and controllers are the tree's own classes, which differ from release to release.
class Stack(Struct, frozen=True):
    """A built pool. ``roots`` are the objects that a model reads through; sidecars ride on another pool's indices."""

    geometry: Geometry
    pool: Any
    roots: tuple[Any, ...]
    controller: Any
    allocator: Any
    builder: str
    sidecars: tuple[Any, ...]

    @property
    def counter(self) -> Any:
        """The counter that the controller records its events in."""
        return self.controller.layer_done_counter

    @property
    def tokens(self) -> int:
        """Tokens of one load: a few whole pages.

        A page is a copy of its own in the direct backend, and a stream takes about a thousand before the host waits.
        """
        page = int(self.controller.page_size)
        return page * max(1, min(MOST_PAGES, self.geometry.tokens // page))


class Transfer(Struct, frozen=True):
    """One further pool's part of a load: the tree's own record, and the entry whose slots it takes (None: it rides)."""

    record: Any
    entry: Any = None


class Slots(Struct, frozen=True):
    """Device slots that were taken for a load: those of its tokens, and those of further pools."""

    tokens: torch.Tensor
    transfers: tuple[Transfer, ...]


class Loading(Struct, frozen=True):
    """One load that was started."""

    slots: Slots
    producer: int


def take_slots(stack: Stack, host_slots: torch.Tensor) -> Slots:
    """Queue a load, which takes its slots on the device (``HiCacheController.load``).

    Raises:
        CannotBuildError: the controller finds no device memory.
    """
    transfers = further_transfers(stack)
    extra = {"extra_pools": [transfer.record for transfer in transfers]} if transfers else {}
    slots = stack.controller.load(host_slots, **extra)
    if slots is None:
        raise CannotBuildError("the controller found no device memory for a load")
    for transfer in transfers:
        bring_indices(stack, transfer.record)
    return Slots(slots, transfers)


def bring_indices(stack: Stack, record: Any) -> None:
    """Put a further pool's device indices where the direct copies read them, as ``move_indices`` does for the first.

    Up to 0.5.10 it leaves the others out: each copy then fetches them from the device and blocks the host meanwhile,
    and a loader that blocks the host cannot be held.
    """
    if stack.geometry.io_backend == "direct" and getattr(record, "device_indices", None) is not None:
        record.device_indices = record.device_indices.cpu()


def begin_load(stack: Stack, slots: Slots) -> Loading:
    """Start what is queued and select it as the consumer's, as the worker does at the start of a forward.

    After ``HiCacheController.start_loading`` and ``set_hicache_consumer`` (0.5.2 and later).

    Raises:
        CannotBuildError: the controller starts nothing.
    """
    producer = stack.controller.start_loading()
    if producer < 0:
        raise CannotBuildError("the controller started no load")
    stack.counter.set_consumer(producer)
    return Loading(slots, producer)


def finish_load(stack: Stack, loading: Loading) -> None:
    """Give the slots back; the caller has synchronised."""
    stack.counter.set_consumer(-1)
    stack.controller.ack_load_queue.clear()
    getattr(stack.allocator, "full_attn_allocator", stack.allocator).free(loading.slots.tokens)
    for transfer in loading.slots.transfers:
        if transfer.entry is not None:
            give_back(transfer.entry, transfer.record)


def give_back(entry: Any, record: Any) -> None:
    """Free what a transfer of its own pool has taken on both sides."""
    free = getattr(entry, "device_free_fn", None) or entry.device_pool.free
    if record.device_indices is not None:
        free(record.device_indices.to(getattr(entry.device_pool, "device", "cpu")))
    entry.host_pool.free(record.host_indices)


def further_transfers(stack: Stack) -> tuple[Transfer, ...]:
    """One transfer for each pool of the group besides the first: its own slots, or those of the pool it rides on."""
    entries = list(getattr(stack.controller.mem_pool_host, "entries", ()))
    if len(entries) < 2:
        return ()
    record = inspect.getmodule(type(stack.controller)).PoolTransfer  # type: ignore[union-attr]
    anchor = next(entry.name for entry in entries if entry.is_primary_index_anchor)
    rides_on = {spec.pool_name: spec.indices_from_pool for spec in stack.sidecars}
    rides_on |= {entry.name: anchor for entry in entries if not has_own_slots(entry) and entry.name not in rides_on}
    made = []
    for entry in entries:
        if entry.name == anchor:
            continue
        if entry.name in rides_on:
            shared = arguments_for(record, {"name": entry.name, "indices_from_pool": rides_on[entry.name]})
            made.append(Transfer(record(**shared)))
        else:
            unit = int(getattr(entry.host_pool, "page_size", 1) or 1)
            made.append(Transfer(record(name=entry.name, host_indices=entry.host_pool.alloc(unit)), entry))
    return tuple(made)


def has_own_slots(entry: Any) -> bool:
    """Whether a pool of the group can allocate on the device; one that cannot uses the first pool's slots."""
    return bool(getattr(entry, "device_alloc_fn", None)) or hasattr(entry.device_pool, "alloc")


class Workshop:
    """Builds stacks from one tree. ``forget`` runs before each attempt, for what the last one left behind."""

    def __init__(self, tree: Tree, forget: Callable[[], None] = lambda: None) -> None:
        self.tree = tree
        self.forget = forget

    def candidates(self) -> Iterator[type]:
        """The concrete key-value pool classes of the tree."""
        base = self.tree.find("KVCache")
        for cls in self.tree.classes():
            if inspect.isclass(base) and issubclass(cls, base) and cls is not base and not inspect.isabstract(cls):
                yield cls

    def build(self, cls: type, geometry: Geometry) -> Stack:
        """A stack around a fresh pool of ``cls``, in the first arrangement that the tree takes.

        Raises:
            CannotBuildError: with what stood in the way.
        """
        refusals: dict[str, None] = {}
        for one in ARRANGEMENTS:
            backend = one.io_backend or geometry.io_backend
            sized = msgspec.structs.replace(geometry, page_size=one.page_size, layout=one.layout, io_backend=backend)
            try:
                return self.assemble(cls, sized)
            except CannotBuildError as error:
                refusals.setdefault(str(error))
        raise CannotBuildError("; ".join(refusals))

    def assemble(self, cls: type, geometry: Geometry) -> Stack:
        """A stack of one geometry, by the first builder that makes one.

        Raises:
            CannotBuildError: no builder does; with the answer of each.
        """
        self.forget()
        server = publish_server_arguments(self.tree, geometry)
        requests = self.request_pool(geometry) if "mamba_pool" in names_of(cls) else None
        pool = construct(cls, geometry, requests)
        allocator = self.allocator(pool, geometry)
        params = self.cache_params(allocator, requests)
        answers = []
        for name, builder in self.builders(server, requests):
            self.forget()
            try:
                cache = builder(params)
            except Exception as error:  # noqa: BLE001 - any builder may refuse any pool in any way; it is reported
                answers.append(f"{name}: {type(error).__name__}: {first_line(error)}")
                continue
            roots = (pool,) if requests is None else (pool, requests)
            sidecars = tuple(getattr(cache, "sidecars", ()))
            return Stack(geometry, pool, roots, cache.cache_controller, allocator, name, sidecars)
        raise CannotBuildError("; ".join(answers) or "the tree has no builder")

    def request_pool(self, geometry: Geometry) -> Any:
        """The pool of request states that hybrid models keep beside the keys and values."""
        cls = self.need("HybridReqToTokenPool")
        return cls(**arguments_for(cls, request_values(geometry)))

    def allocator(self, pool: Any, geometry: Geometry) -> Any:
        """The allocator that the tree pairs with the pool."""
        page_size = getattr(pool, "page_size", geometry.page_size)
        name = "PagedTokenToKVPoolAllocator" if page_size > 1 else "TokenToKVPoolAllocator"
        cls = self.need("SWATokenToKVPoolAllocator" if hasattr(pool, "swa_kv_pool") else name)
        values: Values = {
            **pool_values(geometry),
            "size": getattr(pool, "size", geometry.size),
            "page_size": page_size,
            "size_swa": getattr(pool, "swa_size", None) or geometry.size,
            "kvcache": pool,
            "need_sort": False,
        }
        return cls(**arguments_for(cls, values))

    def cache_params(self, allocator: Any, requests: Any) -> Any:
        """The tree's own parameter record of a prefix cache."""
        cls = self.need("CacheInitParams")
        values = {
            "disable": False,
            "req_to_token_pool": requests,
            "token_to_kv_pool_allocator": allocator,
            "page_size": allocator.page_size,
        }
        return cls(**arguments_for(cls, values))

    def builders(self, server: Any, requests: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
        """The tree's builders, each taking cache parameters and returning something with a ``cache_controller``."""
        name = "HiMambaRadixCache" if requests is not None else "HiRadixCache"
        cache: Any = self.tree.find(name)
        if callable(cache):
            yield name, lambda params: cache(params, server)
        attach = self.tree.find("attach_hybrid_pool_to_unified_cache")
        if callable(attach):
            yield "attach_hybrid_pool_to_unified_cache", lambda params: self.attached(attach, server, params, requests)

    def attached(self, attach: Callable[..., object], server: Any, params: Any, requests: Any) -> Any:
        """What the assembler leaves in a cache that has nothing but the places for it."""
        kinds = self.need("ComponentType")
        wanted = ["FULL"]
        if requests is not None:
            wanted.append("MAMBA")
        if hasattr(params.token_to_kv_pool_allocator.get_kvcache(), "swa_kv_pool"):
            wanted.append("SWA")
        sidecars: list[Any] = []
        cache = SimpleNamespace(
            components={getattr(kinds, name): SimpleNamespace() for name in wanted},
            page_size=params.page_size,
            sidecars=sidecars,
            register_sidecar_pool=sidecars.append,
            token_to_kv_pool_allocator=params.token_to_kv_pool_allocator,
            req_to_token_pool=requests,
            _enable_metrics_flag=False,
        )
        attach(cache, params, server, load_cache_event=threading.Event())
        return cache

    # Any: whatever the tree has under that name.
    def need(self, name: str) -> Any:
        """A class of the tree.

        Raises:
            CannotBuildError: the tree has none of that name.
        """
        found = self.tree.find(name)
        if found is None:
            raise CannotBuildError(f"the tree has no {name}")
        return found


def publish_server_arguments(tree: Tree, geometry: Geometry) -> Any:
    """Server arguments as the tree's own tests make them (``model_path="dummy"`` resolves nothing), made current."""
    module = tree.module("sglang.srt.server_args")
    if module is None:
        raise CannotBuildError("the tree has no sglang.srt.server_args")
    cls = module.ServerArgs
    known = inspect.signature(cls).parameters
    values = {**SERVER_VALUES, "hicache_mem_layout": geometry.layout}
    values["hicache_io_backend"] = geometry.io_backend
    server = cls(**{name: value for name, value in values.items() if name in known})
    module.set_global_server_args_for_scheduler(server)
    return server


def single_process_group() -> None:
    """A process group of one, which caches ask for their size; it opens no port."""
    if not torch.distributed.is_initialized():
        torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)


def owned_classes(stack: Stack) -> tuple[str, ...]:
    """The classes of the objects that live inside the stack's roots; pools among them are proved below their root."""
    names: set[str] = set()
    for root in stack.roots:
        for value in vars(root).values():
            items = value if isinstance(value, (list, tuple)) else [value]
            names |= {type(item).__name__ for item in items if type(item).__module__.startswith("sglang.")}
    return tuple(sorted(names))


def variant_of(stack: Stack) -> str:
    """What distinguishes this stack from another one of the same class."""
    geometry = stack.geometry
    form = [geometry.variant.name] if geometry.variant.name else []
    return ", ".join([*form, f"page size {stack.controller.page_size}", f"host layout {geometry.layout}"])
