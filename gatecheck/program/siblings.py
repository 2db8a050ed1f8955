"""Classes of one kind that make a counter each: what one of them registers its own with, and another forgets.

Both are given the same, and the same function makes of that what they load. The one that forgets does not speak of the
pool at all, nor of what its sibling looks for before it registers: it has no reason of its own.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, last_name, own_attribute, own_name, parents_of, walk, walk_all
from gatecheck.program.holders import Owners, root_of
from gatecheck.program.registrations import Registrations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.counters import Making
    from gatecheck.program.link import FunctionInfo
    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol
    from gatecheck.program.registrations import Registration
    from gatecheck.program.ways import Place


class UnlikeMaker(msgspec.Struct, frozen=True):
    """A class that makes a counter at ``place`` and never gives it to the pool that ``sibling`` registers its own with.

    ``builder`` is the key of the class, ``pool`` the name of the pool's class, ``registered`` where the sibling does.
    """

    builder: str
    place: Place
    counter: str
    pool: str
    sibling: str
    registered: Place


class Siblings:
    """Answers for one program."""

    def __init__(self, origins: Origins, protocol: Protocol, quiet_words: tuple[str, ...] = ()) -> None:
        self._origins = origins
        self._program = origins.program
        self._owners = Owners(origins)
        self._registrations = Registrations(origins, protocol, quiet_words)

    def find(self, makings: Iterable[Making]) -> list[UnlikeMaker]:
        """Every maker that leaves out what one of its kind does not."""
        pairs = [(one, other) for one, other in permutations(makings, 2) if self._are_alike(one, other)]
        every = self._registrations.all() if pairs else []
        return [
            self._unlike(each, one, other)
            for one, other in pairs
            for each in every
            if self._is_left_out(each, one, other) and not any(self._may_cover(e, each, other) for e in every)
        ]

    def _unlike(self, registration: Registration, one: Making, other: Making) -> UnlikeMaker:
        pool, sibling = self._program.classes[registration.classes[0]], self._program.classes[one.owner]
        made, registered = (other.owner, other.place, other.cls.name), (registration.info.key, registration.at)
        return UnlikeMaker(*made, pool.name, sibling.name, registered)

    def _are_alike(self, one: Making, other: Making) -> bool:
        """Whether two classes of one kind, neither of which is the other, make their counters in the same way."""
        mine, yours = (self._program.classes[m.owner].mro for m in (one, other))
        kin = one.owner in yours or other.owner in mine or set(mine).isdisjoint(yours)
        return not kin and (one.attr, one.info.record.name) == (other.attr, other.info.record.name)

    def _is_left_out(self, registration: Registration, one: Making, other: Making) -> bool:
        """Whether one registers its counter with what both are given, of which the other does not speak."""
        param = root_of(registration.pool)
        if registration.info is not one.info or not registration.classes or not _is_own(registration, one):
            return False
        if param == own_name(one.info.record) or not self._give_both(param, one.info, other.info):
            return False
        said = {last_name(registration.pool), *_asked_for(registration)}
        infos = (self._program.classes[key] for key in self._program.classes[other.owner].mro)
        return not any(_speaks_of(m.record, said) for info in infos for m in info.methods.values())

    def _give_both(self, param: str, one: FunctionInfo, other: FunctionInfo) -> bool:
        """Whether two functions hand a parameter of this name to the same function."""
        return not self._given(param, one).isdisjoint(self._given(param, other))

    def _given(self, param: str, info: FunctionInfo) -> set[str]:
        if all(p.name != param for p in info.record.params):
            return set()
        calls = (node for node in walk_all(info.record.body) if isinstance(node, r.Call))
        taking = (n for n in calls if any(isinstance(a.value, r.Name) and a.value.id == param for a in n.args))
        callees = (self._origins.callee(info, node) for node in taking)
        return {callee.key for callee in callees if callee is not None and callee.owner is None}

    def _may_cover(self, registration: Registration, left: Registration, other: Making) -> bool:
        """Whether it may register the other's counter with a pool of this kind."""
        akin = not registration.classes or any(
            self._program.is_a(a, b) or self._program.is_a(b, a) for a in registration.classes for b in left.classes
        )
        counter = r.Attr(r.Name(own_name(other.info.record), -1), other.attr, -1)
        return akin and not self._owners.differ(registration.counter, registration.info, counter, other.info)


def _is_own(registration: Registration, making: Making) -> bool:
    return own_attribute(registration.counter, making.info.record) == making.attr


def _speaks_of(record: r.Function, attrs: set[str]) -> bool:
    """Whether a method names one of these, but to do nothing."""
    if not attrs_of(record, attrs):
        return False
    nodes = tuple(walk_all(record.body))
    idle = {id(n) for each in nodes if isinstance(each, r.If) and not (each.body or each.orelse) for n in walk(each)}
    return any(isinstance(n, r.Attr) and n.name in attrs and id(n) not in idle for n in nodes)


def _asked_for(registration: Registration) -> Iterator[str]:
    """What the tests around a registration ask for, by the last name of what they look for in a collection."""
    parents = parents_of(registration.info.record)
    calls = (n for n in walk_all(registration.info.record.body) if isinstance(n, r.Call) and n.at == registration.at)
    parent: msgspec.Struct | None = next(calls, None)
    while parent is not None:
        if isinstance(parent, r.If):
            tests = (node for node in walk(parent.test) if isinstance(node, r.Compare))
            yield from (last_name(test.left) for test in tests if last_name(test.left))
        parent = parents.get(id(parent))
