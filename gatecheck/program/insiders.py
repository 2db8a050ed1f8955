"""Pool classes whose objects are only made inside other pools: somebody there names them, and nobody else does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, last_name, may_call, named_of, walk, walk_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import msgspec

    from gatecheck.program.link import FunctionInfo, Program

# Calls that name a class without making an object of it.
_NAMING = frozenset({"isinstance", "issubclass", "super"})


class Insiders:
    """Answers for one program; ``pools`` are the keys of its pool classes."""

    def __init__(self, program: Program, pools: set[str]) -> None:
        self._program = program
        self._pools = pools
        self._by_name: dict[str, set[str]] = {}
        for key in pools:
            self._by_name.setdefault(program.classes[key].name, set()).add(key)
        for name, keys in self._other_names():
            self._by_name.setdefault(name, set()).update(keys)

    def _other_names(self) -> list[tuple[str, set[str]]]:
        """What modules call a pool class besides, or the tables in which they keep some."""
        values = (
            (module.path, name, target)
            for module in self._program.modules.values()
            for name, targets in module.names.items()
            for target in targets
            if isinstance(target, (r.Name, r.Attr, r.DictLit))
        )
        return [(name, keys) for path, name, value in values if (keys := self._kept(path, value))]

    def _kept(self, path: str, value: r.Expr) -> set[str]:
        kept = value.values if isinstance(value, r.DictLit) else (value,)
        return {key for part in kept if isinstance(part, (r.Name, r.Attr)) for key in self._meant(path, part)}

    def find(self) -> set[str]:
        """The classes that are named as values in code of pools, and nowhere else."""
        inside = self._mentions(self._pools, inside=True) | self._in_bodies()
        return inside - self._mentions(inside, inside=False)

    def _mentions(self, wanted: set[str], *, inside: bool) -> set[str]:
        """Which of the pool classes ``wanted`` are named in code inside of pools, or outside of them."""
        found: set[str] = set()
        names = {name for name, keys in self._by_name.items() if keys & wanted}
        for info in self._program.having(names):
            if wanted <= found:
                break
            said = self._said_inside(info, names) if inside else self._said_outside(info, names)
            for name in said & self._by_name.keys():
                found |= self._named_here(name, info)
        return found & wanted

    def _named_here(self, name: str, info: FunctionInfo) -> set[str]:
        """The classes that a name means in a function: one that it leads to by itself, or all that go by it."""
        meant = self._meant(info.path, r.Name(name, 0))
        return meant if any(self._program.classes[key].name == name for key in meant) else self._by_name[name]

    def _said_inside(self, info: FunctionInfo, names: set[str]) -> set[str]:
        """The names that code of a pool uses, or that others hand to a pool for it to make something of."""
        if info.owner in self._pools:
            return (
                used_as_values(info.record) if named_of(info.record, names) or _defaults(info.record) & names else set()
            )
        return _handed(info.record, self._by_name) if may_call(info.record, self._by_name.keys()) else set()

    def _said_outside(self, info: FunctionInfo, names: set[str]) -> set[str]:
        """The names that code outside of pools uses for itself."""
        if info.owner in self._pools or not (named_of(info.record, names) or _defaults(info.record) & names):
            return set()
        return used_as_values(info.record, self._by_name)

    def _in_bodies(self) -> set[str]:
        """The classes that pool classes keep in attributes of their own: their objects make something by these."""
        statics = ((key, value) for key in self._pools for value in self._program.classes[key].statics.values())
        parts = ((self._program.classes[key].path, part) for key, value in statics for part in walk(value))
        return {key for path, part in parts if isinstance(part, (r.Name, r.Attr)) for key in self._meant(path, part)}

    def _meant(self, path: str, expr: r.Expr) -> set[str]:
        """The pool class that an expression names in a module."""
        cls = self._program.class_of(path, expr)
        return {cls.key} & self._pools if cls is not None else set()


def used_as_values(record: r.Function, takers: Iterable[str] = ()) -> set[str]:
    """The class names that a function uses as values, but for what it hands to ``takers``.

    A test of an object's class is no use, nor is ``super``. What stands for a parameter that nobody gives is one.
    """
    found = _defaults(record)
    for node in walk_all(record.body):
        names = isinstance(node, r.Call) and isinstance(node.func, r.Name) and node.func.id in _NAMING
        if not names:
            found |= _names(_values(node, takers))
    return found


def _defaults(record: r.Function) -> set[str]:
    return _names(param.default for param in record.params)


def _handed(record: r.Function, takers: Iterable[str]) -> set[str]:
    """The names that a function hands to calls of these."""
    calls = (node for node in walk_all(record.body) if isinstance(node, r.Call) and called_name(node) in takers)
    return _names(arg.value for call in calls for arg in call.args)


def _values(node: msgspec.Struct, takers: Iterable[str]) -> Iterator[r.Expr | None]:
    """What is called, assigned or passed on in a node."""
    if isinstance(node, r.Call):
        yield node.func
        yield from (arg.value for arg in node.args if called_name(node) not in takers)
    elif isinstance(node, (r.Assign, r.Return)):
        yield node.value
    elif isinstance(node, r.Cond):
        yield from (node.then, node.orelse)
    elif isinstance(node, (r.BoolOp, r.DictLit)):
        yield from node.values
    elif isinstance(node, r.Seq):
        yield from node.items


def _names(exprs: Iterable[r.Expr | None]) -> set[str]:
    """What these are called; what is taken from a table goes by the table's name."""
    taken = (expr.value if isinstance(expr, r.Sub) else expr for expr in exprs)
    return {last_name(expr) for expr in taken if expr is not None} - {""}
