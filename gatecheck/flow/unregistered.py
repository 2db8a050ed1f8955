"""Pools that are loaded on a stream of their own and read on another, and that nobody gives a counter."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_of, is_private, walk_all
from gatecheck.flow.base import Place
from gatecheck.flow.values import Instance
from gatecheck.program.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.base import Read
    from gatecheck.flow.keeping import Keeping
    from gatecheck.program.link import ClassInfo, FunctionInfo


_STEPS = 4


class LoadedPool(msgspec.Struct, frozen=True):
    """A pool that a class builds, keeps and has loaded on a load stream.

    ``builder`` is the class whose body builds it, at ``place``; ``key`` is the pool's class, ``reader`` a read of it
    outside that stream.
    """

    builder: str
    place: Place
    pool: str
    key: str
    registered: bool
    leaves: bool
    reader: Place | None

    @property
    def is_forgotten(self) -> bool:
        """Whether it is read on another stream, and nobody can have registered it."""
        return not self.registered and not self.leaves and self.reader is not None


class Unregistered:
    """Finds the pools that a class builds and loads."""

    def __init__(self, walker: Keeping, quiet_words: tuple[str, ...]) -> None:
        self._walker = walker
        self._program = walker.program
        self._protocol = walker.protocol
        self._quiet = quiet_words

    def find(self) -> list[LoadedPool]:
        """Every pool that a class keeps and loads, with what is known of it."""
        pools = {info.name for info in self._program.classes.values() if self._walker.is_pool(info.key)}
        found: dict[Place, LoadedPool] = {}
        for info in self._keepers(pools):
            for loaded in self._loaded(info):
                found.setdefault(loaded.place, loaded)
        return list(found.values())

    def _keepers(self, pools: set[str]) -> list[ClassInfo]:
        """Classes that build a pool and come near a load, by themselves or through what they build."""
        loading = self._loading()
        loaders = {info.owner for info in loading}
        names = {self._program.classes[i.owner].name if i.owner is not None else i.record.name for i in loading}
        making = pools | {
            i.record.name for i in self._program.having(pools) if i.owner is None and called_of(i.record, pools)
        }
        builders: set[str] = {
            i.owner for i in self._program.having(making) if i.owner is not None and called_of(i.record, making)
        }
        kin = {heir for key in builders for heir in self._program.heirs.get(key, ())}
        return [
            self._program.classes[key]
            for key in sorted(kin)
            if not self._walker.is_pool(key) and self._comes_near(key, loaders, names)
        ]

    def _loading(self) -> list[FunctionInfo]:
        """What calls a load, at once or through functions of a module."""
        found: dict[str, FunctionInfo] = {}
        words = self._protocol.load_methods
        for _ in range(_STEPS):
            more = [i for i in self._program.having(words) if i.key not in found and called_of(i.record, words)]
            found.update((info.key, info) for info in more)
            words = frozenset(info.record.name for info in more if info.owner is None)
        return list(found.values())

    def _comes_near(self, key: str, loaders: AbstractSet[str | None], names: set[str]) -> bool:
        mro = self._program.classes[key].mro
        methods = (m for base in mro for m in self._program.classes[base].methods.values())
        return any(base in loaders for base in mro) or any(called_of(m.record, names) for m in methods)

    def _loaded(self, info: ClassInfo) -> list[LoadedPool]:
        walker = self._walker
        keeper = walker.build_keeper(info)
        found = []
        for attr, oid in walker.pools_kept_by(keeper):
            thing = walker.heap[oid]
            maker = self._program.functions.get(thing.site[0])
            if maker is None or self._is_quiet(attr, thing.cls, info) or not walker.load_streams(oid):
                continue
            if maker.owner is not None and maker.owner not in info.mro:
                continue
            names = {attr, *walker.aliases.get(oid, ())}
            builder = info.key if maker.owner is None else maker.owner
            found.append(
                LoadedPool(
                    builder=builder,
                    place=thing.site,
                    pool=self._program.classes[thing.cls].name,
                    key=thing.cls,
                    registered=self._gets_a_counter(keeper, oid) or self._registered_elsewhere(names),
                    leaves=oid in walker.left,
                    reader=self._reader(info, keeper, oid) or self._reader_elsewhere(names, keeper, oid, info),
                )
            )
        return found

    def _gets_a_counter(self, keeper: int, pool: int) -> bool:
        """Whether a pool, or one that holds it, has been given a counter."""
        walker = self._walker
        return any(
            walker.has_counter(oid)
            for _, oid in walker.pools_kept_by(keeper)
            if oid == pool or pool in walker.parts_of(oid)
        )

    def _is_quiet(self, attr: str, cls: str, keeper: ClassInfo) -> bool:
        """Whether a name says that this is a draft's pool: it is read behind the target's forward."""
        return is_quiet(f"{attr} {self._program.classes[cls].name} {keeper.name}", self._quiet)

    def _registered_elsewhere(self, names: set[str]) -> bool:
        """Whether other code registers what it takes out of such an attribute of something that is not its own object.

        It may take it into a variable first, or hand it to whoever registers.
        """
        return any(
            isinstance(node, r.Call)
            and isinstance(node.func, r.Attr)
            and node.func.name in self._protocol.register_methods
            and self._comes_from(node.func.value, names, info, _STEPS)
            for info in self._program.having(self._protocol.register_methods)
            if called_of(info.record, self._protocol.register_methods)
            for node in walk_all(info.record.body)
        )

    def _comes_from(self, expr: r.Expr, names: set[str], info: FunctionInfo, steps: int) -> bool:
        """Whether an object is taken out of an attribute of one of these names, here or by a caller that passes it."""
        if not isinstance(expr, r.Name):
            return self._is_attribute_of_other(expr, names, info)
        found = self._walker.origins.of(expr, info) if steps else []
        return any(self._comes_from(value, names, owner, steps - 1) for value, owner in found)

    def _is_attribute_of_other(self, expr: r.Expr, names: set[str], info: FunctionInfo) -> bool:
        if not (isinstance(expr, r.Attr) and expr.name in names):
            return False
        own = info.owner is not None and isinstance(expr.value, r.Name) and info.record.params[:1]
        return not (own and isinstance(expr.value, r.Name) and expr.value.id == info.record.params[0].name)

    def _reader(self, info: ClassInfo, keeper: int, pool: int) -> Place | None:
        """Where a method of the keeper reads the pool on another stream than the loads', without having waited."""
        walker = self._walker
        names = sorted({n for key in info.mro for n in self._program.classes[key].methods if not is_private(n)})
        for name in names:
            method = self._program.method(info.key, name)
            if method is not None and not walker.opaque_function(method):
                value = Instance(keeper)
                reads, _ = walker.run_entry(method, value, walker.entry_arguments(method, value))
                place = self._unordered(reads, pool)
                if place is not None:
                    return place
        return None

    def _unordered(self, reads: Iterable[Read], pool: int) -> Place | None:
        streams = self._walker.load_streams(pool)
        owners = self._walker.heap.owner_chain
        for read in reads:
            mine = read.oid == pool or any(owner == pool for owner, _ in owners(read.oid))
            if mine and read.stream not in streams and not self._ordered(read):
                return read.chain[0].place if read.chain else read.place
        return None

    def _ordered(self, read: Read) -> bool:
        """Whether the reader's stream has waited, or the host side itself reads."""
        hosts = (self._program.functions[hop.callee].owner for hop in read.chain)
        return any(key is not None and self._is_host(key) for key in hosts) or any(
            wait.stream is None or wait.stream == read.stream for wait in read.must
        )

    def _is_host(self, key: str) -> bool:
        return any(self._program.method(key, name) for name in self._protocol.load_methods)

    def _reader_elsewhere(self, names: set[str], keeper: int, pool: int, info: ClassInfo) -> Place | None:
        """Where code outside that knows a keeper reads its pool."""
        walker = self._walker
        accessors = {m.record.name for m in walker.accessors(self._program.classes[walker.heap[pool].cls])}
        known = walker.pool_classes
        walker.pool_classes = {**known, **{key: [keeper] for key in info.mro}}
        try:
            for function in self._program.having(names):
                if function.outer is not None or function.owner in info.mro or function.owner in known:
                    continue
                if attrs_of(function.record, names) and called_of(function.record, accessors):
                    for walk in walker.walk_outside(function):
                        place = self._unordered(walk.reads, pool)
                        if place is not None:
                            return place
        finally:
            walker.pool_classes = known
        return None
