"""Which functions outside the pools are worth walking: those that can come near a managed buffer."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_keep, can_quote
from gatecheck.facts.visit import attrs_of, called_of, may_call, may_name, named_of
from gatecheck.flow.handing import answers_for
from gatecheck.flow.holding import keeping
from gatecheck.flow.setters import is_property
from gatecheck.flow.steps import made_in_steps
from gatecheck.flow.values import Func, parts
from gatecheck.program.calling import names_of_calls
from gatecheck.program.keepers import asks_by_name
from gatecheck.program.operating import users

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.flow.outside import OutsideWalker
    from gatecheck.marks import Marks
    from gatecheck.program.keepers import Keeper
    from gatecheck.program.link import FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

Buffer = tuple[int, str]
_MAX_FAR = 24
# How many getters may stand one behind the other.
_GETTERS = 3


class Candidates:
    """The functions of a program that are neither a pool's nor the host side's."""

    def __init__(self, program: Program, protocol: Protocol, marks: Marks, walker: OutsideWalker) -> None:
        self._program = program
        self._protocol = protocol
        self._marks = marks
        self._heap = walker.heap
        self._pools = walker.pool_classes
        self._getters = walker.getters
        self._lenders = walker.lenders
        self._entrusted = walker.entrusted

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The classes of the host side."""
        return frozenset(host_side(self._program, self._protocol))

    def functions(self, managed: frozenset[Buffer]) -> list[FunctionInfo]:
        """Functions of no pool and no host class that mention a managed buffer or an owned pool."""
        words = self.words(managed)
        marked = {self._program.functions[key].record.name for key in self._marks.requires}
        skipped = set(self._pools) | self.hosts
        hosts = {self._program.classes[load.owner].name for load in self._protocol.load_functions if load.owner}
        hosts |= {
            self._program.classes[h].name
            for load in self._protocol.load_functions
            if load.owner
            for h in self._program.heirs[load.owner]
        }
        kept = self._kept_ways(frozenset(attr for _, attr in managed) | self._owned(managed), skipped)
        return [
            info
            for info in self._program.having(words | marked | {name for names in kept.values() for name in names})
            if info.outer is None
            and info.owner not in skipped
            and info.record.name != "__init__"
            and info.key not in self._marks.requires | self._marks.stores
            and (
                attrs_of(info.record, words | kept.get(info.owner or "", set()))
                or called_of(info.record, marked)
                or asks_by_name(info.record, words)
            )
            and not called_of(info.record, hosts)
        ]

    def _owned(self, managed: frozenset[Buffer]) -> frozenset[str]:
        """The attributes in which owners keep what holds a managed buffer, be it in a container or a record."""
        chains = {oid: self._heap.owner_chain(oid) for oid, _ in managed}
        return frozenset(name for oid, chain in chains.items() for name in self._heap.ways_to(oid, chain))

    def _kept_ways(self, buffers: frozenset[str], skipped: set[str]) -> dict[str, set[str]]:
        """The attributes in which objects outside keep whole buffers or all their layers, readers, or owned pools.

        They stand by the classes whose methods can use them.
        """
        found: dict[str, set[str]] = {}
        words = buffers | self._lenders
        for info in self._program.having(words):
            if info.owner is None or info.owner in skipped or not can_keep(info.record):
                continue
            if attrs_of(info.record, words):
                names = keeping(info.record, buffers, self._lenders) | made_in_steps(info.record, words)
                for heir in self._program.heirs[info.owner]:
                    found.setdefault(heir, set()).update(names)
        return {key: names for key, names in found.items() if names}

    def words(self, managed: frozenset[Buffer]) -> set[str]:
        """The attributes that lead to a managed buffer."""
        words = {attr for _, attr in managed} | self._owned(managed)
        words |= {self._program.functions[key].record.name for key in {*self._marks.requires, *self._entrusted}}
        words |= self._private_readers(words)
        return words | self._kept_readers(words) | self._getters | self._lenders

    def _private_readers(self, words: set[str]) -> set[str]:
        """The private methods of pools that come near a buffer, by themselves or through one another."""
        private = {
            info.record.name: info
            for key in self._pools
            for info in self._program.classes[key].methods.values()
            if info.record.name.startswith("_") and not info.record.name.startswith("__")
        }
        found: set[str] = set()
        while True:
            more = {n for n, info in private.items() if n not in found and attrs_of(info.record, words | found)}
            if not more:
                return found
            found |= more

    def _kept_readers(self, words: set[str]) -> set[str]:
        """The attributes in which pools keep functions that come near a buffer."""
        objects = (self._heap[oid] for oid in {oid for oids in self._pools.values() for oid in oids})
        return {
            name
            for thing in objects
            for name, value in thing.attrs.items()
            for part in parts(value)
            if isinstance(part, Func) and attrs_of(self._program.functions[part.key].record, words)
        }

    def followed(self, words: set[str]) -> frozenset[str]:
        """Functions worth entering: they name a buffer or wait, call one that does by name, or answer for a counter."""
        near = {
            info.key
            for info in self._program.having(words | self._protocol.wait_methods)
            if may_name(info.record, words) or may_call(info.record, self._protocol.wait_methods)
        }
        names = {name for key in near for name in names_of_calls(self._program, self._program.functions[key])}
        further = {i.key for i in self._program.having(names) if may_call(i.record, names)}
        return frozenset(near | further | self._answering_for_a_counter())

    def _answering_for_a_counter(self) -> set[str]:
        """Functions outside that may hand on a counter or say whether there is one, by themselves or through others."""
        found: set[str] = set()
        words: set[str] = set(self._protocol.counter_attrs)
        for _ in range(_GETTERS):
            near = (i for i in self._program.having(words) if i.owner not in self._pools and i.key not in found)
            answering = [i for i in near if _may_use(i.record, words) and answers_for(i.record, words)]
            found |= {info.key for info in answering}
            words = {info.record.name for info in answering}
        return found

    def callers(self, functions: list[FunctionInfo]) -> list[FunctionInfo]:
        """Who may call these: by name in its module, on an object of the class, or on any where few do or it waits.

        In a class akin to that of a method whoever names it may call it.
        """
        skipped = set(self._pools) | self.hosts
        keepers = frozenset(keeper for f in functions for keeper in self._program.keepers.of(f))
        sought = frozenset(k.name for k in keepers).union(*(names_of_calls(self._program, f) for f in functions))
        properties = {f.record.name for f in functions if is_property(f.record)}
        plain = [f for f in functions if f.owner is None]
        owners = {f.owner for f in functions if f.owner is not None} | {k.owner for k in keepers if k.owner is not None}
        kin = {heir for owner in owners for heir in self._program.heirs.get(owner, ())}
        kin |= {base for owner in owners for base in self._program.classes[owner].mro}
        near: list[FunctionInfo] = []
        far: dict[str, list[FunctionInfo]] = {}
        for info in self._program.having(sought):
            if info.outer is not None or info.owner in skipped:
                continue
            names = may_call(info.record, sought) | attrs_of(info.record, sought if info.owner in kin else properties)
            known = any(self._program.lookup(info.path, f.record.name) is f for f in plain if f.record.name in names)
            in_kin = info.owner in kin and (names or asks_by_name(info.record, sought))
            if known or in_kin or self._names_keeper(info, keepers):
                near.append(info)
            else:
                for name in names:
                    far.setdefault(name, []).append(info)
        waits = self._protocol.wait_methods
        few = [i for found in far.values() for i in found if len(found) <= _MAX_FAR or may_call(i.record, waits)]
        operating = (i for f in functions for i in users(self._program, f) if i.owner not in skipped)
        return list({f.key: f for f in [*near, *few, *operating]}.values())

    def _names_keeper(self, info: FunctionInfo, keepers: Iterable[Keeper]) -> bool:
        """Whether a function names a variable of a module that keeps another one."""
        variables = [keeper for keeper in keepers if keeper.owner is None]
        named = named_of(info.record, {keeper.name for keeper in variables}) if variables else ()
        return any(keeper.name in named and self._program.keepers.means(info.path, keeper) for keeper in variables)


