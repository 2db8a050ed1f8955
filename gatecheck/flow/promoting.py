"""Attributes that turn out to be buffers: a load writes into them, and nothing shows that they are something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.flow.loads import Loads
from gatecheck.flow.values import Instance, ListOf, Row, Sym, Table, Value, parts
from gatecheck.program.sizes import Sizes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gatecheck.flow.evidence import Evidence

# How unknowns arise that are no tensors: counted, computed from numbers, or asked of something.
_NUMBERS = frozenset({"int", "len", "op", "max", "min", "range", "each", "meta", "cmp", "not", "has", "nothing"})


class Promoting(Loads):
    """Makes buffers of what loads write into, however it was allocated."""

    _sizes: Sizes

    def begin_promoting(self) -> None:
        """Begin with attributes of which only their constructors tell."""
        self._sizes = Sizes(self.program)

    def forget_ways(self) -> None:
        """An attribute has become a buffer: ways that were followed may lead through it."""
        raise NotImplementedError

    def buffers_in(self, value: Value, item: Evidence, way: Iterable[int]) -> list[Row | Table]:
        """The buffers at the end of a path, which led through these objects."""
        found: list[Row | Table] = []
        for part in parts(value):
            if isinstance(part, (Row, Table)):
                found.append(part)
            elif isinstance(part, Sym) and (promoted := self._promoted(part, item, way)) is not None:
                found.append(promoted)
        return found

    def _promoted(self, value: Sym, item: Evidence, way: Iterable[int]) -> Row | Table | None:
        while value.op in {"item", "elem"} and isinstance(value.args[0], Sym):
            value = value.args[0]
        if value.op == "attr" and isinstance(value.args[0], Instance):
            return self._made_buffer(value.args[0].oid, (str(value.args[1]),), item)
        # The unknown itself, as an object keeps it.
        for owner in way if item.assigned or value.op == "data" else ():
            names = tuple(name for name, held in self.heap[owner].attrs.items() if held == value)
            if names:
                return self._made_buffer(owner, names, item)
        return None

    def _made_buffer(self, owner: int, names: tuple[str, ...], item: Evidence) -> Row | Table | None:
        """Make a buffer of what an object keeps under some names, unless that is no tensor."""
        stored = self.heap[owner].attrs.get(names[0])
        if stored is None or not _can_be_tensors(stored, item) or self._is_size(owner, names[0]):
            return None
        # A list of unknowns has a tensor for each layer; of anything else it is not known where the layers are.
        made = Table(owner, names[0]) if isinstance(stored, ListOf) else Row(owner, names[0], None)
        self.heap[owner].attrs.update(dict.fromkeys(names, made))
        self.forget_ways()
        return made

    def _is_size(self, owner: int, name: str) -> bool:
        cls = self.program.classes.get(self.heap[owner].cls)
        return cls is not None and self._sizes.is_one(cls, name)


def _can_be_tensors(stored: Value, item: Evidence) -> bool:
    """Whether something unknown can be a tensor; several only where they are copies, or where rows are assigned."""
    if isinstance(stored, Sym):
        return stored.op not in _NUMBERS
    held = parts(stored) if isinstance(stored, ListOf) else ()
    return any(isinstance(p, Sym) and (p.op == "data" or (item.assigned and p.op not in _NUMBERS)) for p in held)
