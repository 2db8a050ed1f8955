"""Whether what stands in an entry has the attributes that a selection takes of it, as far as its classes are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatecheck.facts import records as r
from gatecheck.facts.visit import decorator_names, is_name, own_name, stored_of, walk
from gatecheck.program.origins import Origins, unquoted
from gatecheck.program.reaching import reaching

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    import msgspec

    from gatecheck.program.link import ClassInfo, FunctionInfo, Program

_DEPTH = 4
_PLAIN_BASES = frozenset({"object", "ABC", "Generic", "Protocol", "NamedTuple", "TypedDict"})


class Fields:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._origins = Origins(program)

    def has(self, expr: r.Expr, info: FunctionInfo, names: AbstractSet[str]) -> bool | None:
        """Whether the object of an expression has attributes of these names; None where that is not known."""
        classes = self._classes(expr, info, _DEPTH) if names else None
        answers = {self._of_class(cls, names) for cls in classes or ()}
        return answers.pop() if len(answers) == 1 else None

    def _of_class(self, cls: ClassInfo, names: AbstractSet[str]) -> bool | None:
        """The same for the objects of a class; one that lacks what no class of the program has lacks nothing."""
        kin = [self._program.classes[key] for key in (*cls.mro, *sorted(self._program.heirs.get(cls.key, ())))]
        own = [self._program.classes[key] for key in cls.mro]
        if all(any(_defines(each, name) for each in own) for name in names):
            return True
        known = all(each.rpartition(".")[2] in _PLAIN_BASES for info in own for each in info.external_bases)
        if not known or any("__getattr__" in info.methods for info in own):
            return None
        missing = {name for name in names if not any(_defines(each, name) for each in kin)}
        return False if any(self._is_defined(name) for name in missing) else None

    def _is_defined(self, name: str) -> bool:
        return any(_defines(info, name) for info in self._program.classes.values())

    def _classes(self, expr: r.Expr, info: FunctionInfo, depth: int) -> list[ClassInfo] | None:
        """The classes that an object can have; None where one of its origins is not known."""
        found = self._origins.classes(expr, info) or self._made_by_class(expr, info, depth)
        if found:
            return found
        origins = self._origins.of(expr, info) if depth else []
        return _all(self._classes(value, owner, depth - 1) for value, owner in origins)

    def _made_by_class(self, expr: r.Expr, info: FunctionInfo, depth: int) -> list[ClassInfo] | None:
        """The classes of what a class method makes: what it says that it returns, or what it calls for that."""
        if not depth or not isinstance(expr, r.Call) or not isinstance(expr.func, r.Attr):
            return None
        cls = self._program.class_of(info.path, expr.func.value)
        method = self._program.method(cls.key, expr.func.name) if cls is not None else None
        if cls is None or method is None or "classmethod" not in decorator_names(method.record):
            return None
        said = unquoted(method.record.returns)
        named = self._program.class_of(method.path, said) if said is not None else None
        if named is not None:
            return [named]
        own = own_name(method.record)
        values = [v for node in self._program.body(method).returns for v in _values(method.record, node.value)]
        return _all([cls] if _calls(value, own) else self._classes(value, method, depth - 1) for value in values)


def _all(each: Iterable[list[ClassInfo] | None]) -> list[ClassInfo] | None:
    """All of these together; None where there are none, or one of them is not known."""
    every = list(each)
    known = [classes for classes in every if classes is not None]
    return [cls for classes in known for cls in classes] if every and len(known) == len(every) else None


def _values(record: r.Function, value: r.Expr | None) -> tuple[r.Expr, ...]:
    """What a variable that is returned was given; else the value itself."""
    found = reaching(record, value) if isinstance(value, r.Name) else ()
    return found or (value if value is not None else r.Const(None),)


def _calls(value: r.Expr, name: str) -> bool:
    return isinstance(value, r.Call) and is_name(value.func, name)


def _defines(info: ClassInfo, name: str) -> bool:
    """Whether a class itself gives its objects an attribute, in its body or in one of its methods."""
    if name in info.methods or name in info.statics or info.declared(name):
        return True
    return any(stored_of(method.record, {name}) for method in info.methods.values())


def taken_of(node: msgspec.Struct, name: str) -> frozenset[str]:
    """The attributes of a variable that are named in something."""
    return frozenset(n.name for n in walk(node) if isinstance(n, r.Attr) and is_name(n.value, name))
