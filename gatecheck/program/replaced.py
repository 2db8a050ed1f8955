"""Counters that a constructor replaces after its base has registered the one before: who gives pools the new one?

A pool that the base registered waits on a counter of which nobody records events any more. Whoever takes the new
counter to other pools has to take it to that one, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import (
    as_attribute,
    called_name,
    called_of,
    is_name,
    own_attribute,
    parents_of,
    walk,
    walk_all,
)
from gatecheck.program.origins import passed
from gatecheck.program.registrations import Registrations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins
    from gatecheck.program.protocol import Protocol
    from gatecheck.program.registrations import Registration
    from gatecheck.program.ways import Place


class ReplacedCounter(msgspec.Struct, frozen=True):
    """A counter that the constructor of ``keeper`` makes at ``made``, in place of the one ``registered`` by its base.

    ``assembly`` is a function that registers the new one, first at ``place``; ``covered`` says whether it, or one that
    it calls or is called by, may do so with what the base had registered, an object of class ``pool``.
    """

    assembly: str
    place: Place
    keeper: str
    made: Place
    registered: Place
    pool: str
    covered: bool


class _Change(msgspec.Struct, frozen=True):
    """Where a class replaces the counter in ``attr``, what its base had registered, and what that depends on."""

    cls: ClassInfo
    init: FunctionInfo
    attr: str
    at: int
    before: Registration
    needs: frozenset[str]


class Replaced:
    """Answers for one program."""

    def __init__(self, origins: Origins, protocol: Protocol, quiet_words: tuple[str, ...] = ()) -> None:
        self._program = origins.program
        self._origins = origins
        self._registrations = Registrations(origins, protocol, quiet_words)
        self._every: list[Registration] = []
        self._trees: dict[str, dict[str, None]] = {}

    def find(self) -> list[ReplacedCounter]:
        """For each counter that is replaced, every function that registers the new one."""
        self._every = self._registrations.all()
        return [found for change in self._changes() for found in self._of_change(change)]

    def _of_change(self, change: _Change) -> Iterator[ReplacedCounter]:
        every = (e for e in self._every if not e.for_draft)
        mine = [e for e in every if e.info.owner not in change.cls.mro and self._is_of(e, change)]
        for key in dict.fromkeys(e.info.key for e in mine):
            own = [e for e in mine if e.info.key == key]
            if self._is_replaced_for(own[0].info, change):
                yield ReplacedCounter(
                    assembly=key,
                    place=(key, own[0].at),
                    keeper=change.cls.name,
                    made=(change.init.key, change.at),
                    registered=(change.before.info.key, change.before.at),
                    pool=self._program.classes[change.before.classes[0]].name,
                    covered=any(self._is_near(e, own[0]) and self._may_cover(e, change) for e in self._every),
                )

    # -- where a counter is replaced -----------------------------------------------------------------------------------

    def _changes(self) -> Iterator[_Change]:
        registering = [e for e in self._every if e.info.record.name == "__init__" and e.classes]
        for before in registering:
            attr = _kept_in(before)
            for key in sorted(self._program.heirs.get(before.info.owner or "", ())) if attr is not None else ():
                init = self._program.classes[key].methods.get("__init__")
                if init is not None and attr is not None and init is not before.info:
                    yield from self._changed_by(self._program.classes[key], init, attr, before)

    def _changed_by(self, cls: ClassInfo, init: FunctionInfo, attr: str, before: Registration) -> Iterator[_Change]:
        """Where a constructor makes another counter behind the call of the base's."""
        if self._program.method(cls.key, "__init__", cls.key) is not before.info:
            return
        nodes = tuple(walk_all(init.record.body))
        behind = [node.at for node in nodes if isinstance(node, r.Call) and _is_super(node)]
        made = [
            (node, node.value.at)
            for node in nodes
            if isinstance(node, r.Assign) and isinstance(node.value, r.Call)
            if any(_is_own(target, attr, init) for target in node.targets)
        ]
        for node, at in made:
            if behind and at > behind[0]:
                yield _Change(cls, init, attr, at, before, _asked_for(node, init))

    def _is_replaced_for(self, info: FunctionInfo, change: _Change) -> bool:
        """Whether an object that a function deals with is built with what its counter is replaced for."""
        near = self._calls_in(self._tree(info), change) or self._calls_in(None, change)
        return not change.needs or any(all(passed(change.init, c, name) for name in change.needs) for c in near)

    def _calls_in(self, keys: dict[str, None] | None, change: _Change) -> list[r.Call]:
        names = {change.cls.name}
        infos = (i for i in self._program.having(names) if keys is None or i.key in keys)
        nodes = (node for info in infos if called_of(info.record, names) for node in walk_all(info.record.body))
        return [node for node in nodes if isinstance(node, r.Call) and called_name(node) in names]

    # -- who registers it ----------------------------------------------------------------------------------------------

    def _is_of(self, registration: Registration, change: _Change) -> bool:
        """Whether it certainly registers the counter of an object of the class."""
        kept = as_attribute(registration.counter) if registration.counter is not None else None
        if not isinstance(kept, r.Attr) or kept.name != change.attr:
            return False
        owners = self._origins.classes(kept.value, registration.info)
        return bool(owners) and all(self._program.is_a(cls.key, change.cls.key) for cls in owners)

    def _is_near(self, registration: Registration, own: Registration) -> bool:
        """Whether one function calls the other, or both are one."""
        here, there = registration.info, own.info
        return here.key in self._tree(there) or there.key in self._tree(here)

    def _may_cover(self, registration: Registration, change: _Change) -> bool:
        """Whether what is registered can be what the base had registered, or is not known."""
        if registration.info is change.before.info or registration.for_draft:
            return False
        return not registration.classes or any(
            self._program.is_a(key, known) or self._program.is_a(known, key)
            for key in registration.classes
            for known in change.before.classes
        )

    def _tree(self, info: FunctionInfo) -> dict[str, None]:
        if info.key not in self._trees:
            self._trees[info.key] = self._registrations.tree(info)
        return self._trees[info.key]


def _kept_in(registration: Registration) -> str | None:
    """The attribute of the own object that holds the counter which is registered."""
    return own_attribute(registration.counter, registration.info.record)


def _is_own(target: r.Expr, attr: str, info: FunctionInfo) -> bool:
    return own_attribute(target, info.record) == attr


def _is_super(node: r.Call) -> bool:
    func = node.func
    return (
        isinstance(func, r.Attr)
        and func.name == "__init__"
        and isinstance(func.value, r.Call)
        and is_name(func.value.func, "super")
    )


def _asked_for(node: msgspec.Struct, init: FunctionInfo) -> frozenset[str]:
    """The optional parameters that the tests around a statement ask for."""
    parents = parents_of(init.record)
    optional = {p.name for p in init.record.params if p.default == r.Const(None)}
    found: set[str] = set()
    parent = parents.get(id(node))
    while parent is not None:
        if isinstance(parent, r.If):
            found |= {n.id for n in walk(parent.test) if isinstance(n, r.Name)} & optional
        parent = parents.get(id(parent))
    return frozenset(found)
