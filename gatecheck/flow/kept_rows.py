"""Rows of buffers that functions outside the pools keep in attributes, and the methods that find them there.

Such a row is an address still: whoever consumes it reads. Only what nobody waits for is told: neither who keeps it, nor
who finds it, nor whoever calls one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, may_call, own_attribute, walk, walk_all
from gatecheck.flow.base import Hop, deepen
from gatecheck.flow.values import Instance, Row, Value, parts
from gatecheck.program.asking import Tests
from gatecheck.program.decoding import calls_while_decoding

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from gatecheck.flow.candidates import Candidates
    from gatecheck.flow.screening import Screening
    from gatecheck.flow.verdicts import Walk
    from gatecheck.program.link import FunctionInfo

Buffer = tuple[int, str]
_MAX_ROUNDS = 4


class Kept(msgspec.Struct, frozen=True):
    """What one function leaves in attributes of its own object, by name, and in those of the records put there."""

    function: str
    own: dict[str, Value]
    others: dict[tuple[object, str], Value]


class KeptRows:
    """Answers for one program; ``waiting`` are the names of all that waits."""

    def __init__(self, walker: Screening, candidates: Candidates, waiting: frozenset[str]) -> None:
        self._program = walker.program
        self._heap = walker.heap
        self._modes = walker.modes
        self._candidates = candidates
        self._waiting = waiting

    def constructors(self, words: AbstractSet[str], skipped: AbstractSet[str]) -> list[FunctionInfo]:
        """The constructors that put something which one of ``words`` gives into an attribute of the object."""
        every = (i for i in self._program.having(words) if i.record.name == "__init__" and i.owner not in skipped)
        return [info for info in every if attrs_of(info.record, words) and _keeps_some(info.record, words)]

    def kept(self, walk: Walk, managed: AbstractSet[Buffer]) -> Kept | None:
        """The rows of managed buffers that a method leaves in its object behind no wait; None where it leaves none."""
        owner, end = self._program.functions[walk.entry].owner, walk.end
        if owner is None or end is None or end.maybe:
            return None
        rows = {key: value for key, value in end.attrs.items() if _holds_row(key, value, managed)}
        leading = {key for key in rows if self._is_own(key, owner)}
        if rows:
            records = {oid for oid, _ in rows}
            held = (key for key, value in end.attrs.items() if self._is_own(key, owner) and _holds_one(value, records))
            leading.update(held)
        handed = {key: self._handed_on(end.attrs[key], walk.entry) for key in (*rows, *leading)}
        own = {str(name): handed[oid, name] for oid, name in leading}
        return Kept(walk.entry, own, handed) if own else None

    def _handed_on(self, value: Value, keeper: str) -> Value:
        """What was kept, with the name of who did that: the way to a read begins there."""
        hop = Hop((keeper, self._program.functions[keeper].record.at), keeper, -1)
        return deepen(value, hop, frozenset({keeper}))

    def _is_own(self, key: tuple[object, str], owner: str) -> bool:
        """Whether an attribute is one of an object of a class."""
        return isinstance(key[0], int) and self._program.is_a(self._heap[key[0]].cls, owner)

    def users(self, kept: Kept) -> list[FunctionInfo]:
        """The methods of the same object that may find what was kept there, if nobody waits for them or the keeper."""
        keeper = self._program.functions[kept.function]
        assert keeper.owner is not None
        kin = {*self._program.classes[keeper.owner].mro, *self._program.heirs[keeper.owner]}
        using = (i for i in self._program.having(kept.own.keys()) if i.owner in kin and i.outer is None)
        named = [i for i in using if i.key != keeper.key and attrs_of(i.record, kept.own.keys())]
        told = [keeper] if keeper.record.name != "__init__" else []
        return [info for info in named if info.record.name != "__init__" and self._nobody_waits([info, *told])]

    def _nobody_waits(self, functions: list[FunctionInfo]) -> bool:
        """Whether none of some functions waits, nor who may call them, nor the callers of those.

        Who calls one for batches only for which nothing loads need not wait.
        """
        seen = {info.key for info in functions}
        for _ in range(_MAX_ROUNDS):
            if any(may_call(info.record, self._waiting) for info in functions):
                return False
            names = {info.record.name for info in functions}
            functions = [info for info in self._candidates.callers(functions) if info.key not in seen]
            if any(self._decodes(info, name) for info in functions for name in names):
                return False
            seen |= {info.key for info in functions}
        return True

    def _decodes(self, info: FunctionInfo, name: str) -> bool:
        """Whether checks show that a function calls something only for batches that decode."""
        if not may_call(info.record, {name}):
            return False
        tests = Tests(self._program, info.path, info.record, self._modes)
        found = calls_while_decoding(info.record, name, tests)
        return bool(found) and all(found)


def _holds_row(key: tuple[object, str], value: Value, managed: AbstractSet[Buffer]) -> bool:
    rows = (p for p in parts(value) if isinstance(p, Row)) if isinstance(key[0], int) else ()
    return any((row.oid, row.attr) in managed and row.oid != key[0] for row in rows)


def _holds_one(value: Value, records: AbstractSet[object]) -> bool:
    return any(isinstance(part, Instance) and part.oid in records for part in parts(value))


def _keeps_some(record: r.Function, words: AbstractSet[str]) -> bool:
    """Whether an assignment to an attribute of a method's own object takes something from one of these."""
    nodes = (node for node in walk_all(record.body) if isinstance(node, r.Assign) and node.value is not None)
    return any(
        any(own_attribute(part, record) for target in node.targets for part in walk(target))
        and any(_takes(part, words) for part in walk(node.value))  # type: ignore[arg-type]
        for node in nodes
    )


def _takes(node: object, words: AbstractSet[str]) -> bool:
    """Whether an element is taken of an attribute of such a name, or a method of such a name is called."""
    of = node.value if isinstance(node, r.Sub) else node.func if isinstance(node, r.Call) else None
    return isinstance(of, r.Attr) and of.name in words
