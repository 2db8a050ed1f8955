"""What the constants in attributes say: nothing beyond their constructor where other code sets them later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.flow.setters import Setters
from gatecheck.flow.values import NOTHING, Cls, Instance, ListOf, Lit, Named, Seq, Sym, Value

if TYPE_CHECKING:
    from gatecheck.flow.state import State

_EMPTY = (Seq(()), Sym("emptyset", ()))


class Flags(Setters):
    """Attributes that hold constants."""

    def held(self, owner: Instance, name: str, st: State) -> Value | None:
        """What an object holds in an attribute: stored on the way, or else as its constructor has left it."""
        stored = st.attrs.get((owner.oid, name))
        if stored is not None:
            return stored
        thing = self.heap[owner.oid]
        left = thing.attrs.get(name)
        return left if left is None or not self.is_set_later(thing.cls, name, left) else unknown_in(owner, name)

    def has(self, owner: Instance, name: str, st: State) -> bool:
        """Whether an object certainly has an attribute."""
        thing = self.heap[owner.oid]
        return (
            name in thing.attrs
            or (owner.oid, name) in st.attrs
            or self.program.method(thing.cls, name) is not None
            or self.static_attr(thing.cls, name) is not None
        )

    def missing(self, owner: Instance, name: str, default: Value, st: State) -> Value:
        """What ``getattr`` gives for an attribute of which nothing is known: the default where nobody sets it."""
        known = self.has(owner, name, st) or self.is_set_later(self.heap[owner.oid].cls, name, default)
        return Sym("attr", (owner, name)) if known else default

    def flag(self, first: Value, owner: Instance | Cls, name: str) -> Value:
        """An attribute whose first value says nothing is unknown, since it remembers a wait beyond one forward."""
        says_something = self.building or not isinstance(first, Lit) or first.tag not in {"bool", "none"}
        return first if says_something or not self.memories.outlives(name) else Sym("attr", (owner, name))

    def static_flag(self, first: Value, owner: Instance | Cls, name: str) -> Value:
        """The same for a value that stands in a class body."""
        cls = owner.key if isinstance(owner, Cls) else self.heap[owner.oid].cls
        return Sym("attr", (owner, name)) if self.is_set_later(cls, name, first) else self.flag(first, owner, name)

    def is_set_later(self, cls: str, name: str, first: Value) -> bool:
        """Whether other code may have put something else in the place of a constant, or into an empty container.

        What a forward forgets of its waits is there again when the next one begins; of counters their registrations say
        more.
        """
        if not _is_constant(first) or name in self.protocol.counter_attrs or self._is_being_made():
            return False
        if isinstance(first, Lit):
            later = self.changing.changes(cls, name, r.Const(first.value))
        else:
            later = self.changing.fills(cls, name, empty=_is_empty(first))
        return later and self.memories.outlives(name) is not False

    def _is_being_made(self) -> bool:
        """Whether a constructor or a registration is running: nothing has been set later by then."""
        return self.building and (self.registering or any(f.info.record.name == "__init__" for f in self.frames))


def _is_constant(value: Value) -> bool:
    """Whether a value is a constant, or a container of nothing else."""
    if isinstance(value, (Seq, Named)):
        return all(isinstance(item, Lit) for item in (value.items if isinstance(value, Seq) else value.values))
    return isinstance(value, Lit) or _is_empty(value)


def _is_empty(value: Value) -> bool:
    """Whether a value is a container that holds nothing."""
    return value in _EMPTY or (isinstance(value, ListOf) and value.element == NOTHING)


def unknown_in(owner: Instance, name: str) -> Sym:
    """What is not known of an object is the same, whoever handed it on."""
    return Sym("attr", (Instance(owner.oid, owner.index), name))
