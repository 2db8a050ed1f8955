"""By what other names functions are called: attributes, variables and tables that keep them, alone or wrapped.

A name too many costs a look into whoever uses it, one too few the sight of a caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_keep, can_mention, can_quote
from gatecheck.facts.visit import called_name, called_of, children, may_call, only_value, own_attribute, walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from gatecheck.program.link import FunctionInfo, Program

# A function in a table, an entry of that in an attribute, and that in another one.
_MOST_STEPS = 3
# Methods by which a list takes something in.
_GROWING = frozenset({"append", "insert"})
# Calls that only say something of what they are given.
_TESTS = frozenset({"hasattr", "isinstance", "callable"})


class Keeper(msgspec.Struct, frozen=True):
    """A name that keeps a function: of a module, or of the objects of a class where it has an ``owner``."""

    name: str
    path: str
    owner: str | None = None


class Keepers:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[str, tuple[Keeper, ...]] = {}
        self._variables: dict[str, list[tuple[Keeper, r.Expr]]] | None = None

    def of(self, info: FunctionInfo) -> tuple[Keeper, ...]:
        """The names that keep a function, each of them once."""
        if info.key not in self._known:
            self._known[info.key] = tuple(self._find(info))
        return self._known[info.key]

    def means(self, path: str, keeper: Keeper) -> bool:
        """Whether a name of a module is a keeper there."""
        meant = self._program.lookup(keeper.path, keeper.name)
        return keeper.owner is None and meant is not None and self._program.lookup(path, keeper.name) is meant

    def _find(self, info: FunctionInfo) -> list[Keeper]:
        found: list[Keeper] = []
        asked = [Keeper(info.record.name, info.path, info.owner)]
        for _ in range(_MOST_STEPS):
            more = dict.fromkeys(k for each in asked for k in (*self._in_objects(each), *self._in_modules(each)))
            asked = [keeper for keeper in more if keeper not in found]
            found += asked
        return found

    def _kin(self, keeper: Keeper) -> set[str]:
        """The classes whose objects may have an attribute by its owner's definition, or that owner's objects theirs."""
        if keeper.owner is None:
            return set()
        return {*self._program.heirs.get(keeper.owner, ()), *self._program.classes[keeper.owner].mro}

    def _in_objects(self, kept: Keeper) -> Iterator[Keeper]:
        """The attributes of objects and classes that one more name is kept in."""
        kin = self._kin(kept)
        for each in self._program.having({kept.name}):
            if each.owner is None or each.outer is not None or not can_keep(each.record):
                continue
            if each.owner in kin or not may_call(each.record, {kept.name}):
                stored = _stored(each.record) if self._may_mean(each, kept) else ()
                yield from (Keeper(n, each.path, each.owner) for n, v in stored if self._keeps(v, each.path, kept))
        for key in sorted(kin):
            cls = self._program.classes[key]
            tables = (name for name, expr in cls.statics.items() if self._keeps(expr, cls.path, kept))
            yield from (Keeper(name, cls.path, key) for name in tables)

    def _may_mean(self, info: FunctionInfo, kept: Keeper) -> bool:
        """Whether a function names a keeper, as far as its text shows."""
        named = can_mention(info.record, {kept.name}) or can_quote(info.record, {kept.name})
        return named and (kept.owner is not None or self.means(info.path, kept))

    def _in_modules(self, kept: Keeper) -> Iterator[Keeper]:
        """The variables of modules that one more name of a module is kept in."""
        if kept.owner is None:
            named = self._of_modules().get(kept.name, ())
            yield from (keeper for keeper, expr in named if self._keeps(expr, keeper.path, kept))

    def _of_modules(self) -> dict[str, list[tuple[Keeper, r.Expr]]]:
        """The variables of all modules by the names that their values are made of."""
        if self._variables is None:
            self._variables = {}
            for path, name, value in _variables(self._program):
                for node in made_of(value):
                    if isinstance(node, r.Name):
                        self._variables.setdefault(node.id, []).append((Keeper(name, path), value))
        return self._variables

    def _keeps(self, expr: r.Expr, path: str, kept: Keeper) -> bool:
        """Whether the value of an expression may be, hold or wrap what a name keeps."""
        return any(self._is_meant(node, path, kept) for node in made_of(expr))

    def _is_meant(self, node: r.Expr, path: str, kept: Keeper) -> bool:
        if isinstance(node, r.Name):
            same_class = kept.owner is not None and self._program.classes[kept.owner].path == path
            return node.id == kept.name and (same_class or self.means(path, kept))
        if isinstance(node, r.Attr):
            return kept.owner is not None and node.name == kept.name
        return kept.owner is not None and isinstance(node, r.Const) and node.value == kept.name


def asks_by_name(record: r.Function, words: AbstractSet[str]) -> bool:
    """Whether a function asks ``getattr`` for one of these, as far as they stand in it."""
    if not (can_quote(record, words) and called_of(record, {"getattr"})):
        return False
    return any(isinstance(node, r.Const) and node.value in words for node in walk_all(record.body))


def _variables(program: Program) -> Iterator[tuple[str, str, r.Expr]]:
    for module in program.modules.values():
        for name, targets in module.names.items():
            for target in targets:
                if isinstance(target, (r.Name, r.Attr, r.Call, r.DictLit, r.Seq, r.Cond, r.BoolOp, r.Sub)):
                    yield module.path, name, target


def _stored(record: r.Function) -> Iterator[tuple[str, r.Expr]]:
    """The attributes of its own object that a method stores something in, or puts it into, each with what."""
    yield from put_in(record)
    nodes = [node for node in walk_all(record.body) if isinstance(node, r.Assign)]
    for node in nodes:
        value = node.value
        if isinstance(value, r.Name):
            value = only_value(nodes, value.id) or value
        for target in node.targets if value is not None else ():
            for item in target.items if isinstance(target, r.Seq) else (target,):
                name = own_attribute(item, record)
                if name is not None and value is not None:
                    yield name, value


def put_in(record: r.Function) -> Iterator[tuple[str, r.Expr]]:
    """The attributes of its own object that a method puts something into, each with what."""
    for node in walk_all(record.body):
        if isinstance(node, r.Assign) and node.value is not None:
            places = (target for target in node.targets if isinstance(target, r.Sub))
            yield from (
                (name, node.value) for t in places if (name := own_attribute(_container(t), record)) is not None
            )
        elif isinstance(node, r.Call) and isinstance(node.func, r.Attr) and node.func.name in _GROWING:
            name = own_attribute(node.func.value, record)
            yield from ((name, arg.value) for arg in node.args if name is not None)


def _container(target: r.Expr) -> r.Expr:
    """What a target puts something into."""
    return _container(target.value) if isinstance(target, r.Sub) else target


def made_of(expr: msgspec.Struct) -> Iterator[r.Expr]:
    """The names, attributes and words that a value can be made of: not what is called at once to make it."""
    if isinstance(expr, (r.Compare, r.Unary, r.Bin)) or (isinstance(expr, r.Call) and called_name(expr) in _TESTS):
        return
    if isinstance(expr, r.Call):
        for arg in expr.args:
            yield from made_of(arg.value)
        if isinstance(expr.func, r.Attr):
            yield from made_of(expr.func.value)
    elif isinstance(expr, (r.Name, r.Attr, r.Const)):
        yield expr
    elif isinstance(expr, r.Lambda):
        yield from (node for node in walk(expr.body) if isinstance(node, (r.Name, r.Attr)))
    else:
        for child in (expr.then, expr.orelse) if isinstance(expr, r.Cond) else children(expr):
            yield from made_of(child)