def _may_use(record: r.Function, words: set[str]) -> bool:
    """Whether a function asks something for one of these, calls one, or names one for ``getattr``."""
    return may_name(record, words) or bool(may_call(record, words)) or can_quote(record, words)


def host_side(program: Program, protocol: Protocol) -> set[str]:
    """The classes that load, those that make them load or build them, and their kin: they order their own work."""
    owners = {load.owner for load in protocol.load_functions if load.owner is not None}
    classes = {key for owner in owners for key in program.heirs.get(owner, ())}
    hosts = {program.classes[key].name for key in classes}
    runners = loaders(program, protocol)
    engines = {program.classes[key].name for key in runners}
    classes |= {heir for owner in runners for heir in program.heirs.get(owner, ())}
    for info in program.having(hosts):
        record = info.record
        if info.owner is not None and (
            called_of(record, hosts) or (called_of(record, engines) and named_of(record, hosts))
        ):
            classes |= program.heirs.get(info.owner, set())
    bases = {base for key in classes for base in program.classes[key].mro[1:]}
    return classes | {heir for base in bases for heir in program.heirs.get(base, ())}


def parts_of(program: Program, classes: set[str]) -> set[str]:
    """Classes without bases that only these call by name, as far as texts show: they are made of them."""
    alone = {i.name: key for key, i in program.classes.items() if len(i.mro) == 1 and not i.external_bases}
    naming: dict[str, set[str | None]] = {}
    for info in program.having(alone):
        for name in may_call(info.record, alone.keys()):
            naming.setdefault(name, set()).add(info.owner)
    return {alone[name] for name, owners in naming.items() if owners <= classes | {alone[name]}}


def loaders(program: Program, protocol: Protocol) -> set[str]:
    """The classes whose methods make a host pool load."""
    return _callers(program, protocol.load_methods)


def producers(program: Program, protocol: Protocol) -> set[str]:
    """The host pools, and the classes whose methods make one load or register the counter of the loads."""
    owners = {load.owner for load in protocol.load_functions if load.owner is not None}
    hosts = {heir for owner in owners for heir in program.heirs.get(owner, ())}
    return hosts | _callers(program, protocol.load_methods | protocol.register_methods)


def _callers(program: Program, methods: frozenset[str]) -> set[str]:
    calling = (info.owner for info in program.having(methods) if called_of(info.record, methods))
    return {owner for owner in calling if owner is not None}
