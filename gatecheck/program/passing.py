"""What callers hand in for a parameter, as far as it is written down: classes, and attributes of their own objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.deferred import can_mention
from gatecheck.facts.visit import as_attribute, called_name, may_call, stored_of, walk_all
from gatecheck.program.link import ClassInfo
from gatecheck.program.origins import passed, unquoted
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gatecheck.program.link import FunctionInfo, Program

_FAR = 3
_KINDS = frozenset({"type", "Type"})


class Passing:
    """Answers for one program. A parameter goes by its name: what a keyword of that name is given anywhere counts."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[str, tuple[ClassInfo, ...]] = {}
        self._attributes: dict[tuple[str, str], frozenset[str] | None] = {}

    def classes(self, param: r.Param) -> tuple[ClassInfo, ...]:
        """The classes that a parameter can be given; none for one that takes no class."""
        return self._passed(param.name, 0) if takes_class(param.annotation) else ()

    def attributes(self, function: str, name: str) -> frozenset[str] | None:
        """The attributes that callers take what they give for a parameter from; None where it is not known to be all.

        What a call returns, or what stands in a list, is taken from no attribute.
        """
        key = (function, name)
        if key not in self._attributes:
            self._attributes[key] = None
            info = self._program.functions.get(function)
            self._attributes[key] = self._find_attributes(info, name) if info is not None else None
        return self._attributes[key]

    def stored(self, function: str, name: str, attribute: str) -> frozenset[str] | None:
        """The same for what the class of a parameter keeps in an attribute of its own."""
        info = self._program.functions.get(function)
        annotation = next((p.annotation for p in info.record.params if p.name == name), None) if info else None
        said = unquoted(annotation)
        cls = self._program.class_of(info.path, said) if info and said is not None else None
        methods = [m for key in (cls.mro if cls else ()) for m in self._program.classes[key].methods.values()]
        return _all_known(
            self._attributes_of(value, method, 0)
            for method in methods
            if stored_of(method.record, {attribute})
            for value in self._program.body(method).stored_in(attribute)
        )

    def _find_attributes(self, info: FunctionInfo, name: str) -> frozenset[str] | None:
        called = self._called(info)
        if called is None:
            return None
        # What is given to a method of an object that nobody knows is only known by the parameter's name.
        by_name = info.owner is not None and info.record.name != "__init__"
        return _all_known(
            self._attributes_of(value, caller, 0)
            for caller in self._program.having({called})
            if can_mention(caller.record, {name}) or (not by_name and may_call(caller.record, {called}))
            for node in walk_all(caller.record.body)
            if isinstance(node, r.Call) and called in self._callees(node, caller)
            for value in self._given(info, caller, node, name)
        )

    def _called(self, info: FunctionInfo) -> str | None:
        """The name by which a function is called: a constructor by its class; None where heirs may call it as well."""
        if info.record.name != "__init__" or info.owner is None:
            return info.record.name
        return self._program.classes[info.owner].name if len(self._program.heirs[info.owner]) == 1 else None

    def _callees(self, node: r.Call, caller: FunctionInfo) -> set[str]:
        """The names of what a call may enter: a variable stands for the functions that it was given."""
        names = {called_name(node)}
        if isinstance(node.func, r.Name):
            for value in reaching(caller.record, node.func):
                ways = (value.then, value.orelse) if isinstance(value, r.Cond) else (value,)
                names |= {way.id for way in ways if isinstance(way, r.Name)}
        return names

    def _given(self, info: FunctionInfo, caller: FunctionInfo, node: r.Call, name: str) -> list[r.Expr]:
        """What a call gives: by the parameter's name, or by its place if it is certain that this function is meant."""
        target = self._program.lookup(caller.path, node.func.id) if isinstance(node.func, r.Name) else None
        if target is info or (isinstance(target, ClassInfo) and target.key == info.owner):
            return passed(info, node, name)
        return [arg.value for arg in node.args if arg.name == name]

    def _attributes_of(self, expr: r.Expr, info: FunctionInfo, depth: int) -> frozenset[str] | None:
        expr = as_attribute(expr)
        if isinstance(expr, r.Attr):
            return frozenset({expr.name})
        if not isinstance(expr, r.Name):
            return frozenset()
        if depth > _FAR:
            return None
        found = [self._attributes_of(value, info, depth + 1) for value in reaching(info.record, expr)]
        if any(param.name == expr.id for param in info.record.params):
            found.append(self.attributes(info.key, expr.id))
        return _all_known(found)

    def _passed(self, name: str, depth: int) -> tuple[ClassInfo, ...]:
        if name not in self._known:
            self._known[name] = ()
            found = [
                cls
                for info in self._program.having({name})
                for node in walk_all(info.record.body)
                if isinstance(node, r.Call)
                for arg in node.args
                if arg.name == name
                for cls in self._named(arg.value, info, depth)
            ]
            self._known[name] = tuple({cls.key: cls for cls in found}.values())
        return self._known[name]

    def _named(self, expr: r.Expr, info: FunctionInfo, depth: int) -> Iterator[ClassInfo]:
        """The classes that an expression can be."""
        if isinstance(expr, r.Cond):
            yield from self._named(expr.then, info, depth)
            yield from self._named(expr.orelse, info, depth)
        elif isinstance(expr, r.BoolOp):
            for value in expr.values:
                yield from self._named(value, info, depth)
        elif isinstance(expr, (r.Name, r.Attr)):
            cls = self._program.class_of(info.path, expr)
            if cls is not None:
                yield cls
            elif isinstance(expr, r.Name) and depth < _FAR:
                yield from self._of_variable(expr, info, depth + 1)

    def _of_variable(self, name: r.Name, info: FunctionInfo, depth: int) -> Iterator[ClassInfo]:
        """What a variable can be: an import, what it was assigned, or what was passed for it in turn."""
        imported = [
            self._program.follow(binding, info.path)
            for node in walk_all(info.record.body)
            if isinstance(node, r.Import)
            for binding in node.bindings
            if binding.bound == name.id
        ]
        yield from (target for target in imported if isinstance(target, ClassInfo))
        for value in reaching(info.record, name):
            yield from self._named(value, info, depth)
        if any(param.name == name.id and takes_class(param.annotation) for param in info.record.params):
            yield from self._passed(name.id, depth)


def _all_known(found: Iterable[frozenset[str] | None]) -> frozenset[str] | None:
    """All of these together; None where one of them is not known, or there is none."""
    every = list(found)
    known = [attributes for attributes in every if attributes is not None]
    return frozenset().union(*known) if known and len(known) == len(every) else None


def takes_class(annotation: r.Expr | None) -> bool:
    """Whether an annotation says that a class is meant: ``type``, ``Type[X]``, or one of these among others."""
    if isinstance(annotation, r.Const) and isinstance(annotation.value, str):
        return annotation.value.split("[")[0] in _KINDS
    if annotation is None:
        return False
    nodes = walk_all((r.ExprStmt(annotation, 0),))
    return any(isinstance(node, r.Name) and node.id in _KINDS for node in nodes)
