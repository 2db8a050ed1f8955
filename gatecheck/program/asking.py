"""What the text of a test says of a batch's mode: that nothing is loading for the batch, or which modes it is not in.

A mode is asked by a method, or compared with members of its enumeration: comparing with ``EXTEND`` says what
``is_extend`` would, except that other members may be left which can load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, names_of, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.link import ClassInfo, Program

_DEPTH = 3
_EQUALITY = {"==": True, "!=": False, "is": True, "is not": False, "in": True, "not in": False}
# The test of a mode that a batch is not in, and all that would have to fail so that no mode is left which can load.
RuledOut = tuple[str, frozenset[str]]


class Asking(msgspec.Struct, frozen=True):
    """The methods that ask a batch for its mode: whether it extends, and whether it only decodes or drafts."""

    extend: frozenset[str] = frozenset()
    decode: frozenset[str] = frozenset()

    @property
    def every(self) -> frozenset[str]:
        """All of them."""
        return self.extend | self.decode

    @property
    def general(self) -> frozenset[str]:
        """Those that hold for every batch that can load, so that nothing is loading where one fails."""
        return frozenset(name for name in self.extend if is_general(name))


def is_general(name: str) -> bool:
    """Whether a test of the mode holds for every batch that can load, so that its failing says that this cannot."""
    return "extend" in name or "prefill" in name


def test_for(member: r.Attr) -> str:
    """The method that would ask for a member of the enumeration."""
    return f"is_{member.name.lower()}"


def compared(test: r.Expr) -> tuple[tuple[r.Attr, ...], bool] | None:
    """The members of an enumeration that a test compares with, and whether it asks for one of them."""
    if not isinstance(test, r.Compare) or test.op not in _EQUALITY:
        return None
    items = test.right.items if isinstance(test.right, r.Seq) else (test.right,)
    members = tuple(item for item in items if isinstance(item, r.Attr))
    return (members, _EQUALITY[test.op]) if members and len(members) == len(items) else None


def leaves_nothing(ruled_out: frozenset[RuledOut]) -> bool:
    """Whether every mode is ruled out in which a batch can load."""
    names = {name for name, _ in ruled_out}
    return any(needed and names.issuperset(needed) for _, needed in ruled_out)


class Outcome(msgspec.Struct, frozen=True):
    """What the text of a test says where it comes out one way: that nothing is loading, and the modes it rules out."""

    quiet: bool
    ruled_out: frozenset[RuledOut]


class Tests:
    """Reads the tests that stand in one function."""

    def __init__(self, program: Program, path: str, record: r.Function, asking: Asking) -> None:
        self._program = program
        self._path = path
        self._record = record
        self._asking = asking
        self._given: dict[str, tuple[r.Expr, ...]] | None = None
        # Tests are met many times and looked up by identity; each is kept, so that no other takes its place.
        self._outcomes: dict[tuple[int, bool], tuple[r.Expr, Outcome]] = {}

    def outcome(self, test: r.Expr, *, truth: bool) -> Outcome:
        """What one outcome of a test says of the batch."""
        known = self._outcomes.get((id(test), truth))
        if known is None:
            known = test, Outcome(self.shows(test, truth=truth), self.rules_out(test, truth=truth))
            self._outcomes[id(test), truth] = known
        return known[1]

    def shows(self, test: r.Expr, *, truth: bool, depth: int = _DEPTH) -> bool:
        """Whether this outcome of a test shows that nothing is loading for the batch."""
        return self._says(test, truth, depth) or leaves_nothing(self.rules_out(test, truth=truth, depth=depth))

    def rules_out(self, test: r.Expr, *, truth: bool, depth: int = _DEPTH) -> frozenset[RuledOut]:
        """The modes that the batch is not in where a test has this outcome."""
        inner = _inside(test)
        if inner is not None:
            return self.rules_out(inner[0], truth=truth is inner[1], depth=depth)
        if isinstance(test, r.BoolOp) and truth is (test.op == "and"):
            return frozenset().union(*(self.rules_out(value, truth=truth, depth=depth) for value in test.values))
        if isinstance(test, r.Name) and depth:
            values = self._values(test, truth=truth)
            return self.rules_out(values[0], truth=truth, depth=depth - 1) if len(values) == 1 else frozenset()
        if isinstance(test, r.Call):
            asked = {called_name(test)} & self._asking.extend if not truth else ()
            return frozenset((name, frozenset()) for name in asked)
        members, wanted = self.members(test) or ((), truth)
        return frozenset((test_for(m), self._needed(m)) for m in members) if truth is not wanted else frozenset()

    def plain(self, test: r.Expr, *, truth: bool) -> tuple[r.Expr, bool]:
        """The test that a variable holds the outcome of, or that is asked for the other way round, with its outcome."""
        for _ in range(_DEPTH):
            values = self._values(test, truth=truth) if isinstance(test, r.Name) else ()
            inner = (values[0], True) if len(values) == 1 else _inside(test)
            if inner is None:
                break
            test, truth = inner[0], truth is inner[1]
        return test, truth

    def members(self, test: r.Expr) -> tuple[tuple[r.Attr, ...], bool] | None:
        """The modes that a test compares with, whichever side they stand on, and whether it asks for one of them."""
        turned = r.Compare(test.op, test.right, test.left) if isinstance(test, r.Compare) else None
        for one in (test, turned if turned is not None and _is_symmetric(turned.op) else None):
            found = compared(one) if one is not None else None
            if found is not None and all(self._enumeration(member) for member in found[0]):
                return found
        return None

    def _says(self, test: r.Expr, truth: bool, depth: int) -> bool:  # noqa: FBT001
        """Whether a single test, or each of those of which one decides, shows it by itself."""
        inner = _inside(test)
        if inner is not None:
            return self._says(inner[0], truth is inner[1], depth)
        if isinstance(test, r.BoolOp):
            found = (self.shows(value, truth=truth, depth=depth) for value in test.values)
            return any(found) if truth is (test.op == "and") else all(found)
        if isinstance(test, r.Name):
            values = self._values(test, truth=truth) if depth else ()
            return bool(values) and all(self._says(value, truth, depth - 1) for value in values)
        if isinstance(test, r.Call):
            return called_name(test) in (self._asking.decode if truth else self._asking.general)
        members, wanted = self.members(test) or ((), not truth)
        return truth is wanted and bool(members) and all(test_for(m) in self._asking.decode for m in members)

    def _values(self, name: r.Name, *, truth: bool) -> tuple[r.Expr, ...]:
        """What a variable holds that is only ever assigned to, less what cannot have this outcome."""
        if self._given is None:
            self._given = _assigned(self._record)
        values = self._given.get(name.id, ())
        return tuple(v for v in values if not (isinstance(v, r.Const) and bool(v.value) is not truth))

    def _enumeration(self, member: r.Attr) -> ClassInfo | None:
        """The class of a member, if its objects can be asked for the mode, too."""
        cls = self._program.class_of(self._path, member.value)
        return cls if cls is not None and not self._asking.every.isdisjoint(cls.methods) else None

    def _needed(self, member: r.Attr) -> frozenset[str]:
        """The tests for every mode of an enumeration in which a batch can load."""
        cls = self._enumeration(member)
        names = (name for name in cls.statics if not name.startswith("_")) if cls is not None else ()
        return frozenset(f"is_{name.lower()}" for name in names) - self._asking.decode


def _inside(test: r.Expr) -> tuple[r.Expr, bool] | None:
    """What a test hands on: the value itself, and whether its outcome is that of the test or the other one."""
    if isinstance(test, r.Unary) and test.op == "not":
        return test.value, False
    if isinstance(test, r.Walrus):
        return test.value, True
    if isinstance(test, r.Call) and isinstance(test.func, r.Name) and test.func.id == "bool" and len(test.args) == 1:
        return test.args[0].value, True
    if isinstance(test, r.Compare) and _is_symmetric(test.op) and isinstance(test.right, r.Const):
        said = test.right.value
        return (test.left, said is _EQUALITY[test.op]) if isinstance(said, bool) else None
    return None


def _is_symmetric(op: str) -> bool:
    return op in {"==", "!=", "is", "is not"}


def _assigned(record: r.Function) -> dict[str, tuple[r.Expr, ...]]:
    """The values of each variable of a function that is bound by nothing but plain assignments."""
    given: dict[str, list[r.Expr]] = {}
    others = {param.name for param in record.params}
    for node in walk_all(record.body):
        if isinstance(node, r.Assign):
            for target in node.targets:
                if isinstance(target, r.Name) and node.value is not None:
                    given.setdefault(target.id, []).append(node.value)
                elif not isinstance(target, r.Name):
                    others.update(names_of(target))
        elif isinstance(node, r.Walrus) and isinstance(node.target, r.Name):
            given.setdefault(node.target.id, []).append(node.value)
        elif isinstance(node, _BINDING):
            others.update(_bound_by(node))
    return {name: tuple(values) for name, values in given.items() if name not in others}


_BINDING = (r.For, r.Gen, r.AugAssign, r.WithItem, r.Delete, r.Param, r.Case)


def _bound_by(node: msgspec.Struct) -> Iterator[str]:
    """The variables that anything else than a plain assignment binds."""
    if isinstance(node, (r.For, r.Gen, r.AugAssign, r.WithItem)):
        yield from names_of(node.target)
    elif isinstance(node, r.Delete):
        yield from (name for target in node.targets for name in names_of(target))
    elif isinstance(node, r.Param):
        yield node.name
    elif isinstance(node, r.Case):
        yield from node.binds
