"""Counters that classes make for their own objects: whether a pool can get one, and whether anybody selects on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, own_name, walk_all
from gatecheck.program.reaching import reaching
from gatecheck.program.ways import Place, Ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol


class MadeCounter(msgspec.Struct, frozen=True):
    """A counter that a class makes and keeps in an attribute.

    ``builder`` is the key of the class, ``place`` where the counter is made, ``counter`` the name of its class.
    ``keepers`` are the names of the classes that are built in this tree with a counter that nobody can register.
    """

    builder: str
    place: Place
    counter: str
    keepers: tuple[str, ...]


class IdleCounter(msgspec.Struct, frozen=True):
    """A counter that can be selected on, and the classes of the objects that make one on which nobody ever does.

    ``kept`` are the places where it is handed on and kept.
    """

    builder: str
    place: Place
    counter: str
    keepers: tuple[str, ...]
    kept: tuple[Place, ...]


class _Making(msgspec.Struct, frozen=True):
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
        self._makings = tuple(self._find_makings())

    def made(self) -> list[MadeCounter]:
        """Every counter that a class makes, with the classes of whose objects no pool can get it."""
        # Whoever waits on the counter by itself needs no pool to do so.
        waits, registers = self._protocol.wait_methods, self._protocol.register_methods
        found = ((m, Ways(self._origins, m.cls, waits, registers)) for m in self._makings)
        return [MadeCounter(m.owner, m.place, m.cls.name, self._keepers(m, ways)) for m, ways in found]

    def idle(self) -> list[IdleCounter]:
        """Every counter that can be selected on, with the classes of whose objects nobody does.

        None where consumers are selected on what pools have been given: any counter may be there.
        """
        said = self._protocol
        on_pools = said.register_methods | said.counter_attrs
        if said.arm_attrs & said.counter_attrs:
            return []
        found = []
        for making in self._makings:
            if any(self._program.method(making.cls.key, name) for name in said.arm_methods):
                ways = Ways(self._origins, making.cls, said.arm_methods, frozenset(), on_pools)
                keepers = self._keepers(making, ways)
                found.append(IdleCounter(making.owner, making.place, making.cls.name, keepers, tuple(ways.stores)))
        return found

    def _keepers(self, making: _Making, ways: Ways) -> tuple[str, ...]:
        """The classes that are built here and whose counter has none of these ways to go."""
        if any(ways.from_name(name, making.info) for name in making.names):
            return ()
        heirs = (self._program.classes[key] for key in sorted(self._program.heirs.get(making.owner, ())))
        built = (heir for heir in heirs if self._is_built(heir) and not ways.is_open(heir))
        return tuple(heir.name for heir in built if not ways.from_attribute(making.attr, heir))

    def _is_built(self, cls: ClassInfo) -> bool:
        return any(called_of(info.record, {cls.name}) for info in self._program.having({cls.name}))

    # -- where they are made -----------------------------------------------------------------------------------------

    def _find_makings(self) -> Iterator[_Making]:
        kinds = {info.name for info in self._program.classes.values() if self._is_counter(info)}
        for info in self._program.having(kinds):
            if info.owner is not None and called_of(info.record, kinds) and not self._is_pool(info.owner):
                for node in walk_all(info.record.body):
                    if isinstance(node, r.Assign) and node.value is not None:
                        yield from self._making(info, info.owner, node, node.value)

    def _making(self, info: FunctionInfo, owner: str, node: r.Assign, value: r.Expr) -> Iterator[_Making]:
        attrs = [t.name for t in node.targets if isinstance(t, r.Attr) and _is_own(t, info)]
        names = tuple(t.id for t in (*node.targets, *_written(value)) if isinstance(t, r.Name))
        for attr in attrs:
            for place, cls in self._made(value, info):
                yield _Making(info, owner, attr, place, cls, names)

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
        return any(self._program.method(key, name) for name in self._protocol.register_methods)


def _written(value: r.Expr) -> tuple[r.Expr, ...]:
    """The values that one can be, as they are written."""
    return (value.then, value.orelse) if isinstance(value, r.Cond) else (value,)


def _is_own(target: r.Attr, info: FunctionInfo) -> bool:
    return isinstance(target.value, r.Name) and target.value.id == own_name(info.record)
