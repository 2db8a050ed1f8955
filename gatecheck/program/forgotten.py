"""Pools that are forgotten where others are registered: their host side is built for the same counter.

A function that registers a counter, with all that it calls, is one assembly. A host pool built in it loads into a
device pool; what is told here is one whose holder, by its class, is none of what the assembly registers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk_all
from gatecheck.program.link import ClassInfo
from gatecheck.program.makers import Makers, differ, together
from gatecheck.program.origins import passed
from gatecheck.program.registrations import Registrations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.makers import Known
    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol
    from gatecheck.program.registrations import Registration
    from gatecheck.program.ways import Place


class AssembledPool(msgspec.Struct, frozen=True):
    """A host pool of class ``host``, built at ``built`` for what an object of class ``holder`` holds.

    ``assembly`` is the function that registers pools, the first of them at ``place``; ``covered`` says whether one of
    them, or one that somebody else registers for it, may be the holder.
    """

    assembly: str
    place: Place
    host: str
    built: Place
    holder: str
    covered: bool


class _Loaded(msgspec.Struct, frozen=True):
    """A host pool that a function builds, and the classes of whoever holds the pool that it is built for."""

    info: FunctionInfo
    at: int
    host: str
    holders: tuple[ClassInfo, ...]


class Forgotten:
    """Answers for one program."""

    def __init__(self, origins: Origins, protocol: Protocol) -> None:
        self._program = origins.program
        self._protocol = protocol
        self._origins = origins
        self._makers = Makers(origins)
        self._registrations = Registrations(origins, protocol)

    def find(self) -> list[AssembledPool]:
        """Every pool that is loaded in an assembly, with whether its holder may be registered for it."""
        every = self._registrations.all()
        loads: dict[str, list[_Loaded]] = {}
        for loaded in self._loads():
            loads.setdefault(loaded.info.key, []).append(loaded)
        trees = {found.info.key: self._registrations.tree(found.info) for found in every}
        assemblies = {key: tree for key, tree in trees.items() if not loads.keys().isdisjoint(tree)}
        found = []
        for key, tree in assemblies.items():
            # Another assembly registers for its own counter; whoever is none may register this one's.
            own = [e for e in every if e.info.key == key]
            inside = [e for e in every if e.info.key in tree]
            outside = [e for e in every if e.info.key not in tree and e.info.key not in assemblies]
            for load in (each for name in tree for each in loads.get(name, ())):
                covered = any(self._may_cover(e, load) for e in inside) or any(
                    self._may_cover(e, load) and not self._is_of_another(e, own) for e in outside
                )
                place, built = (key, own[0].at), (load.info.key, load.at)
                found.append(AssembledPool(key, place, load.host, built, load.holders[0].name, covered))
        return found

    def _is_of_another(self, registration: Registration, own: list[Registration]) -> bool:
        """Whether it registers another counter than an assembly itself does, as far as is known of both."""
        return differ(together(self._counters(e) for e in own), self._counters(registration))

    def _counters(self, registration: Registration) -> Known:
        counter = registration.counter
        return self._makers.of(counter, registration.info) if counter is not None else None

    def _loads(self) -> Iterator[_Loaded]:
        loading = self._protocol.load_methods
        hosts = {
            info.name
            for info in self._program.classes.values()
            if any(self._program.method(info.key, n) for n in loading)
        }
        for info in self._program.having(hosts):
            for node in walk_all(info.record.body) if called_of(info.record, hosts) else ():
                if isinstance(node, r.Call) and called_name(node) in hosts:
                    device = self._device_pool(node, info)
                    holders = self._holders(device, info) if device is not None else ()
                    if holders:
                        yield _Loaded(info, node.at, called_name(node), holders)

    def _device_pool(self, node: r.Call, info: FunctionInfo) -> r.Expr | None:
        """What a host pool is built for: what its constructor asks for first, wherever that stands in the call."""
        cls = self._program.class_of(info.path, node.func)
        init = self._program.method(cls.key, "__init__") if cls is not None else None
        if init is not None and len(init.record.params) > 1:
            return next(iter(passed(init, node, init.record.params[1].name)), None)
        return node.args[0].value if node.args and node.args[0].name is None else None

    def _holders(self, device: r.Expr, info: FunctionInfo) -> tuple[ClassInfo, ...]:
        """The classes of the object that a device pool is taken from, where it can be given a counter."""
        given = self._origins.of(device, info) if isinstance(device, r.Name) else [(device, info)]
        found = [
            cls
            for value, owner in given
            if isinstance(value, r.Attr) and isinstance(value.value, r.Attr)
            for cls in self._origins.classes(value.value, owner)
        ]
        return tuple(found) if found and all(self._can_register(cls) for cls in found) else ()

    def _can_register(self, cls: ClassInfo) -> bool:
        heirs = self._program.heirs.get(cls.key, set())
        return any(self._program.method(h, n) for h in heirs for n in self._protocol.register_methods)

    def _may_cover(self, registration: Registration, load: _Loaded) -> bool:
        """Whether what is registered can be the holder, or is not known."""
        return not registration.classes or any(
            self._program.is_a(key, holder.key) or self._program.is_a(holder.key, key)
            for key in registration.classes
            for holder in load.holders
        )
