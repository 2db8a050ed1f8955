"""What pools are handed from outside: the objects and classes that annotations, setters and constructions tell of.

The parameter's own annotation is the first to say what comes in. Where it says nothing, the annotation of the attribute
that keeps it does, or what those give who build the pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import called_name, is_name, own_attribute, walk_all
from gatecheck.flow.setters import is_property
from gatecheck.flow.values import NONE, Cls, Instance, Sym, Value, union
from gatecheck.flow.world import World
from gatecheck.program.origins import Origins, passed
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gatecheck.flow.state import State
    from gatecheck.program.link import ClassInfo, FunctionInfo


_FAR = 3


class Supplying(World):
    """Builds pools with what others hand them."""

    def unknown_argument(self, init: FunctionInfo, param: r.Param, value: Instance) -> Value:
        """An object or a class that is handed in, as the annotation says, or else those who build the pool."""
        found = super().unknown_argument(init, param, value)
        told = not isinstance(found, Sym) or found.op != "param"
        if told or init.record.name != "__init__" or not self._takes_something(init, param, value):
            return found
        known = list(self._passed(init, param.name, value, param.name, _FAR))
        optional = [NONE] if known and param.default == r.Const(None) else []
        return union(*optional, *known) if known else found

    @property
    def origins(self) -> Origins:
        """Where values come from: one for all that ask, since it keeps its answers."""
        return self.changing.origins

    def _takes_something(self, init: FunctionInfo, param: r.Param, value: Instance) -> bool:
        """Whether a pool keeps what it is given for a parameter as it is, or calls it."""
        return self.is_pool_class(self.heap[value.oid].cls) and any(
            (isinstance(node, r.Assign) and node.value is not None and is_name(node.value, param.name))
            or (isinstance(node, r.Call) and is_name(node.func, param.name))
            for node in walk_all(init.record.body)
        )

    def _passed(self, info: FunctionInfo, given: str, taker: Instance, name: str, depth: int) -> Iterator[Value]:
        """What callers pass for a parameter where that is written as a class of pools, or as an object of one."""
        for caller in self.origins.callers(info):
            for node in walk_all(caller.record.body):
                if isinstance(node, r.Call) and self._enters(node, caller, info, taker):
                    for expr in passed(info, node, given):
                        yield from self._supplied(expr, caller, taker, name, depth)

    def _enters(self, node: r.Call, caller: FunctionInfo, info: FunctionInfo, taker: Instance) -> bool:
        """Whether a call enters a function; a constructor as it makes an object of this very class."""
        if self.origins.callee(caller, node) is not info:
            return False
        made = self.program.class_of(caller.path, node.func)
        mro = self.program.classes[self.heap[taker.oid].cls].mro
        return made is None or (made.key == mro[0] if info.owner in mro else True)

    def _supplied(self, expr: r.Expr, info: FunctionInfo, taker: Instance, name: str, depth: int) -> Iterator[Value]:
        if isinstance(expr, (r.Cond, r.BoolOp)):
            for way in (expr.then, expr.orelse) if isinstance(expr, r.Cond) else expr.values:
                yield from self._supplied(way, info, taker, name, depth)
            return
        made = (self._taken(cls, taker, name) for cls in self.origins.classes(expr, info))
        yield from (one for one in made if one is not None)
        if isinstance(expr, r.Name) and any(param.name == expr.id for param in info.record.params):
            yield from self._passed(info, expr.id, taker, name, depth - 1) if depth else ()
        elif isinstance(expr, r.Name) and (stored := reaching(info.record, expr)):
            for value in stored:
                yield from self._supplied(value, info, taker, name, depth - 1) if depth else ()
        elif isinstance(expr, (r.Name, r.Attr)) and (cls := self.program.class_of(info.path, expr)) is not None:
            yield from [Cls(cls.key)] if self.is_pool_class(cls.key) else ()

    def _taken(self, cls: ClassInfo | None, taker: Instance, name: str) -> Instance | None:
        """An object of a class that a pool takes; None where it holds no buffers, or the pool is of that class."""
        if cls is None or not self.is_pool_class(self.heap[taker.oid].cls):
            return None
        if cls.key in self.program.classes[self.heap[taker.oid].cls].mro:
            return None
        return self.handed_in(cls, taker.oid, name)

    # -- annotations -------------------------------------------------------------------------------------------------

    def as_said(self, value: Value, annotation: r.Expr) -> Value:
        """What a constructor is given, by the annotation of the attribute or variable that takes it."""
        said = self._said_of(value, self.frame.receiver, self.annotated_class(self.frame.info.path, annotation))
        return said or super().as_said(value, annotation)

    def store_instance(self, target: Instance, name: str, new: Value, st: State, at: int) -> None:
        """Store an attribute; what a constructor is given is what the class says of the attribute."""
        for path, annotation in self.program.annotations(self.heap[target.oid].cls, name)[:1] if self.building else ():
            new = self._said_of(new, target, self.annotated_class(path, annotation)) or new
        super().store_instance(target, name, new, st, at)

    def _said_of(self, value: Value, taker: Value | None, said: ClassInfo | None) -> Value | None:
        if not self.building or self.keep_paths or not isinstance(value, Sym) or value.op != "param":
            return None
        return self._taken(said, taker, str(value.args[1])) if isinstance(taker, Instance) else None

    def annotated_class(self, path: str, annotation: r.Expr | None) -> ClassInfo | None:
        """The first class of the program that an annotation names, also as the bound of a type variable."""
        found = super().annotated_class(path, annotation)
        if found is not None or not isinstance(annotation, r.Name):
            return found
        target = self.program.lookup(path, annotation.id)
        if not isinstance(target, r.Call) or called_name(target) != "TypeVar":
            return None
        bound = next((arg.value for arg in target.args if arg.name == "bound"), None)
        return super().annotated_class(path, bound)

    # -- setters -----------------------------------------------------------------------------------------------------

    def register(self, value: Instance) -> None:
        """Register an object that has what its setters are told to take."""
        if self.is_pool_class(self.heap[value.oid].cls):
            for name, method, param in self._settings(self.heap[value.oid].cls):
                if self._is_unset(value, name):
                    made = union(NONE, *self._given_to(method, param, value, name))
                    self.heap[value.oid].attrs.update({name: made} if made != NONE else {})
        super().register(value)

    def _is_unset(self, value: Instance, name: str) -> bool:
        """Whether the constructor, or else the class, leaves None in an attribute that is no counter's."""
        if name in self.protocol.counter_attrs:
            return False
        thing = self.heap[value.oid]
        held = thing.attrs.get(name)
        return (held if held is not None else self.static_attr(thing.cls, name)) == NONE

    def _given_to(self, method: FunctionInfo, param: r.Param, taker: Instance, name: str) -> Iterator[Value]:
        """What a setter is given: as its annotation says, or else as its callers do; a number is no object."""
        made = self._taken(self.annotated_class(method.path, param.annotation), taker, name)
        if made is not None:
            yield made
        elif self.parameter(method, param).op == "param":
            yield from self._passed(method, param.name, taker, name, _FAR)

    def _settings(self, key: str) -> Iterator[tuple[str, FunctionInfo, r.Param]]:
        """The attributes in which methods of a class keep what they are given, and for which parameter."""
        for base in self.program.classes[key].mro:
            for method in self.program.classes[base].methods.values():
                if method.record.name != "__init__" and not is_property(method.record):
                    yield from self._kept_by(method)

    def _kept_by(self, method: FunctionInfo) -> Iterator[tuple[str, FunctionInfo, r.Param]]:
        params = {param.name: param for param in method.record.params[1:]}
        for node in walk_all(method.record.body) if params else ():
            if isinstance(node, r.Assign) and isinstance(node.value, r.Name) and node.value.id in params:
                names = (own_attribute(target, method.record) for target in node.targets)
                yield from ((name, method, params[node.value.id]) for name in names if name is not None)
