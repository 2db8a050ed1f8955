"""Counters that classes make for their own objects: whether a pool can get one, and whether anybody selects on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, called_name, called_of, is_name, own_attribute, walk, walk_all
from gatecheck.program.confined import Confined
from gatecheck.program.opening import is_open
from gatecheck.program.reaching import reaching
from gatecheck.program.takers import Takers
from gatecheck.program.ways import Goal, Place, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol


class MadeCounter(msgspec.Struct, frozen=True):
    """A counter that a class makes and keeps in an attribute.

    ``builder`` is the key of the class, ``place`` where the counter is made, ``counter`` the name of its class.
    ``keepers`` are the names of the classes that are built in this tree with a counter that nobody can register;
    ``built`` the places where those are that stay there, ``untaken`` where a method that nobody calls would hand it on,
    ``partly`` where it is registered for one of several pools that the object may load, and is not without that,
    ``taken`` where somebody takes it who registers it with none.
    """

    builder: str
    place: Place
    counter: str
    keepers: tuple[str, ...]
    built: tuple[Place, ...] = ()
    untaken: tuple[Place, ...] = ()
    partly: tuple[Place, ...] = ()
    taken: tuple[Place, ...] = ()


class IdleCounter(msgspec.Struct, frozen=True):
    """A counter that can be selected on, and the classes of the objects that make one on which nobody ever does.

    ``kept`` are the places where it is handed on and kept, ``alone`` those of the classes that register it themselves
    and keep it from everybody else, where workers in sight select on others.
    """

    builder: str
    place: Place
    counter: str
    keepers: tuple[str, ...]
    kept: tuple[Place, ...]
    alone: tuple[str, ...] = ()


class Making(msgspec.Struct, frozen=True):
    """Where a method keeps a new counter in ``attr`` of its own object; ``names`` stand for the same one there."""

    info: FunctionInfo
    owner: str
    attr: str
    place: Place
    cls: ClassInfo
    names: tuple[str, ...]


class Counters:
    """Answers for one program."""

    def __init__(self, origins: Origins, protocol: Protocol) -> None:
        self._origins = origins
        self._program = origins.program
        self._protocol = protocol
        self._confined = Confined(self._program)
        self._takers = Takers(origins)
        # Every counter that a class makes for its own objects.
        self.makings = tuple(self._find_makings())

    def made(self) -> list[MadeCounter]:
        """Every counter that a class makes, with the classes of whose objects no pool can get it."""
        return [self._made_by(making) for making in self.makings]

    def _made_by(self, making: Making) -> MadeCounter:
        ways = self._ways_to_pools(making)
        keepers = self._keepers(making, ways, partly=True)
        taken = self._takers.of(making.attr, keepers, ways) if ways.partly else ()
        # What is registered where something is there counts, unless there are others and somebody selects for them.
        if ways.partly and not (taken and all(self._has_several(k, ways.partly) for k in keepers)):
            keepers = ()
        kept = [self._confined.kept(keeper) for keeper in keepers]
        built = tuple(place for each in kept if each is not None for place in each.made)
        names = tuple(keeper.name for keeper in keepers)
        said = (built, tuple(ways.untaken), tuple(ways.partly), taken)
        return MadeCounter(making.owner, making.place, making.cls.name, names, *said)

    def _has_several(self, keeper: ClassInfo, partly: dict[Place, str]) -> bool:
        """Whether a class goes through the one collection that decides on what is registered."""
        held = set(partly.values())
        methods = (m for key in keeper.mro for m in self._program.classes[key].methods.values())
        return len(partly) == 1 and any(_goes_through(method.record, held) for method in methods)

    def _ways_to_pools(self, making: Making) -> Ways:
        # Whoever waits on the counter by itself needs no pool to do so.
        goal = Goal(self._protocol.wait_methods, self._protocol.register_methods)
        return Ways(self._origins, self._confined, making.cls, goal)

    def idle(self) -> list[IdleCounter]:
        """Every counter that can be selected on, with the classes of whose objects nobody does.

        None where consumers are selected on what pools have been given: any counter may be there.
        """
        said = self._protocol
        on_pools = said.register_methods | said.counter_attrs
        if said.arm_attrs & said.counter_attrs:
            return []
        goal = Goal(said.arm_methods, ends=on_pools)
        able = (m for m in self.makings if any(self._program.method(m.cls.key, name) for name in said.arm_methods))
        return [self._idle_of(m, Ways(self._origins, self._confined, m.cls, goal)) for m in able]

    def _idle_of(self, making: Making, ways: Ways) -> IdleCounter:
        keepers = self._keepers(making, ways)
        alone = tuple(keeper.name for keeper in keepers if self._is_alone(making, keeper))
        names = tuple(keeper.name for keeper in keepers)
        return IdleCounter(making.owner, making.place, making.cls.name, names, tuple(ways.stores), alone)

    def _is_alone(self, making: Making, keeper: ClassInfo) -> bool:
        """Whether a class registers its counter and keeps it to itself, in a tree that holds those who would select."""
        if self._confined.kept(keeper) is None or not (self._needs_selecting(making.cls) and self._workers_select()):
            return False
        ways = self._ways_to_pools(making)
        return ways.from_attribute(making.attr, keeper) or bool(ways.partly)

    def _needs_selecting(self, counter: ClassInfo) -> bool:
        """Whether a wait asks for what selecting a consumer sets."""
        waits = (self._program.method(counter.key, name) for name in self._protocol.wait_methods)
        return any(wait is not None and attrs_of(wait.record, self._protocol.armed_attrs) for wait in waits)

    def _workers_select(self) -> bool:
        """Whether anybody selects on a counter that somebody else made."""
        arms = self._protocol.arm_methods
        makers = {making.owner for making in self.makings}
        selecting = (info for info in self._program.having(arms) if called_of(info.record, arms))
        return any(info.owner is not None and info.owner not in makers for info in selecting)

    def _keepers(self, making: Making, ways: Ways, *, partly: bool = False) -> tuple[ClassInfo, ...]:
        """The classes that are built here and whose counter has none of these ways to go, but perhaps some in part."""
        if any(ways.from_name(name, making.info) for name in making.names):
            return ()
        heirs = (self._program.classes[key] for key in sorted(self._program.heirs.get(making.owner, ())))
        closed = (heir for heir in heirs if not is_open(self._program, heir) and (partly or self._is_built(heir)))
        found = (heir for heir in closed if not ways.from_attribute(making.attr, heir))
        # A file that is not looked into may build one where nothing here does.
        return tuple(h for h in found if self._is_built(h) or (ways.partly and self._is_left_out(h.name, making)))

    def _is_left_out(self, name: str, making: Making) -> bool:
        """Whether a file that is not looked into names a class, and none of those the counter that it makes."""
        is_named = self._program.is_named_elsewhere
        return is_named(frozenset({name})) and not is_named(frozenset({making.attr}))

    def _is_built(self, cls: ClassInfo) -> bool:
        infos = self._program.having({cls.name})
        return any(called_of(info.record, {cls.name} | _names_for(cls.name, info)) for info in infos)

    # -- where they are made -----------------------------------------------------------------------------------------

    def _find_makings(self) -> Iterator[Making]:
        kinds = {info.name for info in self._program.classes.values() if self._is_counter(info)}
        for info in self._program.having(kinds):
            if info.owner is not None and called_of(info.record, kinds) and not self._is_pool(info.owner):
                for node in walk_all(info.record.body):
                    if isinstance(node, r.Assign) and node.value is not None:
                        yield from self._making(info, info.owner, node, node.value)

    def _making(self, info: FunctionInfo, owner: str, node: r.Assign, value: r.Expr) -> Iterator[Making]:
        attrs = [t.name for t in node.targets if isinstance(t, r.Attr) and _is_own(t, info)]
        names = tuple(t.id for t in (*node.targets, *_written(value)) if isinstance(t, r.Name))
        for attr in attrs:
            for place, cls in self._made(value, info):
                yield Making(info, owner, attr, place, cls, names)

    def _made(self, value: r.Expr, info: FunctionInfo) -> Iterator[tuple[Place, ClassInfo]]:
        ways = [
            v for way in _written(value) for v in (reaching(info.record, way) if isinstance(way, r.Name) else (way,))
        ]
        for way in ways:
            cls = self._program.class_of(info.path, way.func) if isinstance(way, r.Call) else None
            if isinstance(way, r.Call) and cls is not None and self._is_counter(cls):
                yield (info.key, way.at), cls

    def _is_counter(self, info: ClassInfo) -> bool:
        """Whether objects of a class can be waited for, and are none that are given a counter themselves."""
        waits = any(self._program.method(info.key, name) for name in self._protocol.wait_methods)
        return waits and not self._is_pool(info.key)

    def _is_pool(self, key: str) -> bool:
        registers = self._protocol.register_methods
        found = (self._program.method(key, name) for name in registers)
        return any(method is not None and not _registers_with(method.record, registers) for method in found)


def _written(value: r.Expr) -> tuple[r.Expr, ...]:
    """The values that one can be, as they are written."""
    return (value.then, value.orelse) if isinstance(value, r.Cond) else (value,)


def _registers_with(record: r.Function, registers: frozenset[str]) -> bool:
    """Whether a method is given a pool to register a counter with, and is no registration of its own object."""
    given = {param.name for param in record.params[1:]}
    return any(_is_told(node, registers, given) for node in walk_all(record.body))


def _is_told(node: msgspec.Struct, registers: frozenset[str], given: set[str]) -> bool:
    """Whether a call registers with one of these variables, or asks whether it can be registered with."""
    if not isinstance(node, r.Call):
        return False
    if isinstance(node.func, r.Attr):
        return node.func.name in registers and isinstance(node.func.value, r.Name) and node.func.value.id in given
    asks = called_name(node) in {"hasattr", "getattr"} and len(node.args) > 1
    whom, what = (node.args[0].value, node.args[1].value) if asks else (None, None)
    is_given = isinstance(whom, r.Name) and whom.id in given
    return is_given and isinstance(what, r.Const) and what.value in registers


def _names_for(cls: str, info: FunctionInfo) -> set[str]:
    """The variables that a function gives a class to."""
    return {
        target.id
        for node in walk_all(info.record.body)
        if isinstance(node, r.Assign) and node.value is not None and is_name(node.value, cls)
        for target in node.targets
        if isinstance(target, r.Name)
    }


def _goes_through(record: r.Function, attrs: set[str]) -> bool:
    """Whether a method loops over such an attribute of its own object, or over what is in it."""
    if not attrs_of(record, attrs):
        return False
    loops = (node for node in walk_all(record.body) if isinstance(node, (r.For, r.Gen)))
    nodes = (each for loop in loops for each in walk(loop.iter))
    return any(own_attribute(node, record) in attrs for node in nodes)


def _is_own(target: r.Attr, info: FunctionInfo) -> bool:
    return own_attribute(target, info.record) is not None
