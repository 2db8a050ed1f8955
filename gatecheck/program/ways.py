"""Where the value of an attribute can get to, mention by mention.

Nothing is interpreted. Whatever is not plainly harmless counts as a way to where somebody asks for: an answer of no is
certain as far as the text of the tree goes, one of yes is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, decorator_names, own_attribute, own_name, parents_of, walk_all
from gatecheck.program.opening import is_open

if TYPE_CHECKING:
    from gatecheck.program.confined import Confined
    from gatecheck.program.link import ClassInfo, FunctionInfo
    from gatecheck.program.origins import Origins

_FAR = 4
_TOO_MANY = 3
# What Python's own containers take something in by, to give it to anybody.
_KEEPS = frozenset({"append", "appendleft", "add", "insert", "extend", "update", "setdefault", "put", "put_nowait"})
_LOOKS = frozenset({"len", "isinstance", "hasattr", "id", "print", "repr", "str", "type", "bool"})
_ENDS = (r.If, r.While, r.ExprStmt, r.Assert, r.Compare, r.Unary, r.Sub)
Place = tuple[str, int]


class Goal(msgspec.Struct, frozen=True):
    """What a way leads to: a method of the value that is one of ``methods``, or an argument of one of ``takers``.

    What is given to one of ``ends``, a callee or an attribute, goes no further.
    """

    methods: frozenset[str]
    takers: frozenset[str] = frozenset()
    ends: frozenset[str] = frozenset()


class Ways:
    """Looks for ways of a value to a goal.

    The value is an object of class ``kind``, whose other methods may go such a way themselves.
    """

    def __init__(self, origins: Origins, confined: Confined, kind: ClassInfo, goal: Goal) -> None:
        self._program = origins.program
        self._confined = confined
        self._kind = kind
        self._methods, self._takers, self._ends = goal.methods, goal.takers, goal.ends
        self._origins = origins
        self._parents: dict[str, dict[int, msgspec.Struct]] = {}
        self.stores: dict[Place, None] = {}
        # Where a method that nobody calls would go such a way.
        self.untaken: dict[Place, None] = {}
        # Where one is gone only if a collection of the object holds something, with that collection.
        self.partly: dict[Place, str] = {}
        # The properties of other objects that hand the value on.
        self.through: dict[str, FunctionInfo] = {}
        # Whether there is one from each of these; none while that is looked for.
        self._from_properties: dict[tuple[str, int], bool] = {}

    def from_attribute(self, attr: str, keeper: ClassInfo | None, depth: int = 0) -> bool:
        """Whether there is one from this attribute of an object of exactly this class; of any object without one."""
        return depth > _FAR or any(
            self._from_here(one.node, one.info, depth)
            and not self._is_untaken(one.node, one.info, keeper)
            and not (depth == 0 and self._is_partial(one.node, one.info, keeper))
            for one in self._origins.attributes.mentions(attr)
            if keeper is None or self._may_be(one.base, one.info, keeper)
        )

    def _is_untaken(self, node: r.Attr | r.Call, info: FunctionInfo, keeper: ClassInfo | None) -> bool:
        """Whether a way begins in a method that nobody calls on an object of the class, which is noted."""
        if keeper is None or not self._confined.is_idle(info, keeper):
            return False
        self.untaken[info.key, node.at] = None
        return True

    def _is_partial(self, node: r.Attr | r.Call, info: FunctionInfo, keeper: ClassInfo | None) -> bool:
        """Whether the object itself gives the value to a taker, for one of several things that it may hold only."""
        if keeper is None or info.owner not in keeper.mro:
            return False
        parents = self._parents_in(info)
        call = parents.get(id(parents.get(id(node))))
        if not isinstance(call, r.Call) or called_name(call) not in self._takers:
            return False
        held = _asked_around(call, parents, info.record)
        if held is not None:
            self.partly[info.key, node.at] = held
        return held is not None

    def from_name(self, name: str, info: FunctionInfo, depth: int = 0) -> bool:
        """Whether there is one from a variable of a function."""
        return any(
            self._from_here(node, info, depth)
            for node in walk_all(info.record.body)
            if isinstance(node, r.Name) and node.id == name
        )

    def _may_be(self, base: r.Expr, info: FunctionInfo, keeper: ClassInfo) -> bool:
        """Whether an expression can stand for an object of exactly this class; what only fits a form can."""
        if self._confined.rules_out(base, info, keeper):
            return False
        found = self._origins.classes(base, info)
        return not 0 < len(found) < _TOO_MANY or any(cls.key in keeper.mro or is_form(cls) for cls in found)

    def _from_here(self, node: msgspec.Struct, info: FunctionInfo, depth: int) -> bool:
        parents = self._parents_in(info)
        parent = parents.get(id(node))
        while isinstance(parent, (r.BoolOp, r.Cond)):
            node, parent = parent, parents.get(id(parent))
        if isinstance(parent, r.Attr):
            return parent.name in self._methods or self._from_method(parent.name, depth + 1)
        if isinstance(parent, r.Assign):
            targets = [target for target in parent.targets if target is not node]
            return any(self._from_target(target, info, depth + 1) for target in targets)
        if isinstance(parent, r.Arg):
            call = parents.get(id(parent))
            return not isinstance(call, r.Call) or self._from_argument(call, info, depth + 1)
        if isinstance(parent, r.Return) and info.owner is not None and "property" in decorator_names(info.record):
            return self._from_property(info, info.owner, depth)
        return not isinstance(parent, _ENDS)

    def _from_property(self, info: FunctionInfo, owner: str, depth: int) -> bool:
        """Whether there is one from what a property of any object of its class is."""
        self.through[info.key] = info
        key = (info.key, depth)
        if key not in self._from_properties:
            self._from_properties[key] = False
            heirs = [self._program.classes[each] for each in sorted(self._program.heirs.get(owner, ()))]
            name = info.record.name
            self._from_properties[key] = (
                any(self.from_attribute(name, heir, depth) or is_open(self._program, heir) for heir in heirs)
                # Somebody who is not looked into may ask for it.
                or self._program.is_named_elsewhere(frozenset({name}))
            )
        return self._from_properties[key]

    def _from_method(self, name: str, depth: int) -> bool:
        """Whether a method of the value goes such a way with its own object, or hands it on."""
        method = self._program.method(self._kind.key, name)
        me = own_name(method.record) if method is not None else ""
        return bool(me) and method is not None and (depth > _FAR or self.from_name(me, method, depth))

    def _from_target(self, target: r.Expr, info: FunctionInfo, depth: int) -> bool:
        if isinstance(target, r.Name):
            return depth > _FAR or self.from_name(target.id, info, depth)
        if isinstance(target, r.Attr) and target.name in self._ends:
            return False
        if isinstance(target, r.Attr):
            self.stores[info.key, target.at] = None
            return self.from_attribute(target.name, None, depth)
        return True

    def _from_argument(self, call: r.Call, info: FunctionInfo, depth: int) -> bool:
        """Whether a call takes the value further: it is followed where its name is known."""
        name = called_name(call)
        if name in self._takers:
            return True
        if name in self._ends or (isinstance(call.func, r.Name) and name in _LOOKS):
            return False
        if isinstance(call.func, r.Name) and _is_bound(name, info.record):
            own = [i for i in walk_all(info.record.body) if isinstance(i, r.Function) and i.name == name]
            given = {param.name for each in own for param in each.params}
            return depth > _FAR or not own or any(self.from_name(param, info, depth) for param in given)
        if name in _KEEPS and isinstance(call.func, r.Attr) and self._origins.callee(info, call) is None:
            return True
        callees = [i for i in self._program.having({name}) if i.record.name == name] if name != "__init__" else []
        if isinstance(call.func, r.Name):
            callees = [callee for callee in callees if callee.owner is None]
        return depth > _FAR or not callees or any(self._from_parameters(callee, depth) for callee in callees)

    def _from_parameters(self, callee: FunctionInfo, depth: int) -> bool:
        bound = callee.owner is not None and "staticmethod" not in decorator_names(callee.record)
        params = callee.record.params[1:] if bound else callee.record.params
        return any(self.from_name(param.name, callee, depth) for param in params)

    def _parents_in(self, info: FunctionInfo) -> dict[int, msgspec.Struct]:
        if info.key not in self._parents:
            self._parents[info.key] = parents_of(info.record)
        return self._parents[info.key]


def _is_bound(name: str, record: r.Function) -> bool:
    """Whether a function makes a variable of this name, so that no other function is meant by it."""
    return any(param.name == name for param in record.params) or any(
        (isinstance(node, r.Function) and node.name == name)
        or (isinstance(node, r.Assign) and any(isinstance(t, r.Name) and t.id == name for t in node.targets))
        for node in walk_all(record.body)
    )


def _asked_around(node: msgspec.Struct, parents: dict[int, msgspec.Struct], record: r.Function) -> str | None:
    """The collection of the own object that must hold something for a statement to run; none where no test says so."""
    parent = parents.get(id(node))
    while parent is not None:
        if isinstance(parent, r.If) and any(each is node for each in parent.body):
            asked = parent.test.right if isinstance(parent.test, r.Compare) and parent.test.op == "in" else None
            held = own_attribute(asked, record)
            if held is not None:
                return held
        node, parent = parent, parents.get(id(parent))
    return None


def is_form(cls: ClassInfo) -> bool:
    """Whether objects of any class can be meant that have what this one asks for."""
    return any(base.rpartition(".")[2].startswith("Protocol") for base in cls.external_bases)
