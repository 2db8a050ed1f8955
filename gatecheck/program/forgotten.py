"""Pools that are forgotten where others are registered: their host side is built for the same counter.

A function that registers a counter, with all that it calls, is one assembly; so is one that calls it with what it
registers, where it does no more than that. A host pool built in an assembly loads into a device pool; what is told here
is one whose holder, by its class, is none of what the assembly registers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, called_of, walk_all
from gatecheck.program.holders import Holders, Owners, root_of
from gatecheck.program.link import ClassInfo
from gatecheck.program.makers import Makers, differ, together
from gatecheck.program.origins import passed
from gatecheck.program.registrations import Registrations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.holders import Dispatched
    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.makers import Known
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


class _Assembly(msgspec.Struct, frozen=True):
    """A function that registers with all that it calls, or one that calls it with what it registers.

    ``own`` is what is registered there, ``key`` the function that is meant.
    """

    key: str
    tree: dict[str, None]
    own: list[Registration]


class Forgotten:
    """Answers for one program."""

    def __init__(self, origins: Dispatched, protocol: Protocol, quiet_words: tuple[str, ...] = ()) -> None:
        self._program = origins.program
        self._protocol = protocol
        self._origins = origins
        self._makers = Makers(origins)
        self._owners = Owners(origins)
        self._holders = Holders(origins)
        self._registrations = Registrations(origins, protocol, quiet_words)

    def find(self) -> list[AssembledPool]:
        """Every pool that is loaded in an assembly, with whether its holder may be registered for it."""
        every = self._registrations.all()
        loads: dict[str, list[_Loaded]] = {}
        for loaded in self._loads():
            loads.setdefault(loaded.info.key, []).append(loaded)
        assemblies = self._assemblies(every, loads)
        # Another assembly registers for its own counter; whoever is none may register this one's.
        registering = {each.key for each in assemblies}
        free = [each for each in every if each.info.key not in registering]
        return [
            self._assembled(assembly, load, every, free)
            for assembly in assemblies
            for name in assembly.tree
            for load in loads.get(name, ())
        ]

    def _assembled(
        self, by: _Assembly, load: _Loaded, every: list[Registration], free: list[Registration]
    ) -> AssembledPool:
        """A pool that an assembly loads, ``free`` what may be registered for it elsewhere."""
        inside = (e for e in every if e.info.key in by.tree)
        outside = (e for e in free if e.info.key not in by.tree)
        covered = any(self._may_cover(e, load) for e in inside) or any(
            self._may_cover(e, load) and not self._is_of_another(e, by.own) for e in outside
        )
        place, built = (by.own[0].info.key, by.own[0].at), (load.info.key, load.at)
        return AssembledPool(place[0], place, load.host, built, load.holders[0].name, covered)

    def _assemblies(self, every: list[Registration], loads: dict[str, list[_Loaded]]) -> list[_Assembly]:
        """The functions that register and load, and those that load and hand to a function what that registers."""
        found: list[_Assembly] = []
        for key in {e.info.key: None for e in every if not e.for_draft}:
            own = [e for e in every if e.info.key == key and not e.for_draft]
            info = own[0].info
            makers = [info]
            if loads.keys().isdisjoint(self._registrations.tree(info)) and all(map(_is_handed_in, own)):
                makers = self._origins.callers(info)
            made = (_Assembly(maker.key, self._registrations.tree(maker), own) for maker in makers)
            found += [each for each in made if key in each.tree and not loads.keys().isdisjoint(each.tree)]
        return found

    def _is_of_another(self, registration: Registration, own: list[Registration]) -> bool:
        """Whether it registers another counter than an assembly itself does, as far as is known of both."""
        if differ(together(self._counters(e) for e in own), self._counters(registration)):
            return True
        return all(self._owners.differ(e.counter, e.info, registration.counter, registration.info) for e in own)

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
                    is_target = device is not None and not self._registrations.says_draft(device)
                    holders = tuple(self._holders.of(device, info)) if device is not None and is_target else ()
                    if holders and all(self._can_register(cls) for cls in holders):
                        yield _Loaded(info, node.at, called_name(node), holders)

    def _device_pool(self, node: r.Call, info: FunctionInfo) -> r.Expr | None:
        """What a host pool is built for: what its constructor asks for first, wherever that stands in the call."""
        cls = self._program.class_of(info.path, node.func)
        init = self._program.method(cls.key, "__init__") if cls is not None else None
        if init is not None and len(init.record.params) > 1:
            return next(iter(passed(init, node, init.record.params[1].name)), None)
        return node.args[0].value if node.args and node.args[0].name is None else None

    def _can_register(self, cls: ClassInfo) -> bool:
        heirs = self._program.heirs.get(cls.key, set())
        return any(self._program.method(h, n) for h in heirs for n in self._protocol.register_methods)

    def _may_cover(self, registration: Registration, load: _Loaded) -> bool:
        """Whether what is registered can be the holder, or is not known."""
        if not registration.classes:
            return not registration.for_draft
        return any(
            self._program.is_a(key, holder.key) or self._program.is_a(holder.key, key)
            for key in registration.classes
            for holder in load.holders
        )


def _is_handed_in(registration: Registration) -> bool:
    """Whether a function is given the counter and what it registers that with, or whoever has them."""
    info = registration.info
    given = {param.name for param in info.record.params[0 if info.owner is None else 1 :]}
    counter = registration.counter
    return counter is not None and given.issuperset({root_of(counter), root_of(registration.pool)})
