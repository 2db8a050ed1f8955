"""Counters that a reader keeps for itself and that nobody gives it: its wait is none, whatever the pools are given.

What it holds is None, or was made for it on the spot and goes to no pool. Anything that is not certain counts as given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, decorator_names, last_name, walk_all
from gatecheck.program.origins import passed
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.program.changing import Changing, Use
    from gatecheck.program.link import ClassInfo, FunctionInfo, Program
    from gatecheck.program.protocol import Protocol

_NONE = r.Const(None)
_TESTS = (r.Assert, r.BoolOp, r.Compare, r.Cond, r.If, r.Unary, r.While)
_KINDS = frozenset({"isinstance", "issubclass"})


class Ungiven:
    """Answers for one program, about each attribute of a class once."""

    def __init__(self, program: Program, protocol: Protocol, changing: Changing) -> None:
        self._program = program
        self._protocol = protocol
        self._changing = changing
        self._known: dict[tuple[str, str], bool] = {}

    def is_ungiven(self, cls: str, name: str) -> bool:
        """Whether all that is ever stored in an attribute of a class certainly is no counter that a pool has."""
        key = (cls, name)
        if key not in self._known:
            self._known[key] = self._find(self._program.classes[cls], name)
        return self._known[key]

    def _find(self, cls: ClassInfo, name: str) -> bool:
        if not self._protocol.registered or self._program.heirs[cls.key] != {cls.key} or cls.declared(name):
            return False
        stores = self._changing.stores(cls.key, name)
        if not stores or any(store.value is None for store in stores):
            return False
        # Who takes a new counter from there may give it to a pool.
        fresh = all(self._only_waits(use) for use in self._changing.uses(cls.key, name))
        ungiven = all(self._is_none(one.value, one.info, fresh=fresh) for one in stores if one.value is not None)
        return ungiven and not self._program.is_named_elsewhere(frozenset({name}))

    def _is_none(self, value: r.Expr, info: FunctionInfo, *, fresh: bool) -> bool:
        """Whether a value is no counter that a pool has, or a parameter that is never given one."""
        param = next((p for p in info.record.params if isinstance(value, r.Name) and p.name == value.id), None)
        if param is None or not isinstance(value, r.Name):
            return self._is_nothing(value, info, fresh=fresh)
        passed_on = param.kind not in {"args", "kwargs"} and not reaching(info.record, value)
        return passed_on and self._is_never_given(info, param, fresh=fresh)

    def _is_nothing(self, value: r.Expr, info: FunctionInfo, *, fresh: bool) -> bool:
        """Whether a value is None or, if that counts, a new counter, be it by way of a variable for this alone."""
        if isinstance(value, r.Call):
            return fresh and self._makes_counter(value, info)
        if not isinstance(value, r.Name):
            return value == _NONE
        nodes = [n for n in walk_all(info.record.body) if isinstance(n, r.Name) and n.id == value.id]
        held = reaching(info.record, value)
        alone = len(nodes) == 2 and all(p.name != value.id for p in info.record.params)
        return (
            alone
            and len(held) == 1
            and not isinstance(held[0], r.Name)
            and self._is_nothing(held[0], info, fresh=fresh)
        )

    def _makes_counter(self, call: r.Call, info: FunctionInfo) -> bool:
        cls = self._program.class_of(info.path, call.func)
        if cls is None:
            return False
        has = self._program.method
        waits = any(has(cls.key, name) for name in self._protocol.wait_methods)
        return waits and not any(has(cls.key, name) for name in self._protocol.register_methods)

    def _is_never_given(self, info: FunctionInfo, param: r.Param, *, fresh: bool) -> bool:
        """Whether all who build an object of the class, one at least, give it no counter that a pool has."""
        if info.record.name != "__init__" or info.owner is None:
            return False
        cls = self._program.classes[info.owner]
        if self._program.is_named_elsewhere(frozenset({cls.name})):
            return False
        if any("classmethod" in decorator_names(method.record) for method in cls.methods.values()):
            return False
        calls = list(self._builders(cls))
        return bool(calls) and all(
            call is not None and self._gives_none(call, param, (info, maker), fresh=fresh) for maker, call in calls
        )

    def _gives_none(
        self, call: r.Call, param: r.Param, ends: tuple[FunctionInfo, FunctionInfo], *, fresh: bool
    ) -> bool:
        """Whether a call gives no counter for a parameter; ``ends`` are the constructor and the caller."""
        init, maker = ends
        if any(arg.stars for arg in call.args):
            return False
        given = passed(init, call, param.name) if param.kind == "positional" else _by_name(call, param.name)
        return all(self._is_nothing(one, maker, fresh=fresh) for one in given) if given else param.default == _NONE

    def _builders(self, cls: ClassInfo) -> Iterator[tuple[FunctionInfo, r.Call | None]]:
        """The calls that make an object of a class, and None for any other use of its name."""
        for info in self._program.having({cls.name}):
            if info.outer is None:
                yield from ((info, call) for call in _calls(info.record, cls.name))
        if self._changing.is_named_apart(cls.name):
            yield from ((info, None) for info in cls.methods.values())

    def _only_waits(self, use: Use) -> bool:
        """Whether a use of an attribute asks for what it holds, waits on it, or stores into it."""
        above = use.parents.get(id(use.node))
        if isinstance(above, r.Attr):
            return above.name in self._protocol.wait_methods
        if isinstance(above, (r.Assign, r.AugAssign)):
            targets = above.targets if isinstance(above, r.Assign) else (above.target,)
            return any(target is use.node for target in targets)
        return isinstance(above, _TESTS)


def _calls(record: r.Function, name: str) -> Iterator[r.Call | None]:
    """The calls of a class in a function, and None for any other use of its name but to ask for its objects."""
    nodes = walk_all(record.body)
    calls = [n for n in nodes if isinstance(n, r.Call)]
    asked = {id(arg.value) for call in calls if called_name(call) in _KINDS for arg in call.args}
    made = {id(call.func): call for call in calls}
    for node in nodes:
        if isinstance(node, r.Binding) and node.name == name != node.bound:
            yield None
        elif isinstance(node, (r.Name, r.Attr)) and last_name(node) == name and id(node) not in asked:
            yield made.get(id(node))


def _by_name(call: r.Call, name: str) -> list[r.Expr]:
    return [arg.value for arg in call.args if arg.name == name]
