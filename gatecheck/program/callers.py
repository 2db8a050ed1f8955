"""Who calls an accessor, and what for: a fetch that is only written into is no read, a draft's call loads nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_of, may_call, parents_of, walk_all
from gatecheck.program.asking import Asking, Tests
from gatecheck.program.decoding import calls_while_decoding
from gatecheck.program.foregoing import always_behind
from gatecheck.program.quiet import is_quiet
from gatecheck.program.receivers import Receivers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import msgspec

    from gatecheck.program.link import FunctionInfo, Program

STORE, IN_PLACE, READ = "store", "in-place", "read"
_VIEWS = frozenset({"view", "reshape", "narrow", "flatten", "unsqueeze", "squeeze", "transpose", "permute"})


class Callers:
    """Answers about the callers of methods, by name, outside the pools."""

    def __init__(self, program: Program, pools: frozenset[str], quiet_words: tuple[str, ...]) -> None:
        self._program = program
        self._pools = pools
        self._quiet_words = quiet_words
        self._receivers = Receivers(program, pools)
        self._found: dict[str, list[FunctionInfo]] = {}
        self._decoding: dict[tuple[str, Asking, int], bool] = {}

    def of(self, name: str) -> Iterator[FunctionInfo]:
        """The functions outside the pools that call a method of this name, each parsed when it is asked for."""
        return (info for info in self._near(name) if called_of(info.record, {name}))

    def _near(self, name: str) -> list[FunctionInfo]:
        """Those whose text says that they may."""
        if name not in self._found:
            near = (i for i in self._program.having({name}) if i.owner not in self._pools and i.outer is None)
            self._found[name] = [info for info in near if may_call(info.record, {name})]
        return self._found[name]

    def _every(self, name: str, holds: Callable[[FunctionInfo], bool]) -> bool:
        """Whether a method is called, and something holds of all its callers."""
        found = False
        for info in self.of(name):
            if not holds(info):
                return False
            found = True
        return found

    def _is_quiet(self, info: FunctionInfo) -> bool:
        return is_quiet(f"{info.path}/{info.symbol}", self._quiet_words)

    def never(self, name: str, extend_tests: frozenset[str]) -> bool:
        """Whether a method is called, and no caller outside the pools speaks of batches that can load."""
        return self._every(name, lambda info: self._is_quiet(info) or not called_of(info.record, extend_tests))

    def none(self, name: str) -> bool:
        """Whether nobody outside the pools calls a method."""
        return not any(self.of(name))

    def only_decoding(self, name: str, asking: Asking, depth: int = 3) -> bool:
        """Whether a method is called, and only for batches that decode: checks show it at each call, or further up."""
        key = (name, asking, depth)
        if key not in self._decoding:
            self._decoding[key] = self._every(name, lambda info: self._decodes(info, name, asking, depth))
        return self._decoding[key]

    def _decodes(self, info: FunctionInfo, name: str, asking: Asking, depth: int) -> bool:
        found = calls_while_decoding(info.record, name, Tests(self._program, info.path, info.record, asking))
        if found and all(found):
            return True
        own = info.record.name
        return depth > 0 and own != name and self.only_decoding(own, asking, depth - 1)

    def only_in(self, classes: frozenset[str], name: str) -> bool:
        """Whether a method is called, and only by these classes, on what can be a pool."""
        near = self._near(name)
        others = (info for info in near if info.owner not in classes)
        if any(called_of(info.record, {name}) for info in others):
            return False
        mine = (info for info in near if info.owner in classes and called_of(info.record, {name}))
        return any(self._receivers.on_pool(info, name, classes) for info in mine)

    def all_behind(self, name: str, gated: frozenset[str]) -> bool:
        """Whether a method is called, and everywhere behind one of ``gated`` on the same object for the same layer."""
        return self._every(name, lambda info: always_behind(info.record, name, gated))

    def uses(self, name: str) -> frozenset[str]:
        """What callers do with the result of a method: write into it, hand it on in place, or read it."""
        found: set[str] = set()
        for info in self.of(name):
            found |= _result_uses(info.record, name)
        return frozenset(found)


def is_in_place(record: r.Function, at: int) -> bool:
    """Whether the call at a place gives one of its arguments back: what else it is given may be what it fills."""
    parents = parents_of(record)
    calls = (node for node in walk_all(record.body) if isinstance(node, r.Call) and node.at == at)
    return any(_argument_use(arg, parents) == IN_PLACE for call in calls for arg in call.args)


def _result_uses(record: r.Function, name: str) -> set[str]:
    parents = parents_of(record)
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name == name:
            found |= _use(node, record, parents)
    return found


def _use(
    node: msgspec.Struct,
    record: r.Function,
    parents: dict[int, msgspec.Struct],
    seen: frozenset[str] = frozenset(),
) -> set[str]:
    """What becomes of one value: follow it through views and one local name to where it is used."""
    parent = parents.get(id(node))
    while isinstance(parent, (r.Attr, r.Arg)) or (isinstance(parent, r.Sub) and parent.value is node):
        if isinstance(parent, r.Arg):
            break
        node, parent = parent, parents.get(id(parent))
        if isinstance(parent, r.Call) and isinstance(node, r.Attr) and node.name in _VIEWS:
            node, parent = parent, parents.get(id(parent))
    if isinstance(parent, r.Assign) and parent.value is node and isinstance(parent.targets[0], r.Name):
        name = parent.targets[0].id
        return _name_uses(name, record, parents, seen | {name}) if name not in seen else set()
    if isinstance(parent, r.Assign) and node in parent.targets:
        return {STORE}
    if isinstance(parent, r.Seq) and _is_target(parent, parents):
        return {STORE} if isinstance(node, r.Sub) else set()
    if isinstance(parent, r.Arg):
        return {_argument_use(parent, parents)}
    if isinstance(parent, (r.Compare, r.ExprStmt)):
        return set()
    return {READ}


def _is_target(node: msgspec.Struct, parents: dict[int, msgspec.Struct]) -> bool:
    """Whether several names, or one of them, are bound here: the value that they had is not used."""
    parent = parents.get(id(node))
    while isinstance(parent, r.Seq):
        node, parent = parent, parents.get(id(parent))
    return isinstance(parent, r.Assign) and any(target is node for target in parent.targets)


def _argument_use(arg: msgspec.Struct, parents: dict[int, msgspec.Struct]) -> str:
    call = parents.get(id(arg))
    user = parents.get(id(call)) if call is not None else None
    if isinstance(user, r.ExprStmt):
        return STORE
    if isinstance(call, r.Call) and isinstance(user, r.Assign) and isinstance(user.targets[0], r.Name):
        name = user.targets[0].id
        if any(isinstance(a.value, r.Name) and a.value.id == name for a in call.args):
            return IN_PLACE
    return READ


def _name_uses(name: str, record: r.Function, parents: dict[int, msgspec.Struct], seen: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for node in walk_all(record.body):
        if isinstance(node, r.Name) and node.id == name and not _is_bound(node, parents):
            found |= _use(node, record, parents, seen)
    return found


def _is_bound(name: r.Name, parents: dict[int, msgspec.Struct]) -> bool:
    """Whether this is a target of an assignment, alone or among others: the name is given a value, not used."""
    node: msgspec.Struct = name
    parent = parents.get(id(node))
    while isinstance(parent, r.Seq):
        node, parent = parent, parents.get(id(parent))
    return isinstance(parent, r.Assign) and any(node is target for target in parent.targets)
