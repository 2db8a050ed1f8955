"""The objects that pools are made of, as their constructors leave them."""

from __future__ import annotations

import msgspec

from gatecheck.flow.values import Instance, Value, parts

_RECORDS = 1


class HeapObject(msgspec.Struct):
    """One abstract object: all objects made at one site by one maker are one.

    ``parent`` is the object and the attribute that it was first stored in; ``handed_in`` marks an object that a
    constructor got as an argument and that some other object owns; ``root`` marks one that nobody owns. ``resets`` are
    the places where its constructor takes back a counter that it had been given.
    """

    oid: int
    cls: str
    attrs: dict[str, Value]
    site: tuple[str, int]
    parent: tuple[int, str] | None = None
    handed_in: bool = False
    root: bool = False
    resets: dict[str, tuple[str, int]] = msgspec.field(default_factory=dict)


class Heap:
    """All objects of a run, by number and by allocation site."""

    def __init__(self) -> None:
        self.objects: list[HeapObject] = []
        self._by_site: dict[object, int] = {}

    def __getitem__(self, oid: int) -> HeapObject:
        return self.objects[oid]

    def allocate(self, cls: str, site: tuple[str, int], context: object) -> HeapObject:
        """The object that this site makes in this context; the same one each time."""
        key = (cls, site, context)
        oid = self._by_site.get(key)
        if oid is None:
            oid = len(self.objects)
            self._by_site[key] = oid
            self.objects.append(HeapObject(oid, cls, {}, site))
        return self.objects[oid]

    def mark(self) -> tuple[tuple[int, str] | None, ...]:
        """How the heap is now: which objects there are, and what each was first stored in."""
        return tuple(thing.parent for thing in self.objects)

    def forget(self, mark: tuple[tuple[int, str] | None, ...]) -> None:
        """Take back every object that was made since then: what made it was only run to see what it does to others."""
        del self.objects[len(mark) :]
        self._by_site = {key: oid for key, oid in self._by_site.items() if oid < len(mark)}
        for thing, parent in zip(self.objects, mark, strict=True):
            thing.parent = parent

    def owner_chain(self, oid: int) -> list[tuple[int, str]]:
        """The owners of an object, nearest first, each with the attribute that holds the way down."""
        chain: list[tuple[int, str]] = []
        seen = {oid}
        parent = self.objects[oid].parent
        while parent is not None and parent[0] not in seen:
            chain.append(parent)
            seen.add(parent[0])
            parent = self.objects[parent[0]].parent
        return chain

    def ways_to(self, oid: int, owners: list[tuple[int, str]]) -> set[str]:
        """The attributes of its owners through which an object is found, also by way of something that holds it."""
        found: set[str] = set()
        inner = {oid}
        for owner, name in owners:
            held = self.objects[owner].attrs.items()
            found |= {name, *(n for n, value in held if self._leads_to(value, inner, owner, _RECORDS))}
            inner.add(owner)
        return found

    def _leads_to(self, value: Value, inner: set[int], owner: int, depth: int) -> bool:
        """Whether a value holds one of these objects; not by way of their owner."""
        held = {part.oid for part in parts(value) if isinstance(part, Instance)} - {owner}
        return not held.isdisjoint(inner) or (
            depth > 0
            and any(self._leads_to(v, inner, owner, depth - 1) for o in held for v in self.objects[o].attrs.values())
        )

    def root_of(self, oid: int) -> int:
        """The outermost owner of an object."""
        chain = self.owner_chain(oid)
        return chain[-1][0] if chain else oid
